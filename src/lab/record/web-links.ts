import type { CrawlReader } from '../../model/crawl-reader.js';
import { oneLine } from '../../page/one-line.js';
import { MAX_ANCHOR } from '../../page/page-limits.js';
import { landing } from '../../url/redirect-landing.js';
import type { RecordedAnswer } from './recorded-answers.js';

/** A link from one recorded document to another, through redirects. */
export interface WebLink {
  readonly from: string;
  readonly to: string;
  readonly anchor: string;
}

/**
 * All links between the documents, page after page, without repeats and without those of a page to itself; also those that a
 * rule kept a crawl from following. A page's links are those of the visit that was recorded.
 */
export async function* webLinks(
  crawls: readonly CrawlReader[],
  answers: ReadonlyMap<string, RecordedAnswer>,
): AsyncGenerator<WebLink, void, undefined> {
  const target = (url: string) => answers.get(url)?.target;
  const isDocument = (url: string) => answers.has(url) && target(url) === undefined;
  for (const crawl of crawls) {
    for await (const { visit, url: from, links } of crawl.links()) {
      const answer = answers.get(from);
      if (answer?.crawl !== crawl || answer.visit !== visit || !isDocument(from)) continue;
      const reached = new Set([from]);
      for (const { url, anchor } of links) {
        const to = landing(url, target);
        if (reached.has(to) || !isDocument(to)) continue;
        reached.add(to);
        yield { from, to, anchor: oneLine(anchor, MAX_ANCHOR) };
      }
    }
  }
}
