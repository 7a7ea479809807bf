import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { CrawlOptions } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import type { StopReason } from '../../src/crawl/progress/stop-reason.js';
import type { CrawlStore } from '../../src/model/crawl-store.js';
import { rejudge } from '../../src/rejudge/rejudge.js';
import { html, type SitePage, startSite } from '../site.js';
import { findingsOf } from '../store/folder-views.js';

type Pages = Readonly<Record<string, SitePage>>;

/** Different enough in their words not to be copies of each other. */
const words = (name: string) =>
  Array.from({ length: 40 }, (_, index) => `${name.replace(/\W/g, '')}word${index}`).join(' ');

/** Hosts that each have pages 1 … count in a chain, and a start page that leads to the first of them and to `also`. */
function chains(hosts: readonly string[], count: number, also: readonly string[] = []): Pages {
  const pages: Record<string, SitePage> = {};
  for (const host of hosts) {
    const links = [['/1', 'court one'] as const, ...also.map((url) => [url, 'court elsewhere'] as const)];
    pages[`${host}/`] = html(`${host} court`, `court ${words(`${host}start`)}`, links);
    for (let page = 1; page <= count; page++)
      pages[`${host}/${page}`] = html(`Court ${page}`, `court ${words(`${host}${page}`)}`, [
        [`/${page + 1}`, 'court next'],
      ]);
  }
  return pages;
}

interface Run {
  readonly visits: readonly { agent: number; place: string; reason: string; raw: number | undefined }[];
  readonly reason: StopReason;
  readonly agents: Awaited<ReturnType<CrawlStore['directory']['agents']>>;
}

/** Crawls to the end; what the directory held is read before the crawl is closed. */
async function run(crawl: Crawl): Promise<Run> {
  const visits: Run['visits'][number][] = [];
  const steps = crawl.run();
  let step = await steps.next();
  let agents = await crawl.store.directory.agents();
  for (; !step.done; step = await steps.next()) {
    const { agent, url, visit } = step.value;
    visits.push({ agent, place: url.replace('http://', ''), reason: visit.reason, raw: visit.judgement?.raw });
    agents = await crawl.store.directory.agents();
  }
  return { visits, reason: step.value, agents };
}

async function schoolOf(t: TestContext, pages: Pages, options: Partial<CrawlOptions>) {
  const site = await startSite(pages);
  t.after(() => site.close());
  const settings = settingsFrom({
    options: {
      ...{ query: 'court', delay: '0s', requests: 2, workers: 0, allowPrivate: true, resolve: site.resolve },
      strategy: 'best-first',
      ...options,
    } as CrawlOptions,
  });
  return { site, settings, ...(await run(await Crawl.start(settings))) };
}

const placesOf = ({ visits }: Run, agent: number) =>
  visits.filter((visit) => visit.agent === agent).map(({ place }) => place);
const seedsOf = (...hosts: string[]) => hosts.map((host) => `http://${host}/`);

