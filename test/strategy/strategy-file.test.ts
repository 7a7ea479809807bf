import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { judgementOf } from '../../src/strategy/judgement-of.js';
import { loadStrategyFile } from '../../src/strategy/strategy-file.js';
import { html } from '../site.js';
import { asSeed, made } from './made.js';
import { visitOrder } from './visit-order.js';

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

test("a user's strategy is blamed by the name of the capability and the method that failed, and for a judgement that is no number", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-file-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'own.mjs');
  writeFileSync(
    file,
    `export const strategy = { name: 'own', prepare: () => ({ make: () => ({
      name: 'own',
      judge: () => ({ relevance: 1, raw: Number.NaN, parts: {} }),
      rank: () => [],
      queueing: { merge: 'sum', refill() { throw new Error('nothing left'); } },
      labels: { apply() { throw new Error('no opinion'); } },
      external: { async poll() { throw new Error('no log'); } },
    }) }) };`,
  );
  const { strategy, page } = made(await loadStrategyFile(file), { query: 'court' });
  const code = 'strategy-failed';
  const { queueing, labels, external } = strategy;
  assert.equal(queueing!.merge, 'sum');
  assert.throws(() => queueing!.refill!(), { code, message: /own\.mjs: queueing\.refill failed: nothing left\.$/ });
  assert.throws(() => labels!.apply({ page: page('<p>court</p>'), relevant: true }), {
    code,
    message: /own\.mjs: labels\.apply failed at http:\/\/a\.test\/: no opinion\.$/,
  });
  await assert.rejects(external!.poll(1), { code, message: /own\.mjs: external\.poll failed: no log\.$/ });
  await assert.rejects(judgementOf(strategy, page('<p>court</p>'), asSeed), {
    code: 'bad-judgement',
    message: /own gave http:\/\/a\.test\/ a relevance or raw score that is not a number\.$/,
  });
});

test('a strategy is a name, judge and rank: a URL that is met again keeps the best of its scores', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-file-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'own.mjs');
  writeFileSync(
    file,
    `export const strategy = { name: 'own', prepare: () => ({ make: () => ({
      name: 'own',
      judge: () => ({ relevance: 1, raw: 1, parts: {} }),
      rank: (page, judgement, links) => links.map(({ anchor }) => ({ value: Number(anchor), parts: {} })),
    }) }) };`,
  );
  const web = {
    'a.test/': html('Start', 'court', [
      ['/first', '9'],
      ['/middle', '5'],
      ['/raised', '1'],
      ['/kept', '4'],
    ]),
    'a.test/first': html('First', 'court one', [
      ['/raised', '6'],
      ['/kept', '2'],
    ]),
    ...Object.fromEntries(['raised', 'middle', 'kept'].map((name) => [`a.test/${name}`, html(name, `court ${name}`)])),
  };
  const order = await visitOrder(web, {
    query: 'court',
    seed: 'http://a.test/',
    strategy: file,
    nearDuplicates: 'off',
  });
  assert.deepEqual(
    order,
    ['', 'first', 'raised', 'middle', 'kept'].map((name) => `a.test/${name}`),
  );
});
