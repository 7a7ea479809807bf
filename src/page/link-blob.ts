import type { LearntLink } from '../model/strategy.js';

/** Links as one blob: their number, four lengths a link (three runs of terms, URL in bytes), the terms, the URLs. */
export function packLinks(links: readonly LearntLink[]): Uint8Array {
  const urls = links.map(({ url }) => Buffer.from(url));
  const runs = links.flatMap(({ anchorTerms, urlTerms, contextTerms }) => [anchorTerms, urlTerms, contextTerms]);
  const terms = runs.reduce((sum, run) => sum + run.length, 0);
  const numbers = new Uint32Array(1 + 4 * links.length + terms);
  numbers[0] = links.length;
  let at = 1 + 4 * links.length;
  for (const [index, run] of runs.entries()) {
    numbers[1 + 4 * Math.floor(index / 3) + (index % 3)] = run.length;
    numbers.set(run, at);
    at += run.length;
  }
  for (const [index, url] of urls.entries()) numbers[4 + 4 * index] = url.length;
  return Buffer.concat([new Uint8Array(numbers.buffer), ...urls]);
}

export function unpackLinks(blob: Uint8Array): LearntLink[] {
  // A copy, since numbers must start at a multiple of four.
  const bytes = Buffer.from(new Uint8Array(blob).buffer);
  const numbers = new Uint32Array(bytes.buffer, 0, Math.floor(bytes.length / 4));
  const count = numbers[0]!;
  const lengths = numbers.subarray(1, 1 + 4 * count);
  let at = 1 + 4 * count;
  let urlAt = at;
  for (const [index, length] of lengths.entries()) if (index % 4 < 3) urlAt += length;
  urlAt *= 4;
  const run = (length: number) => {
    at += length;
    return numbers.subarray(at - length, at);
  };
  const text = (length: number) => {
    urlAt += length;
    return bytes.toString('utf8', urlAt - length, urlAt);
  };
  return Array.from({ length: count }, (_, index) => ({
    anchorTerms: run(lengths[4 * index]!),
    urlTerms: run(lengths[4 * index + 1]!),
    contextTerms: run(lengths[4 * index + 2]!),
    url: text(lengths[4 * index + 3]!),
  }));
}
