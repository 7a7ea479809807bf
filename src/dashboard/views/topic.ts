import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { tableWords } from '../../agent/table-words.js';
import { isHttpUrl } from '../../config/network-kinds.js';
import type { Settings } from '../../config/options.js';
import { settingsFrom } from '../../config/settings.js';
import { count } from '../../counted.js';
import { openControl } from '../../crawl/control/open-control.js';
import { inertLine } from '../../page/inert-line.js';
import { previewJudging } from '../../rejudge/preview-judging.js';
import { rejudgeCrawl } from '../../rejudge/rejudge-crawl.js';
import { readCrawlConfig } from '../../store/crawl-folder.js';
import { readyGenres } from '../../topic/ready-genres.js';
import { Topic } from '../../topic/topic.js';
import type { Listed } from '../api/endpoints.js';
import type { TopicFields, TopicPreview, TopicView, WordHistory } from '../api/topic.js';
import type { Fields } from '../server/fields.js';
import type { JobWork } from '../server/jobs.js';
import { badRequest, Refusal } from '../server/refusal.js';
import type { ShownCrawl } from '../server/shown-crawl.js';
import { diaryWords } from './diary.js';
import { figuresOf } from './live.js';
import { rankingChange } from './pages/ranking-change.js';
import { resumed } from './resumed.js';

const mostPages = 2_000;
const mostWords = 40;
const [mostTexts, mostText] = [200, 2_048] as const;
/** So long a running crawl may take to finish what is in flight (ms). */
const stopsWithin = 120_000;

export function topicView(crawl: ShownCrawl): TopicView {
  const settings = crawl.settings();
  const topic = Topic.from(settings, []);
  const terms = [...topic.names].map(([id, word]) => {
    const place = topic.query.ids.indexOf(id);
    return { word: inertLine(word, 60), weight: place < 0 ? 0 : topic.query.counts[place]! };
  });
  const why = settings.archive ? undefined : 'It keeps no pages (--no-archive), so they cannot be judged again.';
  return {
    topic: fieldsOf(settings),
    strategy: inertLine(settings.strategy, 100),
    terms,
    canChange: why === undefined,
    ...(why && { why }),
    genres: genreLines(),
  };
}

export function genreLines(): { readonly name: string; readonly about: string }[] {
  return readyGenres.map(({ name, terms }) => ({
    name,
    about: `pages with words such as ${terms.slice(0, 5).join(', ')}`,
  }));
}

function fieldsOf(settings: Settings): TopicFields {
  const shown = (texts: readonly string[]) => texts.map((text) => inertLine(text, mostText));
  return {
    query: inertLine(settings.query ?? '', mostText),
    not: shown(settings.not),
    notRule: settings.notRule,
    example: shown(settings.example),
    genre: shown(settings.genre),
    genreTerms: shown(settings.genreTerms),
    contentTerms: shown(settings.contentTerms),
    threshold: settings.threshold,
  };
}

/** What a client wants to change, as options of the crawl. */
export function topicChanges(crawl: ShownCrawl, body: Fields): Partial<TopicFields> {
  const before = crawl.settings();
  const lists = ['not', 'example', 'genre', 'genreTerms', 'contentTerms'] as const;
  body.only('query', 'notRule', 'threshold', ...lists);
  const given = {
    query: body.text('query', mostText),
    notRule: body.choice('notRule', 'lower', 'drop'),
    threshold: body.number('threshold', 0, 1),
    ...Object.fromEntries(lists.map((key) => [key, body.texts(key, mostTexts, mostText)])),
  } as { [Key in keyof TopicFields]?: TopicFields[Key] | undefined };
  const file = given.example?.find((example) => !isHttpUrl(example) && !before.example.includes(example));
  if (file !== undefined) throw badRequest('Files of this machine cannot be named here; give the URL of an example.');
  const changed = Object.entries(given).filter(
    ([key, value]) => value !== undefined && !isDeepStrictEqual(value, fieldsOf(before)[key as keyof TopicFields]),
  );
  return Object.fromEntries(changed);
}

