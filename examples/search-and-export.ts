/**
 * Searches a crawl in its folder, explains the best page, and exports the relevant ones in a format of its own.
 *
 *   node dist/examples/search-and-export.js crawls/jaguar engine pages.txt
 */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Exporter, explain, exportPages, search, status } from 'osprey-crawler';

const [folder = '', query = '', file = 'pages.txt'] = process.argv.slice(2);

const { pages, totals, running } = await status(folder);
console.log(`${totals.relevant} of ${pages} pages are relevant${running ? ', and the crawl is running' : ''}.`);

const found = await search(folder, query, { limit: 5 });
for (const { score, title, url, snippet } of found)
  console.log(`${score.toFixed(2)}  ${title}  ${url}\n      ${snippet}`);

const [best] = found;
const why = best && (await explain(folder, best.url));
for (const { visit } of why?.path ?? []) console.log(`reached by way of ${visit.url}`);

const titles: Exporter = async function* (rows) {
  for await (const { title, url } of rows) yield `${title ?? ''}\t${url}\n`;
};
await pipeline(exportPages(folder, { format: titles, relevant: true, ranked: true }), createWriteStream(file));
console.log(`The relevant pages are in ${file}.`);
