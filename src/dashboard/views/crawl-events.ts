import { counted } from '../../counted.js';
import { crawlFaults, stopReasons } from '../../crawl/progress/stop-reason.js';
import type { KeptCommand } from '../../model/commands.js';
import type { DiaryEvent } from '../../model/crawl-diary.js';
import { inertLine } from '../../page/inert-line.js';
import type { Listed } from '../api/endpoints.js';
import type { CrawlEvent } from '../api/live.js';
import type { Fields } from '../server/fields.js';
import type { ShownCrawl } from '../server/shown-crawl.js';
import { diaryEvents } from './diary.js';

const mostCommands = 2_000;

/** What happened to a crawl, the newest first: commands and labels of people, starts and ends, faults. */
export async function crawlEvents(crawl: ShownCrawl, query: Fields): Promise<Listed<CrawlEvent>> {
  const { browsing, notes } = await crawl.reader();
  const limit = query.integer('limit', 1, 200) ?? 100;
  const from = query.integer('after', 0, 1_000_000) ?? 0;
  const events = [
    ...(await browsing.commands(mostCommands)).map(ofCommand),
    ...(await diaryEvents(notes)).map(ofDiary),
    ...(await browsing.rejudgedAt()).map(ofRejudging),
  ].sort((a, b) => b.at - a.at);
  const next = from + limit;
  const more = next < events.length && { next: String(next) };
  return { items: events.slice(from, next), total: events.length, ...more };
}

function ofCommand({ id, at, by, kind, arguments: given, appliedAt, result }: KeptCommand): CrawlEvent {
  const outcome = appliedAt === undefined ? 'waiting' : result?.error === undefined ? 'applied' : 'refused';
  const who = inertLine(by, 60);
  return {
    id: `command-${id}`,
    at,
    kind: kind === 'label' ? 'label' : 'command',
    by: who,
    words: `${who} ${inertLine(commandInWords(kind, given), 300)}`,
    outcome,
  };
}

function commandInWords(kind: KeptCommand['kind'], given: unknown): string {
  const { urls = [], hosts = [], patterns = [], ...options } = (given ?? {}) as Record<string, string[]>;
  switch (kind) {
    case 'pause':
      return 'paused the crawl';
    case 'resume':
      return 'continued the crawl';
    case 'stop':
      return 'stopped the crawl';
    case 'seed':
      return `added ${urls.length === 1 ? urls[0] : counted(urls.length, 'seed')}`;
    case 'block':
      return `blocked ${[...hosts, ...patterns].join(', ')}`;
    case 'label':
      return `labelled ${counted(Array.isArray(given) ? given.length : 0, 'page')}`;
    case 'set':
      return `set ${Object.entries(options)
        .map(([key, value]) => `${key} to ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join(', ')}`;
  }
}

function ofDiary({ at, kind, code, message }: DiaryEvent, place: number): CrawlEvent {
  const meanings: Readonly<Record<string, string>> = { ...stopReasons, ...crawlFaults };
  const meaning = meanings[code];
  const words = {
    start: 'The crawl began.',
    resume: 'The crawl was resumed.',
    stop: `The crawl ended: ${meaning ?? code}.`,
    fault: `Fault (${code}): ${message || meaning}`,
  }[kind];
  return { id: `diary-${place}-${at}`, at, kind, by: '', words };
}

function ofRejudging(at: number): CrawlEvent {
  return { id: `rejudged-${at}`, at, kind: 'rejudge', by: '', words: 'All pages were judged again.' };
}