/** How the changed topic would judge the pages; nothing is changed. */
export function topicPreview(crawl: ShownCrawl, changes: Partial<TopicFields>): JobWork<TopicPreview> {
  return async (tell, signal) => {
    const reader = await crawl.reader();
    const file = readCrawlConfig(crawl.folder);
    const settings = { ...settingsFrom({ file, options: changes as never }), out: crawl.folder };
    const { pages } = await figuresOf(crawl);
    const total = Math.min(mostPages, pages);
    const onProgress = (done: number) => tell({ doing: 'Judging pages', done, total });
    const labels = crawl.labels().sure;
    const after = await previewJudging(reader, { settings, labels, most: mostPages, onProgress, signal });
    const before = after.map(({ row }) => row.judgement ?? { relevance: 0, relevant: false });
    const change = rankingChange(before, after, pages);
    const sample = change.pages < change.ofPages ? ` (a sample of ${count(change.ofPages)})` : '';
    const words = `Of ${count(change.pages)} pages${sample}, ${count(change.relevantAfter)} would be relevant; ${count(change.relevantBefore)} are now.`;
    return { change, words };
  };
}

/** Judges the whole crawl by the changed topic. One that runs is stopped for it, and goes on afterwards. */
export function topicApply(crawl: ShownCrawl, changes: Partial<TopicFields>, by: string): JobWork<TopicPreview> {
  return async (tell, signal) => {
    const preview = await topicPreview(crawl, changes)(tell, signal);
    const wasRunning = await (await crawl.reader()).isRunning();
    if (wasRunning) await stopped(crawl, by, (doing) => tell({ doing, done: 0, total: 0 }));
    const onProgress = (done: number, total: number) => tell({ doing: 'Judging all pages', done, total });
    const { result } = await rejudgeCrawl(crawl.location, changes, 'options', onProgress);
    crawl.cached.clear();
    if (wasRunning) {
      tell({ doing: 'Resuming the crawl', done: 0, total: 0 });
      await resumed(crawl);
    }
    const words = `${count(result.relevant)} of ${count(result.pages)} pages are relevant now; ${count(result.relevantBefore)} were before.`;
    return { ...preview, words };
  };
}

async function stopped(crawl: ShownCrawl, by: string, tell: (doing: string) => void): Promise<void> {
  tell('Stopping the crawl: what is in flight is finished first');
  const control = await openControl(crawl.location, { by });
  try {
    await control.stop();
    for (const until = Date.now() + stopsWithin; await control.isRunning(); await sleep(200))
      if (Date.now() > until) throw new Refusal(503, 'not-stopped', 'The crawl did not stop in time; try again.');
  } finally {
    control.close();
  }
}

/** The words that agents learnt, with what they weighed over time. */
export async function wordHistory(crawl: ShownCrawl): Promise<Listed<WordHistory>> {
  const reader = await crawl.reader();
  const entries = await diaryWords(reader.notes);
  const agents = await reader.agents.registered();
  const named = await crawl.cached.get('words', 30_000, () => tableWords(reader, tablesOf(agents, entries), mostWords));
  const given = new Set(Topic.from(crawl.settings(), []).names.keys());
  const items: WordHistory[] = [];
  for (const { id: agent } of agents) {
    const points = entries.filter((entry) => entry.agent === agent);
    for (const { id, word } of named.get(agent) ?? []) {
      if (word === undefined) continue;
      const weights = points.flatMap(({ at, pages, words }) => {
        const found = words.find(([term]) => term === id);
        return found === undefined ? [] : [{ at, pages, weight: found[1] }];
      });
      items.push({ agent, word: inertLine(word, 60), isGiven: given.has(id), points: weights });
    }
  }
  return { items };
}

/** The words that count now, then those that once did. */
function tablesOf(
  agents: readonly { readonly id: number; readonly table: readonly (readonly [number, number])[] }[],
  entries: Awaited<ReturnType<typeof diaryWords>>,
) {
  return agents.map(({ id, table }) => {
    const terms = new Map(table.map((entry) => [entry[0], entry]));
    for (const { agent, words } of [...entries].reverse())
      if (agent === id) for (const entry of words) if (!terms.has(entry[0])) terms.set(entry[0], entry);
    return { id, table: [...terms.values()] };
  });
}
