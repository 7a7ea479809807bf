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

/** Topics whose strategies are held at a time: what more of them have learnt does not fit the processor's cache. */
const topicsAtATime = 16;
/** A judge that learns is shown this many of the pages it ranks best, and as many in the order of a hash: a small focused crawl. */
const shownOfEach = 150;

const reached = { depth: 1, level: 1 };

type Scores = (topics: readonly AskedTopic[]) => Promise<readonly Float64Array[]>;

/**
 * What a strategy makes of pages by itself: as it is before its first page, and, where it learns, after it has visited its
 * own best pages and some others, in an order drawn by lot.
 */
export async function strategyJudges(web: RecordedWeb, contender: Contender, reading: Reading): Promise<PageJudge[]> {
  const bare = once((topics) => inBatches(topics, async (some) => judged(web, await strategiesFor(some))));
  const learnt: Scores = async (topics) => {
    const before = await bare(topics);
    return inBatches(topics, async (some, from) => {
      const judges = await strategiesFor(some);
      for (const [index, judge] of judges.entries()) await show(web, judge, before[from + index]!);
      return judged(web, judges);
    });
  };
  const strategiesFor = (topics: readonly AskedTopic[]) =>
    Promise.all(topics.map((topic) => strategyFor(topic, contender, reading)));
  const { name, summary } = contender;
  const before = { name, summary, isScaled: true, scores: bare };
  if (!(await learns(contender, reading))) return [before];
  const after = { name: `${name}, learnt`, summary: `${summary} After ${2 * shownOfEach} pages.`, scores: learnt };
  return [before, { ...before, ...after }];
}

/** The same topics are judged once. */
function once(scores: Scores): Scores {
  const known = new WeakMap<readonly AskedTopic[], ReturnType<Scores>>();
  return (topics) => {
    const own = known.get(topics) ?? scores(topics);
    known.set(topics, own);
    return own;
  };
}

async function inBatches(
  topics: readonly AskedTopic[],
  scores: (some: readonly AskedTopic[], from: number) => Promise<readonly Float64Array[]>,
): Promise<readonly Float64Array[]> {
  const all: Float64Array[] = [];
  for (let from = 0; from < topics.length; from += topicsAtATime)
    all.push(...(await scores(topics.slice(from, from + topicsAtATime), from)));
  return all;
}

export type Reading = Pick<Settings, 'language' | 'stem' | 'idf'>;

/** Whether there is anything to learn for it. */
async function learns(contender: Contender, reading: Reading): Promise<boolean> {
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
