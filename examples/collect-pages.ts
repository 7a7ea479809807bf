/**
 * Collects the pages about a topic and prints the best ones.
 *
 *   node dist/examples/collect-pages.js "jaguar car" https://example.org/cars 100
 *
 * With RESOLVE=*=127.0.0.1:8080 in the environment, a server on this machine plays all hosts.
 */
import { type CrawledPage, type CrawlOptions, crawl, UsageError } from 'osprey-crawler';

const [query = '', seed = '', maxPages = '50'] = process.argv.slice(2);
const { RESOLVE: resolve } = process.env;
const onThisMachine = { resolve, allowPrivate: true, delay: '0s' } as const;
const options: CrawlOptions = { query, seed, maxPages: Number(maxPages), ...(resolve && onThisMachine) };

try {
  const run = crawl(options);
  const best: CrawledPage[] = [];
  for await (const page of run) if (page.relevant) best.push(page);

  best.sort((a, b) => b.relevance - a.relevance);
  for (const { relevance, title, url, mainText } of best.slice(0, 10))
    console.log(`${relevance.toFixed(2)}  ${title}  ${url}\n      ${mainText.slice(0, 70)}`);
  const { pages, reason } = run.summary!;
  console.log(`${best.length} of ${pages} pages are about "${query}" (${reason}).`);
} catch (thrown) {
  if (!(thrown instanceof UsageError)) throw thrown;
  console.error(thrown.message);
  process.exitCode = 2;
}
