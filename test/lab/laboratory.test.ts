import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { RawOptions } from '../../src/config/layer.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { Laboratory } from '../../src/lab/laboratory.js';
import type { RunTrace } from '../../src/lab/runs/assignment.js';
import type { RunOutcome } from '../../src/lab/runs/process-pool.js';
import { linksOf } from '../../src/lab/web/link-graph.js';
import { strategies } from '../../src/strategy/strategies.js';
import { temporaryFolder } from '../archive/warc-fixture.js';
import { html } from '../site.js';
import { inventedWeb } from '../strategy/invented-web.js';
import { archiveOf, labSettings } from './archived.js';

const invented = inventedWeb(30);
const asked = { query: 'court law', seed: invented.seeds, maxPages: 30 };
/** Enough for several agents. */
const someSeeds = Object.keys(invented.pages)
  .slice(0, 24)
  .map((place) => `http://${place}`);

function traceOf(outcome: RunOutcome): RunTrace {
  if ('failure' in outcome) assert.fail(outcome.failure);
  return outcome;
}

describe('a laboratory', () => {
  let lab: Laboratory;
  let web: string;
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-lab-test-'));
  before(async () => {
    web = archiveOf(folder, invented.pages);
    lab = await Laboratory.open(labSettings(web), { workers: 2 });
  });
  after(async () => {
    await lab.close();
    rmSync(folder, { recursive: true });
  });

  const run = async (options: RawOptions, latency?: { medianMs: number; spread: number; seed: number }) =>
    traceOf(await lab.run({ options: { ...asked, ...options }, ...(latency && { latency }) }));

  test('every strategy visits the pages that a real crawl of the archive visits, in the same order', async () => {
    const plain = strategies.filter(({ model, name }) => model === undefined && name !== 'genre');
    const given: Record<string, RawOptions> = { genre: { genreTerms: 'appeal,verdict', contentTerms: 'court of law' } };
    for (const { name } of [...plain, { name: 'genre' }]) {
      const options = { ...asked, strategy: name, ...given[name] };
      const crawl = await Crawl.start(labSettings(web, { ...options, requests: 1, workers: 0 }));
      const visited: string[] = [];
      const judged: number[] = [];
      for await (const { url, visit } of crawl.run()) {
        if (visit.outcome !== 'page' && visit.outcome !== 'duplicate') continue;
        visited.push(url);
        judged.push(visit.judgement?.relevance ?? 0);
      }
      const trace = await run(options);
      assert.deepEqual(
        [...trace.pages].map((page) => lab.web.urls[page]),
        visited,
        name,
      );
      assert.deepEqual([...trace.judged], judged, name);
      assert.equal(trace.pages.length, 30);
      assert.equal(trace.reason, 'max-pages');
    }
  });

  test('breadth-first takes the pages of the graph in the order in which they are found', async () => {
    const expected = invented.seeds.map((url) => lab.web.pageOf(url)!);
    for (let at = 0; at < expected.length; at++)
      for (const page of linksOf(lab.web.graph, expected[at]!)) if (!expected.includes(page)) expected.push(page);
    const { pages } = await run({ strategy: 'breadth-first', maxPages: 1000 });
    assert.deepEqual([...pages], expected);
  });

  test('the same assignment has the same outcome, on whichever process', async () => {
    const twice = await Promise.all([run({ strategy: 'tswt' }), run({ strategy: 'tswt' })]);
    const [first, second] = twice.map(({ cpuMs: _, ...rest }) => rest);
    assert.deepEqual(first, second);
    assert.ok(twice[0]!.cpuMs > 0);
  });

  test('crawls with one agent unless asked for more, whatever the machine', async () => {
    const many = { strategy: 'tswt', seed: someSeeds };
    const alone = await run({ ...many, agents: 1 });
    assert.deepEqual((await run(many)).pages, alone.pages);
    assert.notDeepEqual((await run({ ...many, agents: 3 })).pages, alone.pages);
  });

  test('several agents do the same again, on whichever process and with or without time', async () => {
    const pool = { seed: someSeeds, agents: 3, maxPages: 40 };
    const latency = { medianMs: 200, spread: 0.5, seed: 1 };
    for (const own of [
      { strategy: 'tswt', share: 'all', shareEvery: 2 },
      { strategy: 'osprey', share: 'tables', shareEvery: 5 },
      { strategy: 'best-first', organisation: 'coordinator' },
      { strategy: 'osprey', organisation: 'coordinator', share: 'all', requests: 2 },
    ]) {
      const runs = [undefined, latency].map((time) => [1, 2].map(() => run({ ...pool, ...own }, time)));
      for (const [first, second] of (await Promise.all(runs.map((pair) => Promise.all(pair)))) as RunTrace[][]) {
        const { cpuMs: _, ...one } = first!;
        const { cpuMs: __, ...other } = second!;
        assert.deepEqual(one, other, JSON.stringify(own));
        assert.equal(one.pages.length, 40);
        assert.equal(new Set(one.pages).size, 40, 'what one has visited, the others do not visit');
      }
    }
  });

  test('on a virtual clock several agents take less time than one, and spare hosts together', async () => {
    const latency = { medianMs: 200, spread: 0.5, seed: 1 };
    const timed = (agents: number, organisation: string) =>
      run(
        { seed: someSeeds, strategy: 'best-first', agents, organisation, requests: 1, delay: '1s', maxPages: 40 },
        latency,
      );
    const [alone, apart, together] = await Promise.all([
      timed(1, 'segments'),
      timed(3, 'segments'),
      timed(3, 'coordinator'),
    ]);
    for (const several of [apart, together]) {
      assert.ok(
        several.at.at(-1)! < alone.at.at(-1)!,
        `${several.at.at(-1)} ms with three, ${alone.at.at(-1)} with one`,
      );
      assertSpared(several);
    }
  });

  test('on a virtual clock more requests at a time take less time, and hosts are spared', async () => {
    const latency = { medianMs: 200, spread: 0.5, seed: 1 };
    const timed = (requests: number) =>
      run({ strategy: 'best-first', requests, requestsPerHost: 1, delay: '1s', maxPages: 40 }, latency);
    const [one, three, again] = await Promise.all([timed(1), timed(3), timed(3)]);
    assert.ok(three.at.at(-1)! < one.at.at(-1)!, `${three.at.at(-1)} ms with three, ${one.at.at(-1)} with one`);
    assert.deepEqual(three.at, again.at);
    assertSpared(three);
  });

  /** A second between requests to a host. */
  function assertSpared({ pages, at }: RunTrace): void {
    const lastOf = new Map<number, number>();
    for (const [index, page] of pages.entries()) {
      const host = lab.web.hosts[page]!;
      const before = lastOf.get(host);
      // Fetch results, so the difference of two latencies comes on top; the delay counts from the end of a request.
      if (before !== undefined) assert.ok(at[index]! - before >= 1000, `host ${host} at ${at[index]}`);
      lastOf.set(host, at[index]!);
    }
  }

  test('options that do not fit are told, and the next crawl is none the worse for it', async () => {
    const outcome = await lab.run({ options: { ...asked, strategy: 'best-furst' } });
    assert.ok('failure' in outcome && /best-first/.test(outcome.failure));
    assert.equal((await run({})).pages.length, 30);
  });

  test('gives the texts of pages as files, of those that the web has and that have words', async (t) => {
    const pages = { 'a.test/': html('Courts', 'of law'), 'a.test/frames': '<frameset><frame src=/></frameset>' };
    const other = await Laboratory.open(labSettings(archiveOf(temporaryFolder(t), pages)), { workers: 1 });
    t.after(() => other.close());
    const files = await other.exampleFiles(['http://a.test/frames', 'http://a.test/', 'http://a.test/gone']);
    assert.equal(files.length, 1);
    assert.match(readFileSync(files[0]!, 'utf8'), /Courts.*of law/s);
  });

  test('leaves nothing behind when it closes', async (t) => {
    const folder = temporaryFolder(t);
    const other = await Laboratory.open(labSettings(archiveOf(folder, { 'a.test/': 'one page' })), { workers: 1 });
    assert.ok(existsSync(other.folder));
    await other.close();
    assert.ok(!existsSync(other.folder));
  });
});
