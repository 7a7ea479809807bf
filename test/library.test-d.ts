/** Checked by the compiler, never run: what the library's types must allow, and what they must refuse. */
import {
  type CrawledPage,
  type CrawlOptions,
  type CrawlSummary,
  crawl,
  type StopReason,
  type Strategy,
  type StrategyEntry,
} from '../src/index.js';

crawl({ query: 'jaguar car', seed: 'http://cars.test/', not: ['cat'], maxTime: '10m', delay: 500, maxPages: 'none' });
crawl({ example: ['http://cars.test/'], threshold: 0.7, header: { 'X-Team': 'cars' }, domains: 'cars.test' });

// @ts-expect-error a topic is needed: a query or an example
crawl({ seed: 'http://cars.test/' });
// @ts-expect-error no such option
crawl({ query: 'jaguar car', seed: 'http://cars.test/', maxPage: 3 });
// @ts-expect-error a threshold is a number
crawl({ query: 'jaguar car', seed: 'http://cars.test/', threshold: 'high' });
// @ts-expect-error a seed is text
crawl({ query: 'jaguar car', seed: 42 });
// @ts-expect-error a switch is true or false
crawl({ query: 'jaguar car', seed: 'http://cars.test/', allowPrivate: 'perhaps' });
// @ts-expect-error options do not change once they are given
(({ query: 'jaguar car' }) as CrawlOptions).query = 'tulips';

export async function pages(): Promise<CrawlSummary | undefined> {
  const run = crawl({ query: 'jaguar car', seed: 'http://cars.test/' });
  for await (const page of run) {
    const { url, relevance, relevant, title, mainText }: CrawledPage = page;
    const texts: (string | null)[] = [url, title, mainText];
    const anchors: string[] = page.links.map((link) => link.anchor);
    // @ts-expect-error a page need not have a title
    const named: string = page.title;
    // @ts-expect-error pages are read, not written
    page.relevance = 1;
    console.log(texts, anchors, named, relevance, relevant);
  }
  run.stop();
  // @ts-expect-error there is no summary before the end
  const early: StopReason = run.summary.reason;
  // @ts-expect-error no such reason
  const odd: StopReason = 'tired';
  console.log(early, odd);
  return run.summary;
}

const byLength: Strategy = {
  name: 'by-length',
  judge: ({ text }) => ({ relevance: Math.min(1, text.length / 10_000), raw: text.length, parts: {} }),
  rank: (_page, { relevance }, links) => links.map(() => ({ value: relevance, parts: { relevance } })),
};
// @ts-expect-error a strategy has to rank links
const unranked: Strategy = { name: 'unranked', judge: byLength.judge };
// @ts-expect-error no such way to merge priorities
const merging: Strategy = { ...byLength, queueing: { merge: 'average' } };
// @ts-expect-error a judgement has its raw score
const rawless: Strategy = { ...byLength, judge: () => ({ relevance: 1, parts: {} }) };
const slow: Strategy = {
  ...byLength,
  features: async ({ mainText }) => ({ length: mainText.length, embedding: new Float32Array(3) }),
  judge: (_page, _reached, { length }: { length: number }) => ({ relevance: 1, raw: length, parts: {} }),
};
// @ts-expect-error features are plain data
const odd: Strategy = { ...byLength, features: async () => new Map() };
const entry: Pick<StrategyEntry, 'reads'> = { reads: ['text', 'context'] };
// @ts-expect-error no such part of a page
const unread: Pick<StrategyEntry, 'reads'> = { reads: ['headings'] };
export const strategies = [byLength, unranked, merging, rawless, slow, odd, entry, unread];
