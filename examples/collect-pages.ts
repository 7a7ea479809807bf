/**
 * Collects the pages about a topic and prints the best ones.
 *
 *   node dist/examples/collect-pages.js "jaguar car" https://example.org/cars 100
 */
import { type CrawledPage, crawl, UsageError } from 'osprey-crawler';
import { onThisMachine } from './on-this-machine.js';

const [query = '', seed = '', maxPages = '50'] = process.argv.slice(2);
try {
  const run = crawl({ query, seed, maxPages: Number(maxPages), ...onThisMachine() });
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
