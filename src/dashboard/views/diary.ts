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
import type { CrawlReader } from '../../model/crawl-reader.js';
import { inertLine } from '../../page/inert-line.js';

type Notes = CrawlReader['notes'];

/** Where the crawl last said that it stood; undefined where it never did. */
export async function diaryState(notes: Notes): Promise<DiaryState | undefined> {
  const state = await parsed<DiaryState>(notes, stateNote);
  return state !== undefined && Number.isFinite(state.at) && typeof state.frontier === 'object' ? state : undefined;
}

export async function diaryHistory(notes: Notes): Promise<readonly DiaryPoint[]> {
  return (await list<DiaryPoint>(notes, historyNote)).filter(({ at, pages }) => isCount(at) && isCount(pages));
}

export async function diaryWords(notes: Notes): Promise<readonly DiaryWords[]> {
  return (await list<DiaryWords>(notes, wordsNote)).filter(({ words }) => Array.isArray(words));
}

export async function diaryEvents(notes: Notes): Promise<readonly DiaryEvent[]> {
  return (await list<DiaryEvent>(notes, eventsNote)).map(({ at, kind, code, message }) => ({
    at,
    kind,
    code: inertLine(String(code), 60),
    message: inertLine(String(message), 300),
  }));
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}

async function list<T>(notes: Notes, key: string): Promise<readonly T[]> {
  const entries = await parsed<T[]>(notes, key);
  return Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'object' && entry !== null) : [];
}

/** A folder may come from others: what cannot be read is not there. */
async function parsed<T>(notes: Notes, key: string): Promise<T | undefined> {
  try {
    return JSON.parse((await notes.get(key)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
