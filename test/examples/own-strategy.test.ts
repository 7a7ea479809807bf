import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { crawl } from '../../src/library/crawl.js';
import { osprey, webFlags } from '../cli/osprey.js';
import { html, startSite } from '../site.js';
import { visitOrder, visitOrderResumed } from '../strategy/visit-order.js';

// As users write it: TypeScript, which Node 20 does not load by itself.
const file = path.resolve('examples/own-strategy.ts');

const web = {
  'a.test/': html('Jaguar car', 'The jaguar car.', [
    ['/x/y/deep.html', 'jaguar car'],
    ['/shallow.html', 'a car'],
  ]),
  'a.test/x/y/deep.html': html('Deep', 'jaguar car'),
  'a.test/shallow.html': html('Shallow', 'jaguar car'),
};
const options = { query: 'jaguar car', seed: 'http://a.test/', strategy: file };

describe('a strategy of one’s own in a TypeScript file', () => {
  test('decides the order, also after a restart', async () => {
    // Deep: the anchor is the query; two folders, so 0.5² of the score. Shallow: cos(anchor) 0.71 of 1, no folder.
    const set = { 'shallow-first.keeps': 0.5 };
    const order = ['a.test/', 'a.test/shallow.html', 'a.test/x/y/deep.html'];
    assert.deepEqual(await visitOrder(web, { ...options, set }), order);
    assert.deepEqual(await visitOrderResumed(web, { ...options, set }), order);
  });

  test('has parameters like any other', async () => {
    const keepsAll = { 'shallow-first.keeps': 1 };
    const [, second] = await visitOrder(web, { ...options, set: keepsAll });
    assert.equal(second, 'a.test/x/y/deep.html');
    await assert.rejects(
      visitOrder(web, { ...options, set: { 'shallow-first.keeps': 2 } }),
      /--set shallow-first\.keeps: must be/,
    );
    await assert.rejects(visitOrder(web, { ...options, set: { 'shallow-first.keep': 1 } }), /Did you mean "keeps"/);
  });

  test('is explained by `osprey why` and described by `osprey strategies`', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'osprey-own-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const site = await startSite(web);
    t.after(() => site.close());
    const flags = ['--strategy', file, ...webFlags(site), '--out', 'crawl', '--quiet'];
    const { code } = await osprey(['crawl', 'jaguar car', '--seed', 'http://a.test/', ...flags], folder);
    assert.equal(code, 0);
    const { stdout } = await osprey(['why', 'crawl', 'http://a.test/x/y/deep.html', '--strategy', file], folder);
    assert.match(stdout, /folders 2/);
    assert.match(stdout, /Parts of the scores\n(.*\n)*.*folders {2}folders in the path of its URL/);
    assert.match((await osprey(['strategies', file], folder)).stdout, /keeps +x +0\.8 +What a link keeps/);
  });

  test('that is missing, broken or none is one clear error', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'osprey-own-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const written = (name: string, text: string) => {
      writeFileSync(path.join(folder, name), text);
      return path.join(folder, name);
    };
    const refused = (strategy: string, message: RegExp) =>
      assert.rejects(visitOrder(web, { ...options, strategy }), { name: 'UsageError', message });
    await refused(path.join(folder, 'none.ts'), /none\.ts does not exist; check the path/);
    await refused(written('broken.ts', 'export const strategy: = 1;'), /Cannot load the strategy file .*broken\.ts/);
    await refused(written('other.js', 'export const other = 1;'), /must export one made by defineStrategy/);
  });

  test('may be a class that keeps what it learns to itself, and its faults are told as its own', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'osprey-own-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const written = path.join(folder, 'counting.ts');
    const strategyFile = (rank: string) => `
      import { defineStrategy, type LearntVisit, type Link, type Page } from 'osprey-crawler';
      class Counting {
        readonly name = 'counting';
        #seen = 0;
        judge() { return { raw: this.#seen, relevance: this.#seen / 10, parts: {} }; }
        rank(page: Page, _judgement: unknown, links: readonly Link[]) { ${rank} }
        learn(_visit: LearntVisit) { this.#seen++; return undefined; }
      }
      export const strategy = defineStrategy({
        name: 'counting', summary: '', source: '', needs: [], parameters: {}, parts: {},
        prepare: () => ({ make: () => new Counting() }),
      });`;
    writeFileSync(written, strategyFile('return links.map(() => ({ value: this.#seen, parts: {} }));'));
    const site = await startSite(web);
    t.after(() => site.close());
    const network = { resolve: site.resolve, allowPrivate: true, delay: '0s', requests: 1, workers: 0 } as const;
    const seen: number[] = [];
    for await (const page of crawl({ ...options, ...network, strategy: written })) seen.push(page.relevance);
    assert.deepEqual(seen, [0, 0.1, 0.2]);
    const failing = path.join(folder, 'failing.ts');
    writeFileSync(failing, strategyFile("throw new Error('no links today');"));
    await assert.rejects(visitOrder(web, { ...options, strategy: failing }), {
      code: 'strategy-failed',
      message: /failing\.ts: rank failed at http:\/\/a\.test\/: no links today\.$/,
    });
    const short = path.join(folder, 'short.ts');
    writeFileSync(short, strategyFile('return [];'));
    await assert.rejects(visitOrder(web, { ...options, strategy: short }), {
      code: 'bad-rank',
      message: /gave 0 scores for the 2 links/,
    });
  });

  test('is as long as it is said to be', () => {
    assert.ok(readFileSync(file, 'utf8').split('\n').length < 45);
  });
});
