import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { loadStrategyFile } from '../../src/strategy/strategy-file.js';
import { made } from './made.js';

test("a user's strategy tells which words count by its own table, and is blamed where that fails", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-file-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'own.mjs');
  writeFileSync(
    file,
    `class Own {
      name = 'own';
      #words = [[7, 0.75], [9, 0.5]];
      judge() { return { relevance: 0, raw: 0, parts: {} }; }
      rank() { return []; }
      topTerms(count) {
        if (count > 2) throw new Error('so many words');
        return this.#words.slice(0, count);
      }
    }
    export const strategy = { name: 'own', prepare: () => ({ make: () => new Own() }) };`,
  );
  const { strategy } = made(await loadStrategyFile(file), { query: 'court' });
  assert.deepEqual(strategy.topTerms!(1), [[7, 0.75]]);
  assert.throws(() => strategy.topTerms!(3), {
    code: 'strategy-failed',
    message: /own\.mjs: topTerms failed: so many words\.$/,
  });
});
