import { productOf } from './meaning.js';

/** Numbers that the words of a page are folded into, and those of its meaning. */
const wordNumbers = 256;
const meaningNumbers = 100;
export const sketchLength = wordNumbers + meaningNumbers;
/** What unrelated pages have in common: likeness begins above it. */
const [commonWords, commonMeaning] = [0.1, 0.4] as const;

/**
 * A page in few numbers, enough to tell how like another it is: its unit vector of words folded by the bits of their ids (feature
 * hashing), which keeps cosines to about ±0.06, and its meaning where it has one.
 */
export function sketchOf(ids: Uint32Array, unit: Float64Array, meaning: Float64Array | undefined): Float64Array {
  const sketch = new Float64Array(sketchLength);
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i]!;
    sketch[id & (wordNumbers - 1)]! += id & wordNumbers ? unit[i]! : -unit[i]!;
  }
  if (meaning !== undefined) sketch.set(meaning, wordNumbers);
  return sketch;
}

/** 0..1: by words and meaning alike, by words alone where one of the two has no meaning. */
export function likenessOf(a: Float64Array, b: Float64Array): number {
  const words = above(productOf(a.subarray(0, wordNumbers), b.subarray(0, wordNumbers)), commonWords);
  const product = productOf(a.subarray(wordNumbers), b.subarray(wordNumbers));
  return product === 0 ? words : (words + above(product, commonMeaning)) / 2;
}

function above(cosine: number, common: number): number {
  return Math.max(0, Math.min(1, (cosine - common) / (1 - common)));
}
