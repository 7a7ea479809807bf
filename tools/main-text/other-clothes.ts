import { featureNames } from '../../src/page/main/block-features.js';
import { seededRandom } from '../../src/random.js';

const numbers = (pattern: RegExp): number[] => featureNames.flatMap((name, i) => (pattern.test(name) ? [i] : []));
const NAMES = numbers(/ name$|of names$/);
const TAGS = numbers(/^(?:leaf|in) (?!main box)|^furniture$|(?<!main )article|^(?:no|behind|since) h1$|^is the title$/);
const TABLE = numbers(/^in table$|^leaf t[rd]$/);

/**
 * The blocks of a page as if it were written in another way: with names that say nothing, with elements that say nothing, or laid out by
 * a table, as pages were for years. What is learnt has to hold for those too, of which the collection has few.
 */
export function otherClothes(rows: Float32Array, seed: number): Float32Array {
  const random = seededRandom(seed);
  const [isNameless, isTagless, isTable] = [random() < 0.7, random() < 0.6, random() < 0.25];
  const width = featureNames.length;
  const changed = rows.slice();
  for (let at = 0; at < changed.length; at += width) {
    if (isNameless || !isTagless) for (const i of NAMES) changed[at + i] = 0;
    if (isTagless) for (const i of TAGS) changed[at + i] = 0;
    if (isTable) for (const i of TABLE) changed[at + i] = 1;
  }
  return changed;
}