describe('agents with segments of their own', () => {
  const hosts = ['a.test', 'b.test', 'c.test'];

  test('explore from their own seeds, what they find stays theirs, and nothing is visited twice', async (t) => {
    // All three lead to d.test, which is whoever's finds it first.
    const pages = { ...chains(hosts, 4, ['http://d.test/']), ...chains(['d.test'], 3) };
    const made = await schoolOf(t, pages, { seed: seedsOf(...hosts), agents: 3 });
    for (const [agent, host] of hosts.entries()) {
      const places = placesOf(made, agent);
      assert.ok([`${host}/`, `${host}/1`, `${host}/4`].every((place) => places.includes(place)));
      assert.ok(places.every((place) => place.startsWith(host) || place.startsWith('d.test')));
    }
    const all = made.visits.map(({ place }) => place);
    assert.equal(new Set(all).size, all.length);
    const ofShared = new Set(made.visits.filter(({ place }) => place.startsWith('d.test/')).map(({ agent }) => agent));
    assert.equal(ofShared.size, 1, 'links stay with the agent that found them');
    assert.equal(made.reason, 'frontier-empty');
    assert.deepEqual(
      made.agents.map(({ id, queue, seeds }) => [id, queue, seeds]),
      [
        [0, 0, 1],
        [1, 1, 1],
        [2, 2, 1],
      ],
    );
  });

  test('keep a page budget together, not each', async (t) => {
    const made = await schoolOf(t, chains(hosts, 30), { seed: seedsOf(...hosts), agents: 3, maxPages: 20 });
    assert.equal(made.visits.filter(({ place }) => !place.endsWith('/31')).length, 20);
    assert.equal(made.reason, 'max-pages');
  });

  test('are polite together: the delay of a host holds across them, and one waits for another', async (t) => {
    // Two seeds on one host, so that both agents want it all the time.
    const pages = { ...chains(['a.test'], 6), 'a.test/x': html('X', 'court x', [['/x2', 'court']]) };
    const delay = 40;
    const made = await schoolOf(t, pages, {
      seed: ['http://a.test/', 'http://a.test/x'],
      agents: 2,
      delay: `${delay}ms`,
    });
    assert.ok(placesOf(made, 0).length > 0 && placesOf(made, 1).length > 0);
    const times = made.site.log.map(({ at }) => at);
    for (let index = 1; index < times.length; index++)
      // Timers may fire a millisecond early by the server's clock.
      assert.ok(times[index]! - times[index - 1]! >= delay - 2, `${times[index]! - times[index - 1]!} ms`);
    assert.equal(made.reason, 'frontier-empty');
  });

  test('of two that bring the same text, one is told that it is a copy', async (t) => {
    const same = html('Same', `court ${words('same')}`);
    const pages = {
      'a.test/': html('A', `court ${words('a')}`, [['/same', 'court']]),
      'b.test/': html('B', `court ${words('b')}`, [['/same', 'court']]),
      'a.test/same': same,
      'b.test/same': same,
    };
    const site = await startSite(pages);
    t.after(() => site.close());
    const options = { query: 'court', delay: '0s', workers: 0, allowPrivate: true, resolve: site.resolve, agents: 2 };
    const crawl = await Crawl.start(
      settingsFrom({ options: { ...options, seed: seedsOf('a.test', 'b.test') } as CrawlOptions }),
    );
    const outcomes: string[] = [];
    for await (const { url, visit } of crawl.run()) if (url.endsWith('/same')) outcomes.push(visit.outcome);
    assert.deepEqual(outcomes.sort(), ['duplicate', 'page']);
  });
});

describe('agents of a coordinator', () => {
  test('take the best of one queue, whoever is free', async (t) => {
    const pages = chains(['a.test', 'b.test', 'c.test', 'd.test'], 12);
    const seed = seedsOf('a.test', 'b.test', 'c.test', 'd.test');
    const made = await schoolOf(t, pages, { seed, agents: 3, organisation: 'coordinator', requests: 1 });
    const all = made.visits.map(({ place }) => place);
    assert.equal(new Set(all).size, all.length);
    assert.deepEqual(
      made.agents.map(({ id, queue }) => [id, queue]),
      [
        [0, 0],
        [1, 0],
        [2, 0],
      ],
    );
    for (const agent of [0, 1, 2]) assert.ok(placesOf(made, agent).length >= 5, `agent ${agent} had work`);
    assert.equal(all.length, 4 * 14, 'four starts, twelve pages each, and the dead link at each end');
  });

  test('stay while others are at work, though all that waits is on a host that is closed for long', async (t) => {
    const many = ['b.test', 'c.test', 'd.test', 'e.test'];
    const pages: Record<string, SitePage> = {
      ...chains(many, 5),
      'shut.test/robots.txt': (_request, response) => response.writeHead(503, { 'retry-after': '3600' }).end(),
      // The only other start, so slow that the other agent has nothing to do for a while.
      'a.test/': (_request, response) => {
        const links = many.map((host) => [`http://${host}/`, 'court'] as const);
        setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(html('A', 'court', links)), 500);
      },
    };
    const seed = seedsOf('shut.test', 'a.test');
    const options = { seed, agents: 2, organisation: 'coordinator', requests: 1 } as const;
    const made = await schoolOf(t, pages, options);
    for (const agent of [0, 1]) assert.ok(placesOf(made, agent).length > 1, `agent ${agent} had work`);
    assert.equal(made.reason, 'hosts-waiting');
  });

  test('levels: links of irrelevant pages are tunnels of limited length, and their share is served', async (t) => {
    // Five pages without "court" in a row; beyond the fourth no level is left.
    const pages: Record<string, SitePage> = {
      'a.test/': html('Start', `court ${words('start')}`, [['/t1', 'tunnel']]),
    };
    for (let step = 1; step <= 5; step++)
      pages[`a.test/t${step}`] = html('Tunnel', words(`t${step}`), [[`/t${step + 1}`, 'tunnel']]);
    const reached = async (levels: number) =>
      (await schoolOf(t, pages, { seed: 'http://a.test/', organisation: 'coordinator', levels })).visits.length;
    // The start, then as many tunnels as there are levels.
    assert.deepEqual([await reached(2), await reached(4)], [3, 5]);
    assert.equal(await reached(1), 7, 'one level is no tunnelling: all is followed, the dead end too');
  });
});

