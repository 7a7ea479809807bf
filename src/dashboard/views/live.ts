import { tableWords } from '../../agent/table-words.js';
import { forecastOf } from '../../crawl/progress/forecast.js';
import { Tally } from '../../crawl/progress/tally.js';
import { pausedNote, pauseOf } from '../../model/commands.js';
import type { DiaryPoint, DiaryState } from '../../model/crawl-diary.js';
import type { CrawlReader } from '../../model/crawl-reader.js';
import { inertLine } from '../../page/inert-line.js';
import { forecastInWords } from '../../words/forecast-words.js';
import { topicInWords } from '../../words/topic-in-words.js';
import type { CrawlCard } from '../api/crawls.js';
import type { AgentLine, Budgets, HistoryPoint, LiveState, RunState } from '../api/live.js';
import type { ShownCrawl } from '../server/shown-crawl.js';
import { curvePointsOf } from './curve-points.js';
import { diaryEvents, diaryHistory, diaryState } from './diary.js';
import { randomSeedOf } from './pages/random-seed.js';
import { runState } from './run-state.js';

const sparks = 30;
const agentWords = 10;
/** With fewer points of a crawl that has ended, its visits tell more. */
const leastPoints = 20;
const curvePoints = 60;
/** Pages of a crawl that are counted whenever somebody looks at it. */
const mostCounted = 50_000;

/** One line of the list. A folder that cannot be read says so. */
export async function crawlCard(crawl: ShownCrawl): Promise<CrawlCard> {
  const { id, starting } = crawl;
  const name = inertLine(crawl.name, 100);
  const nothing = { id, name, topic: '', pages: 0, relevant: 0, sparkline: [] };
  try {
    await crawl.reader();
    crawl.starting = undefined;
    const [state, figures, history] = [await stateOf(crawl), await figuresOf(crawl), await pointsOf(crawl)];
    const topic = inertLine(topicInWords(crawl.settings()), 300);
    const { pages, relevant } = figures;
    const started = history[0]?.at;
    const sparkline = sparklineOf(history);
    return { id, name, topic, state, pages, relevant, sparkline, ...(started !== undefined && { startedAt: started }) };
  } catch (thrown) {
    const problem = starting === undefined ? messageOf(thrown) : starting.problem;
    const kind = starting !== undefined && problem === undefined ? 'starting' : 'crashed';
    const sentence = kind === 'starting' ? 'Starting.' : 'It cannot be read.';
    return {
      ...nothing,
      state: { kind, sentence },
      ...(problem !== undefined && { problem: inertLine(problem, 500) }),
    };
  }
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : 'It cannot be read.';
}

export async function stateOf(crawl: ShownCrawl): Promise<RunState> {
  const reader = await crawl.reader();
  const { notes } = reader;
  const isRunning = await reader.isRunning();
  const [last] = isRunning ? await reader.browsing.commands(1) : [];
  const lastEvent = (await diaryEvents(notes)).at(-1);
  const isOfThisRun = last !== undefined && last.at > (lastEvent?.at ?? 0);
  return runState({
    folder: reader.location,
    isRunning,
    isStarting: crawl.isStarting,
    paused: pauseOf(await notes.get(pausedNote)),
    stop: await notes.get('stop'),
    diary: await diaryState(notes),
    lastEvent,
    isStopping: isOfThisRun && last.kind === 'stop' && last.result?.error === undefined,
  });
}

/** Figures as the crawl last wrote them down; one of an older version is counted, once for each change. */
export async function figuresOf(crawl: ShownCrawl): Promise<DiaryState> {
  const reader = await crawl.reader();
  const noted = await diaryState(reader.notes);
  const judges = await reader.browsing.rejudgedAt();
  // After it was judged anew, what the crawl wrote down is of the judge before.
  if (noted !== undefined && !judges.some((at) => at > noted.at)) return noted;
  return crawl.cached.get('figures', 5_000, () => countedFigures(reader, noted));
}

async function countedFigures(reader: CrawlReader, noted: DiaryState | undefined): Promise<DiaryState> {
  const { totals, queue, pages } = await reader.status();
  const tally = await Tally.of(reader.records, totals);
  const forecast = forecastOf(tally, queue.queued - queue.closed - queue.again);
  const frontier = {
    queued: queue.queued,
    claimed: 0,
    known: 0,
    hosts: queue.hosts,
    hostsReady: queue.hosts - queue.closedHosts,
    hostsWaiting: 0,
    hostsClosed: queue.closedHosts,
    queuedClosed: queue.closed,
    queuedAgain: queue.again,
  };
  return {
    ...{ at: noted?.at ?? Date.now(), pages, relevant: totals.relevant, recentHarvest: tally.recentHarvest },
    ...{ pagesPerSecond: 0, elapsedMs: noted?.elapsedMs ?? 0, queued: queue.queued, failed: tally.failed },
    ...{ bytes: tally.bytes, hostsReady: frontier.hostsReady, hostsWaiting: 0, frontier },
    ...(forecast && { forecast }),
  };
}

