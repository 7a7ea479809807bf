import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { columnFile } from '../../src/semantics/wordnet-columns.js';

/** Writes every column to a file of its own; says how large each became. */
export function writeColumns(folder: string, columns: ReadonlyMap<string, Buffer>): Map<string, number> {
  mkdirSync(folder, { recursive: true });
  const sizes = new Map<string, number>();
  for (const [column, bytes] of columns) {
    const compressed = brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS },
    });
    writeFileSync(path.join(folder, columnFile(column)), compressed);
    sizes.set(column, compressed.length);
  }
  return sizes;
}
