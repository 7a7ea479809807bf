import { UsageError } from '../failure.js';
import { nearest } from './nearest.js';
import { BadValue, quote } from './option-kind.js';
import { optionKeys } from './options.js';

/** Something wrong in what the user wrote, and where: `crawl.yaml:3:11: maxPages`, `--max-pages` or `maxPages`. */
export interface Problem {
  readonly where: string;
  readonly reason: string;
}

/** Runs `parse`; whatever is wrong with the value is added to the problems, placed by `where`. */
export function collect<Value>(
  problems: Problem[],
  where: (item: number | string | undefined) => string,
  parse: () => Value,
): Value | undefined {
  try {
    return parse();
  } catch (thrown) {
    if (!(thrown instanceof BadValue)) throw thrown;
    for (const { item, reason } of thrown.faults) problems.push({ where: where(item), reason });
    return undefined;
  }
}

/** A reason for a name that is no option. */
export function unknownName(noun: 'field' | 'option', name: string): string {
  const near = nearest(name, optionKeys);
  return `unknown ${noun}${near === undefined ? '' : `; did you mean ${near}?`}`;
}

/** A name that the user made up, safe to show on one line. */
export function shownName(name: string): string {
  return /^[\w.-]{1,40}$/.test(name) ? name : quote(name);
}

const MOST_SHOWN = 50;

/** Throws all problems as one error, one a line; does nothing when there is none. */
export function refuse(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const shown = problems.slice(0, MOST_SHOWN);
  const lines = shown.map(({ where, reason }) => (where === '' ? reason : `${where}: ${reason}`));
  if (problems.length > MOST_SHOWN) lines.push('… and more');
  throw new UsageError('bad-config', lines.join('\n'), { problems: shown });
}
