import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { Failure, messageOf } from '../failure.js';
import { Lines } from './lines.js';
import { decodeNumbers } from './number-column.js';

/** The columns of WordNet 3.1 in `data/wordnet`, a file each; `data/README.md` describes them, `tools/pack-wordnet.ts` makes them. */
export class WordNetColumns {
  constructor(readonly folder: string = shippedFolder) {}

  /** A column of text. `size` is how many lines it must have, where that is known. */
  lines(column: string, size?: number): Lines {
    const lines = new Lines(this.#bytes(column));
    this.#check(column, lines.size, size);
    return lines;
  }

  /** A column of whole numbers. */
  numbers(column: string, size?: number): Uint32Array {
    const numbers = decodeNumbers(this.#bytes(column));
    this.#check(column, numbers.length, size);
    return numbers;
  }

  #bytes(column: string): Buffer {
    const file = path.join(this.folder, columnFile(column));
    try {
      return brotliDecompressSync(readFileSync(file));
    } catch (thrown) {
      const message = `WordNet cannot be read from ${file} (${messageOf(thrown)}): install osprey-crawler again.`;
      throw new Failure('wordnet-missing', message, 'fatal', { file }, thrown);
    }
  }

  #check(column: string, size: number, expected = size): void {
    if (size === expected) return;
    const file = path.join(this.folder, columnFile(column));
    const message = `WordNet is damaged, ${file} has ${size} entries instead of ${expected}: install osprey-crawler again.`;
    throw new Failure('wordnet-damaged', message, 'fatal', { file, size, expected });
  }
}

export function columnFile(column: string): string {
  return `${column}.br`;
}

const shippedFolder = fileURLToPath(new URL('../../../data/wordnet', import.meta.url));
