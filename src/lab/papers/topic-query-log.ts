import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LabTopic } from '../topics/lab-topic.js';
import type { Scene } from './scene.js';

/**
 * A log of what users of a search engine on the topic would ask while the crawl runs: its query at the start, and in every interval
 * the query with the titles of half of the example pages, another half each time. Each is asked twice, so that words of a title reach
 * the weight that the paper keeps (1). Returns the file.
 */
export function writeTopicQueryLog({ bench, web }: Scene, topic: LabTopic, interval: number, budget: number): string {
  const file = path.join(bench.folder, `${encodeURIComponent(topic.id)}-${interval}-${budget}.queries.jsonl`);
  const titles = topic.examples.flatMap((url) => {
    const page = web.pageOf(url);
    const title = page === undefined ? '' : web.page(page).title.replace(/\s+/g, ' ').trim();
    return title === '' ? [] : [title];
  });
  const query = topic.query ?? '';
  const lines = [JSON.stringify({ query })];
  for (let afterPages = interval, half = 0; afterPages < budget; afterPages += interval, half = 1 - half) {
    const asked = titles.filter((_, index) => index % 2 === half).map((title) => `${query} ${title}`);
    for (const each of [...asked, ...asked]) lines.push(JSON.stringify({ query: each, afterPages }));
  }
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return file;
}
