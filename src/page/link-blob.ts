import type { LearntLink } from '../model/strategy.js';

/** Links as one blob: their number, four lengths a link (three runs of terms, URL in bytes), the terms, the URLs. */
export function packLinks(links: readonly LearntLink[]): Uint8Array {
  // All at once: a buffer for each of the fifty thousand of a sitemap takes longer than all the rest.
  const urls = Buffer.from(links.map(({ url }) => url).join(''));
  let characters = 0;
  let terms = 0;
  for (const { url, anchorTerms, urlTerms, contextTerms } of links) {
    characters += url.length;
    terms += anchorTerms.length + urlTerms.length + contextTerms.length;
  }
  const isAscii = characters === urls.length;
  const numbers = new Uint32Array(1 + 4 * links.length + terms);
  numbers[0] = links.length;
  let [place, at] = [1, 1 + 4 * links.length];
  for (const { url, anchorTerms, urlTerms, contextTerms } of links) {
    for (const run of [anchorTerms, urlTerms, contextTerms]) {
      numbers[place++] = run.length;
      numbers.set(run, at);
      at += run.length;
    }
    numbers[place++] = isAscii ? url.length : Buffer.byteLength(url);
  }
  return Buffer.concat([new Uint8Array(numbers.buffer), urls]);
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