/** A strategy file whose judge does something at some pages, or that does something when it learns. */
function strategyFile(t: TestContext, judge: string, learn = ''): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-school-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'strategy.mjs');
  writeFileSync(
    file,
    `let calls = 0;
    export const strategy = {
      name: 'frail', summary: 'Fails at times.', source: 'test', needs: ['query'], parameters: {}, parts: {},
      prepare: () => ({ make: () => { let learnt = 0; return {
        name: 'frail',
        async judge(page) { const { pathname } = new URL(page.url); ${judge} return { relevance: 1, raw: learnt, parts: {} }; },
        rank: (page, judgement, links) => links.map(() => ({ value: 1, parts: {} })),
        learn(visit) { ${learn} learnt++; },
        knowledge: {
          snapshot: () => new TextEncoder().encode(String(learnt)),
          restore: (data) => { learnt = Number(new TextDecoder().decode(data)); },
        },
      }; } }),
    };`,
  );
  return file;
}

describe('an agent that fails', () => {
  const seed = seedsOf('a.test', 'b.test');
  const two = { seed, agents: 2 };
  const isA = (pathname: string) => `pathname === '${pathname}' && page.url.includes('a.test')`;

  test('is started anew with what it had learnt; the page is tried again and the crawl goes on', async (t) => {
    const strategy = strategyFile(t, `if (${isA('/3')} && calls++ === 0) throw new Error('once');`);
    const made = await schoolOf(t, chains(['a.test', 'b.test'], 6), { ...two, strategy, requests: 1, share: 'none' });
    assert.equal(made.visits.length, 2 * 8);
    assert.deepEqual(
      made.agents.map(({ restarts }) => restarts),
      [1, 0],
    );
    // The start, /1 and /2 were learnt before it failed.
    const learnt = made.visits.filter(({ agent, raw }) => agent === 0 && raw !== undefined).map(({ raw }) => raw);
    assert.deepEqual(learnt, [0, 1, 2, 3, 4, 5, 6]);
  });

  test('is started anew when it fails at what others have found', async (t) => {
    const strategy = strategyFile(t, '', "if (visit.foreign && calls++ === 0) throw new Error('once');");
    const options = { ...two, strategy, requests: 1, shareEvery: 1 };
    const made = await schoolOf(t, chains(['a.test', 'b.test'], 6), options);
    assert.equal(made.visits.length, 2 * 8);
    assert.equal(made.agents[0]!.restarts + made.agents[1]!.restarts, 1);
  });

  test('a page at which it always fails is given up after as many tries as a request gets, and told', async (t) => {
    const strategy = strategyFile(t, `if (${isA('/3')}) throw new Error('always');`);
    const made = await schoolOf(t, chains(['a.test', 'b.test'], 6), { ...two, strategy, retries: 2 });
    const places = made.visits.map(({ place }) => place);
    assert.ok(places.includes('b.test/6') && !places.includes('a.test/4'));
    assert.equal(made.site.log.filter(({ host, path: at }) => host === 'a.test' && at === '/3').length, 3);
    assert.equal(made.visits.find(({ place }) => place === 'a.test/3')?.reason, 'strategy-failed');
  });

  test('time and again is given up alone: the others go on', async (t) => {
    const strategy = strategyFile(t, "if (page.url.includes('a.test')) throw new Error('broken for good');");
    const made = await schoolOf(t, chains(['a.test', 'b.test'], 6), { ...two, strategy, retries: 0 });
    assert.deepEqual(
      made.agents.map(({ state }) => state === 'given-up'),
      [true, false],
    );
    assert.equal(placesOf(made, 1).length, 8);
    assert.equal(made.reason, 'frontier-empty');
  });

  test('ends the crawl with its own error where no other is left, though others had idled', async (t) => {
    const strategy = strategyFile(t, "throw new Error('broken for good');");
    const one = { seed: 'http://a.test/', strategy };
    await assert.rejects(schoolOf(t, chains(['a.test'], 3), one), /broken for good/);
    const coordinator = { ...two, strategy, retries: 0, requests: 1, organisation: 'coordinator' } as const;
    await assert.rejects(schoolOf(t, chains(['a.test', 'b.test'], 3), coordinator), /broken for good/);
  });

  test('its requests go on: none is sent twice, and what a host asks for holds', async (t) => {
    const pages: Record<string, SitePage> = {
      ...chains(['a.test'], 1),
      'a.test/1': html('Odd', `court ${words('odd')}`),
      // Comes while the agent is being replaced.
      'b.test/': (_request, response) => {
        setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(html('B', words('b'))), 400);
      },
    };
    const strategy = strategyFile(t, `if (${isA('/1')} && calls++ === 0) throw new Error('once');`);
    const made = await schoolOf(t, pages, { seed, agents: 1, strategy, requests: 2, delay: '150ms' });
    assert.equal(made.agents[0]!.restarts, 1);
    const asked = (host: string) => made.site.log.filter((line) => line.host === host);
    assert.deepEqual(
      asked('b.test').map(({ path: at }) => at),
      ['/robots.txt', '/'],
    );
    const times = asked('a.test').map(({ at }) => at);
    for (let index = 1; index < times.length; index++) assert.ok(times[index]! - times[index - 1]! >= 148);
  });

  test('by hanging is given up, and what it does later changes nothing', async (t) => {
    // The one that hangs comes round while the one in its place is still at work.
    const strategy = strategyFile(
      t,
      `const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
       if (${isA('/2')} && calls === 0) for (calls = 1; calls === 1; ) await wait(10);
       else {
         if (calls === 1 && page.url.includes('a.test')) calls = 2;
         await wait(100);
       }`,
    );
    const star = Array.from({ length: 8 }, (_, index) => [`/${index + 1}`, 'court'] as const);
    const pages = { ...chains(['a.test', 'b.test'], 8), 'a.test/': html('A', `court ${words('a')}`, star) };
    const options = { ...two, strategy, requests: 4, requestsPerHost: 4, hang: '300ms' };
    const made = await schoolOf(t, pages, options);
    const all = made.visits.map(({ place }) => place);
    assert.equal(new Set(all).size, all.length);
    assert.equal(all.length, 2 * 10);
    assert.equal(made.agents[0]!.restarts, 1);
  });
});

