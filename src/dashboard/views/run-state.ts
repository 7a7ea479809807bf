import { counted } from '../../counted.js';
import { crawlFaults, type StopReason, stopReasons } from '../../crawl/progress/stop-reason.js';
import type { Pause } from '../../model/commands.js';
import type { DiaryEvent, DiaryState } from '../../model/crawl-diary.js';
import { inertLine } from '../../page/inert-line.js';
import type { RunState } from '../api/live.js';

/** What tells how a crawl is getting on. */
export interface RunFacts {
  readonly folder: string;
  readonly isRunning: boolean;
  readonly isStarting: boolean;
  readonly paused: Pause | undefined;
  /** The note of how it ended; kept from when it began. */
  readonly stop: string | undefined;
  readonly diary: DiaryState | undefined;
  readonly lastEvent: DiaryEvent | undefined;
  readonly isStopping: boolean;
}

/** Where a crawl stands, in one sentence. */
export function runState(facts: RunFacts): RunState {
  if (facts.isRunning) return runningState(facts);
  if (facts.isStarting) return { kind: 'starting', sentence: 'Starting.' };
  const resumeWith = `osprey resume ${shellWord(facts.folder)}`;
  const { stop, lastEvent } = facts;
  const hasEnded = lastEvent === undefined ? stop !== undefined : /^(?:stop|fault)$/.test(lastEvent.kind);
  if (!hasEnded || stop === undefined)
    return { kind: 'crashed', sentence: 'Crashed: no process is crawling. It can be resumed.', resumeWith };
  return { kind: 'stopped', sentence: stoppedSentence(stop), reason: inertLine(stop, 60), resumeWith };
}

function stoppedSentence(stop: string): string {
  const words = { ...stopReasons, ...crawlFaults }[stop as StopReason] ?? 'it could not continue';
  return stop === 'interrupted'
    ? 'Stopped: interrupted.'
    : stop === 'stopped'
      ? 'Stopped on command.'
      : `Stopped: ${words}.`;
}

function runningState({ paused, diary, isStopping, lastEvent }: RunFacts): RunState {
  // What it wrote down is of the run before.
  const hasBegun = lastEvent?.kind === 'start' || lastEvent?.kind === 'resume';
  if (diary === undefined || !hasBegun) return { kind: 'starting', sentence: 'Starting.' };
  if (isStopping) return { kind: 'stopping', sentence: 'Stopping: what is in flight is finished first.' };
  if (paused !== undefined)
    return { kind: 'paused', sentence: `Paused by ${inertLine(paused.by, 60)} at ${timeOf(paused.at)}.` };
  const { frontier, waitsUntil, pagesPerSecond } = diary;
  const { waiting } = frontier.spending ?? {};
  if (waitsUntil !== undefined)
    return {
      kind: 'waiting',
      sentence: `Waiting for ${counted(frontier.hostsWaiting, 'host')} until ${timeOf(waitsUntil)}.`,
    };
  const speed = pagesPerSecond >= 10 ? Math.round(pagesPerSecond) : pagesPerSecond.toFixed(1);
  const better = waiting === undefined ? '' : `, waiting for ${counted(waiting.hosts, 'better host')}`;
  return {
    kind: 'running',
    sentence: `Crawling: ${speed} pages a second, ${counted(frontier.hostsReady, 'host')} ready${better}.`,
  };
}

/** 14:02 UTC. */
export function timeOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? 'some time' : `${date.toISOString().slice(11, 16)} UTC`;
}

function shellWord(word: string): string {
  return /^[\w./~:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
