import type { LearntLink } from '../model/strategy.js';

/** Links as one blob: their number, four lengths a link (three runs of terms, URL in bytes), the terms, the URLs. */
export function packLinks(links: readonly LearntLink[]): Uint8Array {
  let terms = 0;
  let characters = 0;
  for (const { url, anchorTerms, urlTerms, contextTerms } of links) {
    terms += anchorTerms.length + urlTerms.length + contextTerms.length;
    characters += url.length;
  }
  const count = 1 + 4 * links.length + terms;
  // A character takes three bytes at most.
  const blob = Buffer.allocUnsafeSlow(4 * count + 3 * characters);
  const numbers = new Uint32Array(blob.buffer, 0, count);
  numbers[0] = links.length;
  let at = 1 + 4 * links.length;
  // Runs are short: a loop is quicker than `set`.
  const put = (run: Uint32Array): number => {
    for (let i = 0; i < run.length; i++) numbers[at++] = run[i]!;
    return run.length;
  };
  let end = 4 * count;
  for (let index = 0; index < links.length; index++) {
    const { url, anchorTerms, urlTerms, contextTerms } = links[index]!;
    numbers[4 * index + 1] = put(anchorTerms);
    numbers[4 * index + 2] = put(urlTerms);
    numbers[4 * index + 3] = put(contextTerms);
    const bytes = blob.write(url, end);
    numbers[4 * index + 4] = bytes;
    end += bytes;
  }
  return blob.subarray(0, end);
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