describe('a pool that is left early', () => {
  /** Visits so many pages, slowly, and leaves. */
  async function left(t: TestContext, options: Partial<CrawlOptions>, most: number) {
    const site = await startSite(chains(['a.test', 'b.test'], 10));
    t.after(() => site.close());
    const base = { query: 'court', delay: '0s', workers: 0, allowPrivate: true, resolve: site.resolve };
    const seed = seedsOf('a.test', 'b.test');
    const crawl = await Crawl.start(
      settingsFrom({ options: { ...base, seed, agents: 2, ...options } as CrawlOptions }),
    );
    let seen = 0;
    for await (const _ of crawl.run()) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (++seen === most) break;
    }
    return seen;
  }

  test('ends, though agents wait for what others find', async (t) => {
    const options = { strategy: 'best-first', organisation: 'coordinator', requests: 4 } as const;
    for (const most of [1, 4, 7]) assert.equal(await left(t, options, most), most);
  });

  test('ends, though an agent hangs', async (t) => {
    const strategy = strategyFile(t, "if (pathname === '/3') await new Promise(() => {});");
    assert.equal(await left(t, { strategy, hang: '200ms', requests: 1 }, 6), 6);
  });
});

describe('the goal of an agent', () => {
  test('ends it alone', async (t) => {
    const options = { seed: seedsOf('a.test', 'b.test'), agents: 2, relevantPerAgent: 4, threshold: 0.01, requests: 1 };
    const pages = { ...chains(['a.test'], 9), ...chains(['b.test'], 1) };
    const made = await schoolOf(t, pages, options);
    assert.equal(placesOf(made, 0).length, 4);
    assert.equal(placesOf(made, 1).length, 3, 'the start, /1 and the dead link');
    assert.equal(made.reason, 'agent-goals');
  });
});

