import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';

export const folder = mkdtempSync(path.join(tmpdir(), 'osprey-queries-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let logs = 0;
export function logOf(...queries: string[]): string {
  const file = path.join(folder, `log-${++logs}.txt`);
  writeFileSync(file, queries.map((query) => `${query}\n`).join(''));
  return file;
}

export const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);

export const paperRules = { alpha: 0.5, threshold: 1 };
export const linkFrom = { depth: 1, level: 2 } as const;

export const shared = { seed: 'http://a.test/', idf: 'one', strategy: 'query-log' } as const;
