import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LabTopic } from '../topics/lab-topic.js';
import type { Scene } from './scene.js';

/**
 * A log of what users of a search engine on the topic would ask: its query, and the query with the title of each example
 * page, twice, so that words of a title reach the weight that the paper keeps (1). Returns the file.
 */
export function writeTopicQueryLog({ bench, web }: Scene, topic: LabTopic): string {
  const file = path.join(bench.folder, `${encodeURIComponent(topic.id)}.queries.txt`);
  const titles = topic.examples.flatMap((url) => {
    const page = web.pageOf(url);
    const title = page === undefined ? '' : web.page(page).title.replace(/\s+/g, ' ').trim();
    return title === '' ? [] : [title];
  });
  const query = topic.query ?? '';
  const asked = titles.map((title) => `${query} ${title}`);
  writeFileSync(file, [query, ...asked, ...asked].map((line) => `${line}\n`).join(''));
  return file;
}