describe('a pool that is stopped', () => {
  const hosts = ['a.test', 'b.test'];

  async function stopped(t: TestContext, options: Partial<CrawlOptions>) {
    const folder = mkdtempSync(path.join(tmpdir(), 'osprey-school-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const site = await startSite(chains(hosts, 10));
    t.after(() => site.close());
    const settings = (changes: Partial<CrawlOptions>) =>
      settingsFrom({
        options: {
          ...{ query: 'court', delay: '0s', workers: 0, allowPrivate: true, resolve: site.resolve },
          ...{ seed: seedsOf(...hosts), out: path.join(folder, 'crawl') },
          ...changes,
        } as CrawlOptions,
      });
    return { settings, before: await run(await Crawl.start(settings(options))) };
  }

  /** Every page of both chains and the dead link behind each was visited once, by the agent that had found it. */
  function isWhole(...runs: readonly Run[]): void {
    const all = runs.flatMap(({ visits }) => visits);
    assert.equal(new Set(all.map(({ place }) => place)).size, all.length);
    for (const { agent, place } of all) assert.equal(place.slice(0, 6), hosts[agent]);
    assert.equal(all.length, 2 * 12);
  }

  test('goes on with the same agents, each with its own queue', async (t) => {
    const two = { maxPages: 8, agents: 2 };
    const { settings, before } = await stopped(t, two);
    const config = path.join(settings({}).out!, 'crawl.yaml');
    const kept = readFileSync(config, 'utf8');
    const others = Crawl.resume(settings({ agents: 3, maxPages: 9 }), settings(two), []);
    await assert.rejects(others, { code: 'other-agents', message: /started with 2 agents/ });
    assert.equal(readFileSync(config, 'utf8'), kept, 'what is refused changes nothing');
    isWhole(before, await run(await Crawl.resume(settings({}), settings(two), [])));
  });

  test('takes seeds that come later in turn, and its agents are told to have them', async (t) => {
    const two = { maxPages: 8, agents: 2 };
    const { settings } = await stopped(t, two);
    const later = ['a.test/', 'c.test/', 'd.test/'].map((place) => ({ url: `http://${place}`, score: 1, found: [] }));
    const { agents } = await run(await Crawl.resume(settings({}), settings(two), later));
    // The first of the three was its own already; the next is for the second agent, and the last for the first again.
    assert.deepEqual(
      agents.map(({ segment, seeds }) => [segment, seeds]),
      [
        ['seed 1 and later ones', 2],
        ['seed 2 and later ones', 2],
      ],
    );
  });

  test('says whether an agent has come to its end or was stopped', async (t) => {
    const { settings } = await stopped(t, { maxPages: 8, agents: 2 });
    const states = async () => (await findingsOf(settings({}).out!)).agents.map(({ state }) => state);
    assert.deepEqual(await states(), ['stopped', 'stopped']);
    await run(await Crawl.resume(settings({}), settings({ maxPages: 8 }), []));
    assert.deepEqual(await states(), ['ended', 'ended']);
  });

  test('goes on though there were fewer seeds than agents were asked for', async (t) => {
    const three = { maxPages: 8, agents: 3 };
    const { settings, before } = await stopped(t, three);
    assert.equal(before.agents.length, 2);
    isWhole(before, await run(await Crawl.resume(settings({ agents: 3 }), settings(three), [])));
  });

  test('under a wider scope, what is taken back goes to the agent that had found it', async (t) => {
    const narrow = { maxDepth: 2, agents: 2 };
    const { settings, before } = await stopped(t, narrow);
    assert.equal(before.visits.length, 2 * 3);
    isWhole(before, await run(await Crawl.resume(settings({}), settings(narrow), [])));
  });

  test('is judged again as a whole, and all agents go on with what the new judge learnt', async (t) => {
    const two = { maxPages: 8, agents: 2, strategy: 'tswt' };
    const { settings, before } = await stopped(t, two);
    const now = settings({ ...two, query: 'court one' });
    assert.equal((await rejudge(now, () => {})).pages, 8);
    const crawl = await Crawl.resume({ ...now, maxPages: 50 }, now, []);
    const learnt = await Promise.all([0, 1].map(async (agent) => (await crawl.store.knowledge(agent)).data));
    assert.ok(learnt[0] !== undefined && learnt[0].length > 0);
    assert.deepEqual(learnt[1], learnt[0]);
    isWhole(before, await run(crawl));
  });
});
