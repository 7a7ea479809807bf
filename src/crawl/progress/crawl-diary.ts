import { Failure, messageOf } from '../../failure.js';
import {
  type DiaryEvent,
  type DiaryPoint,
  type DiaryState,
  type DiaryWords,
  eventsNote,
  historyNote,
  stateNote,
  wordsNote,
} from '../../model/crawl-diary.js';
import type { CrawlStore } from '../../model/crawl-store.js';
import type { CrawlProgress } from './crawl-progress.js';

/** Points that are kept at most; then every other one goes, and the next ones are twice as far apart. */
const [mostPoints, mostWordPoints, mostEvents] = [500, 60, 200] as const;
/** Least time between two points (ms). */
const [pointsEvery, wordsEvery] = [5_000, 30_000] as const;
const wordsOfAgent = 30;

type Parts = Pick<CrawlStore, 'notes' | 'directory'>;

/** Writes down how a crawl goes, in its notes (`model/crawl-diary.ts`). Each entry is a small write; none of them grows without end. */
export class CrawlDiary {
  #points: DiaryPoint[] = [];
  #words: DiaryWords[] = [];
  #events: DiaryEvent[] = [];
  #pointDue = 0;
  #wordsDue = 0;

  private constructor(private readonly store: Parts) {}

  /** Goes on with what earlier runs have written. */
  static async open(store: Parts): Promise<CrawlDiary> {
    const diary = new CrawlDiary(store);
    const list = async <T>(note: string) => JSON.parse((await store.notes.get(note)) ?? '[]') as T[];
    diary.#points = await list<DiaryPoint>(historyNote);
    diary.#words = await list<DiaryWords>(wordsNote);
    diary.#events = await list<DiaryEvent>(eventsNote);
    return diary;
  }

  begin(now: number): Promise<void> {
    return this.#tell({ at: now, kind: this.#events.length === 0 ? 'start' : 'resume', code: '', message: '' });
  }

  /** An agent or the whole crawl failed. */
  fault(now: number, thrown: unknown): Promise<void> {
    const code = thrown instanceof Failure ? thrown.code : 'fault';
    return this.#tell({ at: now, kind: 'fault', code, message: messageOf(thrown).slice(0, 300) });
  }

  /** The last word: figures as they are now, whatever is due. */
  async end(progress: CrawlProgress, reason: string): Promise<void> {
    this.#pointDue = 0;
    this.#wordsDue = 0;
    await this.enter(progress);
    await this.#tell({ at: progress.now, kind: 'stop', code: reason, message: '' });
  }

  /** To be called about once a second. */
  async enter(progress: CrawlProgress): Promise<void> {
    const { now, elapsedMs, frontier, msLeft, waitsUntil } = progress;
    const point = pointOf(progress);
    const state: DiaryState = {
      ...point,
      elapsedMs,
      frontier,
      ...(msLeft !== undefined && { msLeft }),
      ...(waitsUntil !== undefined && { waitsUntil }),
    };
    await this.store.notes.set(stateNote, JSON.stringify(state));
    if (now >= this.#pointDue) {
      this.#points = thinned([...this.#points, point], mostPoints);
      this.#pointDue = now + spacing(this.#points, pointsEvery, mostPoints);
      await this.store.notes.set(historyNote, JSON.stringify(this.#points));
    }
    if (now >= this.#wordsDue) await this.#enterWords(point);
  }

  async #enterWords({ at, pages }: DiaryPoint): Promise<void> {
    const agents = (await this.store.directory.agents()).filter(({ table }) => table.length > 0);
    this.#wordsDue = at + spacing(this.#words, wordsEvery, mostWordPoints);
    if (agents.length === 0) return;
    const added = agents.map(({ id, table }) => ({ at, pages, agent: id, words: table.slice(0, wordsOfAgent) }));
    const times = thinned([...new Set([...this.#words, ...added].map((entry) => entry.at))], mostWordPoints);
    const kept = new Set(times);
    this.#words = [...this.#words, ...added].filter((entry) => kept.has(entry.at));
    await this.store.notes.set(wordsNote, JSON.stringify(this.#words));
  }

  async #tell(event: DiaryEvent): Promise<void> {
    this.#events = [...this.#events, event].slice(-mostEvents);
    await this.store.notes.set(eventsNote, JSON.stringify(this.#events));
  }
}

function pointOf({ tally, frontier, now, pagesPerSecond, forecast }: CrawlProgress): DiaryPoint {
  return {
    at: now,
    pages: tally.documents,
    relevant: tally.relevant,
    recentHarvest: tally.recentHarvest,
    pagesPerSecond,
    queued: frontier.queued,
    hostsReady: frontier.hostsReady,
    hostsWaiting: frontier.hostsWaiting,
    failed: tally.failed,
    bytes: tally.bytes,
    ...(forecast && { forecast }),
  };
}

/** The last is always kept. */
function thinned<T>(entries: readonly T[], most: number): T[] {
  const last = entries.length - 1;
  return entries.length <= most ? [...entries] : entries.filter((_, place) => (last - place) % 2 === 0);
}

/** So far apart that half the room lasts for as long again as the crawl has taken. */
function spacing(entries: readonly { readonly at: number }[], least: number, most: number): number {
  const [first, last] = [entries[0]?.at ?? 0, entries.at(-1)?.at ?? 0];
  return Math.max(least, (2 * (last - first)) / most);
}
