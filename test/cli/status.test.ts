import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { responseRecords } from '../../src/archive/warc-record.js';
import { settingsFrom } from '../../src/config/settings.js';
import { openArchive } from '../../src/crawl/open-archive.js';
import { progressOf } from '../../src/crawl/progress/crawl-progress.js';
import { Tally } from '../../src/crawl/progress/tally.js';
import { saveConfig } from '../../src/crawl/save-config.js';
import type { AgentEntry } from '../../src/model/directory.js';
import { revisitLevel } from '../../src/model/frontier.js';
import { SqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { TextPipeline } from '../../src/text/text-pipeline.js';
import { html } from '../site.js';
import { claimOne, judgedPage, link, rules, visitNext } from '../store/invented-crawl.js';
import { osprey, temporaryFolder } from './osprey.js';

const { folder, remove } = temporaryFolder();
after(remove);

const termOf = (word: string, weight: number) => [new TextPipeline().idOf(word)!, weight] as const;
const table = [termOf('engines', 0.9), termOf('jaguar', 0.8), termOf('unwritten', 0.7), termOf('office hours', 0.6)];
const about = 'Engines, engines: every engine of a Jaguar. The Jaguar has engines and engines.';

/** A store with two agents in a folder of the name, as a crawl leaves it; not closed. */
async function twoAgents(name: string, { archive }: { archive: boolean }): Promise<SqliteStore> {
  const out = path.join(folder, name);
  mkdirSync(out);
  const options = { query: 'jaguar car', seed: ['http://a.test/'], genreTerms: ['office hours'], strategy: 'tswt' };
  saveConfig(out, settingsFrom({ options }));
  const store = SqliteStore.open(out, rules(), { create: true });
  const writer = archive ? await openArchive(true, out, store) : undefined;
  const { frontier } = store;
  const visitNext = async (agent: number, relevance: number, links: readonly string[]) => {
    const claim = await claimOne(frontier, 0, agent);
    const place = (await writer?.appendAll([responseRecords({ ...exchange, url: claim.url })]))?.[0];
    const visit = judgedPage(relevance, place && { archive: place });
    const found = links.map((target) => link(target, 0.5, { queue: agent }));
    await frontier.settle({ settlements: [{ claim, visit, links: found }] });
  };
  await store.directory.register(agents, Date.now() - 60_000);
  await frontier.add([link('a.test/1', 9, { queue: 1 }), link('a.test/4', 8, { queue: 1 })]);
  await frontier.add([link('b.test/1', 9, { queue: 2 })]);
  await visitNext(1, 1, ['b.test/1', 'a.test/2', 'a.test/3']);
  await visitNext(1, 0, []);
  await visitNext(2, 1, ['b.test/2']);
  await store.directory.beat(1, { state: 'working', restarts: 0, host: 'a.test', table }, Date.now() - 7_000);
  await store.directory.beat(2, { state: 'given-up', restarts: 3, host: 'b.test', table: [] }, Date.now());
  await writer?.close();
  return store;
}

const exchange = {
  request: { method: 'GET', headers: [] },
  response: {
    ...{ status: 200, statusText: 'OK', httpVersion: '1.1' },
    headers: [['content-type', 'text/html']] as const,
    body: Buffer.from(html('A page', about)),
  },
  fetchedAt: 1,
};
const agents: AgentEntry[] = [
  { id: 1, segment: 'news', queue: 1, seeds: 1 },
  { id: 2, segment: 'blogs\u001b[31m', queue: 2, seeds: 1 },
];

async function status(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await osprey(['status', ...args], folder);
  assert.equal(code, 0, stderr);
  assert.ok(!stdout.includes('\u001b'), 'nothing steers the terminal');
  return stdout;
}

describe('osprey status of a crawl with two agents', { concurrency: true }, () => {
  let text = '';
  before(async () => {
    await (await twoAgents('archived', { archive: true })).close();
    text = await status('archived');
    await (await twoAgents('bare', { archive: false })).close();
  });

  test('has a line an agent, with the words of its table as its pages write them', () => {
    assert.match(
      text,
      new RegExp(
        [
          '^Agents \\(segments: a queue each\\)',
          ' {2}agent +segment +pages +relevant +harvest +queue +last host +state +top terms',
          // Queued are a.test/2 and a.test/3, and b.test/2.
          ' {6}1 {2}news +2 +1 +50.0 % +2 {2}a.test +stopped +engines, Jaguar, office hours',
          ' {6}2 {2}blogs \\[31m +1 +1 +100.0 % +1 {2}b.test +given-up, 3 restarts +–$',
        ].join('\\n'),
        'm',
      ),
    );
  });

  test('tells how different their finds are', () => {
    // a.test/1 was found by agent 1 alone, b.test/1 by both.
    assert.match(
      text,
      /^Diversity: 2 relevant pages on 2 hosts, 50\.0 % found by one agent only\nOverlap between two agents: 50\.0 % of their relevant pages\n {2}50\.0 % {2}agents 1 and 2 {2}1 of 2 pages$/m,
    );
  });

  test('names the words of the topic where there is no archive', async () => {
    assert.match(await status('bare'), / stopped +jaguar, office hours$/m);
  });

  test('tells the same as JSON', async () => {
    const { agents, diversity, organisation, queue } = JSON.parse(await status('archived', '--json'));
    assert.deepEqual([organisation, queue.levels], ['segments', [{ level: 1, queued: 3 }]]);
    assert.deepEqual(
      agents.map(({ id, pages, relevant, hosts, state, restarts, host }: Record<string, unknown>) => [
        ...[id, pages, relevant, hosts],
        ...[state, restarts, host],
      ]),
      [
        [1, 2, 1, 1, 'stopped', 0, 'a.test'],
        [2, 1, 1, 1, 'given-up', 3, 'b.test'],
      ],
    );
    const named = table.map(([id, weight], index) => {
      const word = ['engines', 'Jaguar', undefined, 'office hours'][index];
      return { id, weight, ...(word !== undefined && { word }) };
    });
    assert.deepEqual(agents[0].terms, named);
    assert.deepEqual(diversity, {
      relevant: 2,
      hosts: 2,
      foundByOne: 1,
      foundByOneShare: 0.5,
      overlaps: [{ agents: [1, 2], both: 1, either: 2, share: 0.5 }],
    });
  });

  test('osprey why tells whose a visit was', async () => {
    const { stdout } = await osprey(['why', 'archived', 'http://b.test/1'], folder);
    assert.match(stdout, /^Visit 3 by agent 2 \(blogs \[31m\) at /m);
  });

  test('tells when they gave their last sign of life while the crawl is running', async (context) => {
    const store = await twoAgents('running', { archive: false });
    context.after(() => store.close());
    // On disk before the other process looks.
    await store.frontier.add([link('z.test/1')]);
    await store.frontier.claim({ queue: 0, count: 1, now: Date.now() });
    assert.match(await status('running'), / working, seen 0:\d\d ago +jaguar, office hours$/m);
  });
});

test('osprey status of a crawl with one agent tells of no agents', async () => {
  const out = path.join(folder, 'alone');
  mkdirSync(out);
  saveConfig(out, settingsFrom({ options: { query: 'jaguar car', seed: ['http://a.test/'] } }));
  const store = SqliteStore.open(out, rules(), { create: true });
  await store.directory.register([{ id: 0, segment: 'all seeds', queue: 0, seeds: 1 }], 1_000);
  await store.close();
  assert.doesNotMatch(await status('alone'), /Agents|Diversity/);
  const { agents, diversity } = JSON.parse(await status('alone', '--json'));
  assert.equal(agents.length, 1);
  assert.equal(diversity, null);
});

test('osprey status forecasts nothing of pages that are to be visited again', async () => {
  const out = path.join(folder, 'refreshed');
  mkdirSync(out);
  const settings = settingsFrom({ options: { query: 'jaguar car', seed: ['http://a.test/'] } });
  saveConfig(out, settings);
  const store = SqliteStore.open(out, rules(), { create: true });
  // As many documents as a forecast goes by.
  const places = Array.from({ length: 50 }, (_, index) => `a.test/${index}`);
  await store.frontier.add(places.map((place) => link(place)));
  for (const _ of places) await visitNext(store.frontier, { visit: judgedPage(1) });
  await store.frontier.add(places.map((place) => link(place, 1, { level: revisitLevel, kind: 'revisit' })));
  const tally = await Tally.of(store.records, await store.records.totals());
  const running = await progressOf(tally, settings, store, { now: 1_000, elapsedMs: 1_000 });
  await store.close();
  assert.deepEqual([running.frontier.queuedAgain, running.forecast], [50, undefined]);
  const { queue, forecast } = JSON.parse(await status('refreshed', '--json'));
  assert.deepEqual([queue.queued, queue.again, forecast], [50, 50, null]);
});