/** All of the Live view. */
export async function liveState(crawl: ShownCrawl): Promise<LiveState> {
  const reader = await crawl.reader();
  const settings = crawl.settings();
  const [state, figures] = [await stateOf(crawl), await figuresOf(crawl)];
  const { frontier, forecast, msLeft, pages, relevant } = figures;
  const isComplete = await isCounted(crawl, reader, pages);
  const levels = await crawl.cached.get('levels', 10_000, () => reader.browsing.queueLevels());
  const history = historyOf(await pointsOf(crawl));
  const isRunning = !/^(?:stopped|crashed)$/.test(state.kind);
  return {
    id: crawl.id,
    name: inertLine(crawl.name, 100),
    topic: inertLine(topicInWords(settings), 300),
    strategy: inertLine(settings.strategy, 100),
    state,
    at: figures.at,
    ...(history[0] && { startedAt: history[0].at }),
    ...{ pages, relevant, failed: figures.failed, bytes: figures.bytes },
    harvest: pages === 0 ? 0 : relevant / pages,
    recentHarvest: figures.recentHarvest,
    pagesPerSecond: isRunning ? figures.pagesPerSecond : 0,
    ...(isRunning && msLeft !== undefined && { msLeft }),
    ...(forecast && {
      forecast: {
        ...{ mean: forecast.expected, low: forecast.low, high: forecast.high, pages: forecast.pages },
        words: forecastInWords(forecast),
      },
    }),
    queue: { queued: frontier.queued, claimed: isRunning ? frontier.claimed : 0, levels },
    hosts: {
      visited: isComplete ? crawl.digest.hostNames.length : frontier.hosts,
      ready: frontier.hostsReady,
      waiting: frontier.hostsWaiting,
      closed: frontier.hostsClosed,
      deprioritised: frontier.spending?.waiting?.hosts ?? 0,
    },
    budgets: budgetsOf(settings),
    agents: await agentLines(crawl, reader, isComplete),
    history,
    commandsWaiting: await reader.browsing.commandsWaiting(),
  };
}

/** What the crawl wrote down; of one that wrote too little, as those of older versions, what its visits tell. */
async function pointsOf(crawl: ShownCrawl): Promise<readonly DiaryPoint[]> {
  const reader = await crawl.reader();
  const noted = await diaryHistory(reader.notes);
  if (noted.length >= leastPoints || (await reader.isRunning())) return noted;
  const last = await diaryState(reader.notes);
  return crawl.cached.get('points', 60_000, async () =>
    curvePointsOf(await reader.yieldCurve(curvePoints), last === undefined ? noted : [...noted, last]),
  );
}

function budgetsOf(settings: ReturnType<ShownCrawl['settings']>): Budgets {
  const limits = (['maxPages', 'maxRelevant', 'maxTime', 'maxBytesOnDisk'] as const).filter((key) =>
    Number.isFinite(settings[key]),
  );
  return {
    ...Object.fromEntries(limits.map((key) => [key, settings[key]])),
    stopWhenYieldBelow: settings.stopWhenYieldBelow,
  };
}

/** Of a large crawl, visits are counted once somebody asks for hosts or the map. */
async function isCounted(crawl: ShownCrawl, reader: CrawlReader, pages: number): Promise<boolean> {
  if (crawl.digest.size === 0 && pages > mostCounted) return false;
  return crawl.digest.update(reader, randomSeedOf(crawl), 100);
}

/** What they found is counted with the digest; their words take reading pages, which is done now and then. */
async function agentLines(crawl: ShownCrawl, reader: CrawlReader, isComplete: boolean): Promise<AgentLine[]> {
  const agents = await reader.agents.registered();
  const words = await crawl.cached.get('agent-words', 30_000, () => tableWords(reader, agents, agentWords));
  return agents.map(({ id, segment, state, restarts, host, beatAt }) => ({
    ...{ id, state, restarts, beatAt },
    segment: inertLine(segment, 100),
    host: inertLine(host, 253),
    ...(isComplete && (crawl.digest.agents.get(id) ?? { pages: 0, relevant: 0 })),
    words: (words.get(id) ?? []).flatMap(({ word, weight }) =>
      word === undefined ? [] : [{ word: inertLine(word, 60), weight }],
    ),
  }));
}

export function historyOf(points: readonly DiaryPoint[]): HistoryPoint[] {
  return points.map((point, place) => {
    const { forecast, ...plain } = point;
    const before = points[place - 1] ?? { pages: 0, relevant: 0 };
    const pages = point.pages - before.pages;
    const harvest = pages <= 0 ? 0 : Math.max(0, (point.relevant - before.relevant) / pages);
    if (!(forecast && forecast.pages > 0)) return { ...plain, harvest };
    const { expected, low, high } = forecast;
    const share = (relevant: number) => relevant / forecast.pages;
    return { ...plain, harvest, forecast: { mean: share(expected), low: share(low), high: share(high) } };
  });
}

/** Harvest of stretches with as many pages each. */
function sparklineOf(points: readonly DiaryPoint[]): number[] {
  const last = points.at(-1);
  if (last === undefined || last.pages === 0) return [];
  const ends = Array.from({ length: sparks }, (_, place) => {
    const pages = ((place + 1) * last.pages) / sparks;
    return points.find((point) => point.pages >= pages) ?? last;
  });
  const distinct = ends.filter((point, place) => point !== ends[place - 1]);
  return distinct.map((point, place) => {
    const before = distinct[place - 1] ?? { pages: 0, relevant: 0 };
    return Math.max(0, (point.relevant - before.relevant) / Math.max(1, point.pages - before.pages));
  });
}
