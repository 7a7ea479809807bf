import { flagOf } from '../../../config/option.js';
import type { CommandReceipt } from '../../../crawl/control/crawl-control.js';
import type { CommandResult, KeptCommand, Pause } from '../../../model/commands.js';
import { columns, counted, moment, printable, shellWord } from '../../terminal/format.js';

/** What came of a command, for whoever gave it. */
export function receiptInWords(
  { id, kind, applied, result }: CommandReceipt,
  { folder, running }: { readonly folder: string; readonly running: boolean },
): string {
  const dir = shellWord(folder);
  if (applied) return `${resultInWords(kind, result)}${next[kind]?.(dir) ?? ''}`;
  if (running)
    return `Kept as command ${id}. The crawl has not applied it yet; "osprey control ${dir} log" shows when it has.`;
  return `Kept as command ${id}. No process is crawling in ${folder}: osprey resume ${dir} will apply it.`;
}

const next: Partial<Record<KeptCommand['kind'], (dir: string) => string>> = {
  pause: (dir) => ` Continue with: osprey control ${dir} resume`,
  stop: (dir) => ` Continue later with: osprey resume ${dir}`,
};

/** As "Paused; requests in flight are finished." */
export function resultInWords(kind: KeptCommand['kind'], result: CommandResult): string {
  if (result.error !== undefined) return `Refused: ${printable(result.error.message)}`;
  switch (kind) {
    case 'pause':
      return 'Paused; requests in flight are finished first.';
    case 'resume':
      return 'Resumed.';
    case 'stop':
      return 'Stopping; requests in flight are finished first.';
    case 'seed':
      return seedsInWords(result as { queued?: number; known?: number; rejected?: number });
    case 'label':
      return 'Labels kept.';
    case 'block':
    case 'set':
      return changesInWords(result as { changed?: readonly string[]; readmitted?: number });
  }
}

function seedsInWords({ queued = 0, known = 0, rejected = 0 }: { queued?: number; known?: number; rejected?: number }) {
  const parts = [
    `${counted(queued, 'seed')} queued`,
    ...(known > 0 ? [`${known} already known`] : []),
    ...(rejected > 0 ? [`${rejected} outside the scope`] : []),
  ];
  return `${parts.join(', ')}.`;
}

function changesInWords({ changed = [], readmitted = 0 }: { changed?: readonly string[]; readmitted?: number }) {
  if (changed.length === 0) return 'Nothing changed: it was so already.';
  const back = readmitted === 0 ? '' : ` ${counted(readmitted, 'URL is', 'URLs are')} in the queue again.`;
  return `Changed ${changed.map(flagOf).join(', ')}.${back}`;
}

/** As "paused by ada at 2026-11-16 18:00 UTC". */
export function pauseInWords({ by, at }: Pause): string {
  return `paused by ${printable(by, 40)} at ${moment(at)}`;
}

export function logLines(commands: readonly KeptCommand[]): string[] {
  if (commands.length === 0) return ['No commands so far.'];
  const rows = commands.map(({ id, at, by, kind, arguments: given, appliedAt, result = {} }) => [
    String(id),
    moment(at),
    printable(by, 40),
    `${kind}${given === null ? '' : ` ${printable(JSON.stringify(given), 80)}`}`,
    appliedAt === undefined ? 'waiting' : resultInWords(kind, result),
  ]);
  return columns([['id', 'given', 'by', 'command', 'result'], ...rows], [0]);
}
