import type { CrawlOptions, Settings } from '../../config/options.js';
import { settingsFrom } from '../../config/settings.js';
import type { Page } from '../../model/page.js';
import type { Strategy } from '../../model/strategy.js';
import { prepareStrategy } from '../../strategy/prepare-strategy.js';
import { Topic } from '../../topic/topic.js';
import type { Contender } from '../contender.js';
import { inHashOrder } from '../web/hash-unit.js';
import type { RecordedWeb } from '../web/recorded-web.js';
import type { AskedTopic, PageJudge } from './page-judge.js';

/** Topics whose strategies are held at a time: what one has learnt may take tens of megabytes. */
const topicsAtATime = 16;
/** A judge that learns is shown this many of the pages it ranks best, and as many in the order of a hash: a small focused crawl. */
const shownOfEach = 150;

const reached = { depth: 1, level: 1 };

/**
 * What a strategy makes of pages by itself: as it is before its first page, or (`learnt`) after it has visited its own best
 * pages and some others, in an order drawn by lot.
 */
export function strategyJudge(web: RecordedWeb, contender: Contender, reading: Reading, learnt: boolean): PageJudge {
  return {
    name: learnt ? `${contender.name}, learnt` : contender.name,
    summary: learnt ? `${contender.summary} After ${2 * shownOfEach} pages.` : contender.summary,
    isScaled: true,
    async scores(topics) {
      const scores: Float64Array[] = [];
      for (let from = 0; from < topics.length; from += topicsAtATime) {
        const some = topics.slice(from, from + topicsAtATime);
        const judges = await Promise.all(some.map((topic) => strategyFor(topic, contender, reading)));
        const bare = await judged(web, judges);
        if (learnt) for (const [index, judge] of judges.entries()) await show(web, judge, bare[index]!);
        scores.push(...(learnt ? await judged(web, judges) : bare));
      }
      return scores;
    },
  };
}

export type Reading = Pick<Settings, 'language' | 'stem' | 'idf'>;

/** Whether there is anything to learn for it. */
export async function learns(contender: Contender, reading: Reading): Promise<boolean> {
  const settings = settingsOf({ query: 'topic' }, contender, reading);
  const { make } = await prepareStrategy(settings);
  return make(Topic.from(settings, [])).learn !== undefined;
}

async function strategyFor({ topic, examples }: AskedTopic, contender: Contender, reading: Reading): Promise<Strategy> {
  const settings = settingsOf(topic, contender, reading);
  const { make } = await prepareStrategy(settings);
  return make(Topic.from(settings, examples));
}

function settingsOf(
  { query, not = [] }: { readonly query?: string; readonly not?: readonly string[] },
  { strategy, options }: Contender,
  { language, stem, idf }: Reading,
): Settings {
  const given = { ...(query !== undefined && { query }), not, language, stem, idf, strategy, ...options };
  return settingsFrom({ options: { seed: 'http://lab.invalid/', ...given } as unknown as CrawlOptions });
}

/** Pages outside, topics inside: making a page anew costs more than judging it. */
async function judged(web: RecordedWeb, judges: readonly Strategy[]): Promise<Float64Array[]> {
  const scores = judges.map(() => new Float64Array(web.urls.length));
  for (let number = 0; number < web.urls.length; number++) {
    const page = web.page(number);
    for (const [index, judge] of judges.entries())
      scores[index]![number] = (await judge.judge(page, reached)).relevance;
  }
  return scores;
}

async function show(web: RecordedWeb, strategy: Strategy, bare: Float64Array): Promise<void> {
  const all = web.urls.map((_, number) => number);
  const best = all.toSorted((a, b) => bare[b]! - bare[a]! || a - b).slice(0, shownOfEach);
  const shown = new Set([...best, ...inHashOrder(all, web.urls).slice(0, shownOfEach)]);
  for (const number of inHashOrder([...shown], web.urls)) await visit(strategy, web.page(number));
}

async function visit(strategy: Strategy, page: Page): Promise<void> {
  const judgement = await strategy.judge(page, reached);
  await strategy.rank(page, judgement, page.links, reached);
  const { url, terms, links } = page;
  strategy.learn?.({
    url,
    terms,
    judgement,
    relevant: judgement.relevance >= 0.5,
    reached,
    links: strategy.lessons?.of === 'links' ? links : [],
  });
}
