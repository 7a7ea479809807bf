/**
 * Lends a crawl a transport and a source of seeds: here a small web in memory, as for a test of one's own strategy.
 *
 *   node dist/examples/own-parts.js "jaguar car"
 */
import { crawl, type SeedSource, type Transport } from 'osprey-crawler';

const web = new Map([
  ['http://cars.test/', '<title>Cars</title><p>The jaguar car.</p><a href="/e-type">jaguar car</a>'],
  ['http://cars.test/e-type', '<title>E-Type</title><p>The jaguar E-Type is a car.</p>'],
]);

const memory: Transport = {
  async fetch({ url }) {
    const page = web.get(url);
    const headers = [['Content-Type', 'text/html']] as const;
    const status = page === undefined ? 404 : 200;
    return { url, status, statusText: '', httpVersion: '1.1', headers, body: Buffer.from(page ?? '') };
  },
  async close() {},
};

const catalogue: SeedSource = {
  name: 'catalogue',
  summary: 'The pages of the web in memory whose text holds the query.',
  genres: ['web'],
  url: 'http://catalogue.test',
  find: async ({ query }) => [...web].filter(([, html]) => html.includes(query)).map(([url]) => ({ url })),
};

const [query = 'jaguar car'] = process.argv.slice(2);
const run = crawl({ query, sources: 'catalogue', delay: '0s' }, { transport: memory, seedSources: [catalogue] });
for await (const { url, title, relevance } of run) console.log(`${relevance.toFixed(2)}  ${title}  ${url}`);
