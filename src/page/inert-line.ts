import { clip, oneLine } from './one-line.js';

/** Characters for private use, which mark matches; invisible tags, which can hide text; halves of characters. */
const odd = /[\ue000\ue001\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/**
 * Text from the web on one line, without what could change the direction, the place or the meaning of what stands around it. It is still
 * to be escaped.
 */
export function inertLine(text: string, limit: number): string {
  const line = oneLine(text.replace(odd, ''), limit + 1);
  return line.length > limit ? `${clip(line, limit - 1)}…` : line;
}
