import { termId } from '../../text/term-id.js';

/**
 * Ids of numbers below 10,000, of decades ("1960s") and of single letters. Dates, counts and initials are on all pages, and
 * general text lacks them, so by weight they would fill a table; but they say nothing of a topic. Pages carry only the ids of
 * terms, so it is ids that are listed.
 */
export function numeralIds(): ReadonlySet<number> {
  if (listed.size > 0) return listed;
  for (let number = 0; number < 10_000; number++) {
    listed.add(termId(String(number)));
    if (number < 10) listed.add(termId(`0${number}`));
    if (number % 10 === 0) listed.add(termId(`${number}s`));
  }
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') listed.add(termId(letter));
  return listed;
}

const listed = new Set<number>();
