import { termId } from '../../text/term-id.js';

/** What is glued to numbers: units, times of day, ordinals, decades. Model names such as "a4" begin with their letter. */
const endings = ['am', 'pm', 'st', 'nd', 'rd', 'th', 'km', 'cm', 'mm', 'kg', 'mg', 'ft', 'lb', 'mb', 'gb', 'kb', 'hz'];
const letters = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Ids of numbers below 10,000, with zeros before them or not, of those below 1,000 with letters glued to them ("30pm", "12th", "5k"), of
 * decades ("1960s") and of single letters. Dates, times, counts and initials are on all pages, and general text lacks them, so by weight
 * they would fill a table; but they say nothing of a topic. Pages carry only the ids of terms, so it is ids that are listed.
 */
export function numeralIds(): ReadonlySet<number> {
  if (listed.size > 0) return listed;
  for (let number = 0; number < 10_000; number++) {
    const digits = String(number);
    for (let length = digits.length; length <= 4; length++) listed.add(termId(digits.padStart(length, '0')));
    if (number % 10 === 0) listed.add(termId(`${digits}s`));
    if (number >= 1000) continue;
    for (const ending of [...endings, ...letters]) {
      listed.add(termId(digits + ending));
      if (number < 10) listed.add(termId(`0${digits}${ending}`));
    }
  }
  for (const letter of letters) listed.add(termId(letter));
  return listed;
}

const listed = new Set<number>();
