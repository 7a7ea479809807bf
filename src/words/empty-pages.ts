import { counted } from '../counted.js';

/** Pages that are empty without scripts, which were not run, and what helps; undefined where there are none. */
export function emptyPagesInWords(reasons: Readonly<Record<string, number>>): string | undefined {
  const pages = reasons['needs-scripts'] ?? 0;
  if (pages === 0) return undefined;
  return `${counted(pages, 'page')} ${pages === 1 ? 'is' : 'are'} empty without scripts; "osprey resume" with --render auto runs them`;
}
