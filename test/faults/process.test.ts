import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { exitCodes } from '../../src/cli/exit-codes.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { seededRandom } from '../../src/random.js';
import { openReader } from '../../src/store/open-reader.js';
import { html, type SitePage, startSite } from '../site.js';
import { intact } from './intact.js';
import { ended, folderFor, pagesOf, resumed, ringSettings, ringWeb } from './ring-web.js';
import { deadlyWords } from './sabotage.js';

const program = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const sabotage = new URL('sabotage.js', import.meta.url).href;

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
  /** It has begun to crawl, or has ended. */
  readonly begun: Promise<unknown>;
}

/** The real program; `node`: options of Node.js before it. */
function start(t: TestContext, args: readonly string[], node: readonly string[] = []): Running {
  const child = spawn(process.execPath, [...node, program, ...args, '--json'], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  let stderr = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const closed = once(child, 'close');
  const begun = Promise.race([once(child.stdout!, 'data'), closed]);
  child.stdout!.resume();
  return { child, begun, ended: closed.then(([code]) => ({ code: code as number | null, stderr })) };
}

function crawlArgs(site: { readonly resolve: string }, out: string, ...more: readonly string[]): string[] {
  const seed = ['--seed', 'http://h0.test/0', '--strategy', 'best-first', '--out', out];
  return ['crawl', 'court law', ...seed, '--resolve', site.resolve, '--allow-private', ...more];
}

describe('a process', { concurrency: true }, () => {
  test('that is stopped, continued and killed at random leaves a crawl that goes on', async (t) => {
    const web = ringWeb(6, 20);
    const site = await startSite(web.page);
    t.after(() => site.close());
    const out = path.join(folderFor(t), 'crawl');
    const random = seededRandom(23);
    const flags = ['--delay', '100ms', '--workers', '1', '--timeout', '400ms', '--hang', '300ms'];
    for (let round = 0; round < 3; round++) {
      const args = round === 0 ? crawlArgs(site, out, ...flags) : ['resume', out];
      const { child, begun, ended: end } = start(t, args);
      await begun;
      // Of a second, so that requests time out in some of the stops, and agents would count as hanging.
      for (let stops = 0; stops < 2; stops++) {
        await sleep(random() * 150);
        child.kill('SIGSTOP');
        await sleep(random() * 1_000);
        child.kill('SIGCONT');
      }
      await sleep(random() * 100);
      child.kill('SIGKILL');
      const { code, stderr } = await end;
      assert.equal(code, null, `it ended before it was killed: ${stderr}`);
      intact(out);
    }
    assert.equal(await resumed(ringSettings(site, out)), 'frontier-empty');
    intact(out);
    assert.deepEqual(await pagesOf(out), web.urls);
  });

  test('that loses its terminal saves and ends, unless nohup has told it to go on', async (t) => {
    const web = ringWeb(1, 3_000);
    const site = await startSite(web.page);
    t.after(() => site.close());
    const folder = folderFor(t);
    const args = (out: string) => crawlArgs(site, path.join(folder, out), '--delay', '20ms', '--workers', '0');
    const hungUp = start(t, args('one'));
    await hungUp.begun;
    hungUp.child.kill('SIGHUP');
    assert.equal((await hungUp.ended).code, exitCodes.interrupted);
    intact(path.join(folder, 'one'));
    const command = [program, ...args('two'), '--json'];
    const env = { ...process.env, _: '/usr/bin/nohup' };
    const child = spawn('nohup', [process.execPath, ...command], { stdio: ['ignore', 'pipe', 'ignore'], env });
    t.after(() => child.kill('SIGKILL'));
    await once(child.stdout!, 'data');
    child.stdout!.resume();
    child.kill('SIGHUP');
    await sleep(500);
    assert.deepEqual([child.exitCode, child.signalCode], [null, null]);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [exitCodes.interrupted, null]);
  });

  test('that stood still for longer than an agent may hang is not taken for one that hangs', async (t) => {
    const web = ringWeb(2, 3);
    const site = await startSite(web.page);
    t.after(() => site.close());
    const folder = folderFor(t);
    const strategy = path.join(folder, 'strategy.mjs');
    // At one page nothing at all happens for a second, as to a process that is stopped in the middle of its work.
    writeFileSync(
      strategy,
      `let calls = 0;
      export const strategy = {
        name: 'still', summary: 'Stands still once.', source: 'test', needs: ['query'], parameters: {}, parts: {},
        prepare: () => ({ make: () => ({
          name: 'still',
          async judge() {
            const later = new Promise((resolve) => setTimeout(resolve, 150));
            if (++calls === 3) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
            await later;
            return { relevance: 1, raw: 1, parts: {} };
          },
          rank: (page, judgement, links) => links.map(() => ({ value: 1, parts: {} })),
        }) }),
      };`,
    );
    const crawl = await Crawl.start(
      ringSettings(site, path.join(folder, 'crawl'), { strategy, hang: '600ms', retries: 0 }),
    );
    let restarts = 0;
    const reason = await ended(crawl, async () => {
      restarts = (await crawl.store.directory.agents())[0]!.restarts;
    });
    assert.deepEqual([reason, restarts], ['frontier-empty', 0]);
    assert.deepEqual(await pagesOf(path.join(folder, 'crawl')), web.urls);
  });

  test('whose threads die of a page loses that page alone', async (t) => {
    // Of three hosts, so that whatever is behind a page that is lost can be reached by another way.
    const web = ringWeb(3, 8);
    const deadly: Readonly<Record<string, string>> = { 'h0.test/3': deadlyWords.memory, 'h1.test/5': deadlyWords.exit };
    const site = await startSite((host, where): SitePage | undefined => {
      const word = deadly[`${host}${where}`];
      return word === undefined ? web.page(host, where) : html('court', word);
    });
    t.after(() => site.close());
    const out = path.join(folderFor(t), 'crawl');
    const args = crawlArgs(site, out, '--delay', '0s', '--workers', '1');
    const { code, stderr } = await start(t, args, ['--import', sabotage]).ended;
    assert.equal(code, exitCodes.ok, stderr);
    intact(out);
    const lost = Object.keys(deadly).map((place) => `http://${place}`);
    assert.deepEqual(
      await pagesOf(out),
      web.urls.filter((url) => !lost.includes(url)),
    );
    const { records, close } = await openReader(out);
    const { reasons } = await records.totals();
    await close();
    assert.deepEqual(reasons, { 'page-worker-died': 2 });
  });
});

/** Lets a running process open no files but the few that are free below the limit. */
function leaveDescriptors(pid: number, count: number): void {
  const taken = new Set(readdirSync(`/proc/${pid}/fd`).map(Number));
  let limit = 0;
  for (let free = 0; free < count; limit++) if (!taken.has(limit)) free++;
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${limit}`]);
}

const noLimits = spawnSync('prlimit', ['--version']).status !== 0 && 'there is no prlimit here';

describe('a process that may open hardly any files', { concurrency: true, skip: noLimits }, () => {
  const web = ringWeb(5, 2);
  const seeds = Array.from({ length: 5 }, (_, host) => ['--seed', `http://h${host}.test/0`]).flat();
  /** Slow, and without connections that are kept, so that all that are needed are needed at once. */
  const slow = (host: string, where: string): SitePage => {
    const page = web.page(host, where);
    return (_request, response) => {
      const head = { 'content-type': 'text/html', connection: 'close' };
      setTimeout(() => response.writeHead(page === undefined ? 404 : 200, head).end(page), 100);
    };
  };

  test('goes on with fewer connections at a time', async (t) => {
    const site = await startSite(slow);
    t.after(() => site.close());
    const out = path.join(folderFor(t), 'crawl');
    const flags = ['--delay', '0s', '--workers', '0', '--requests', '16', '--retries', '0', ...seeds];
    const { child, begun, ended: end } = start(t, crawlArgs(site, out, ...flags));
    await begun;
    leaveDescriptors(child.pid!, 2);
    const { code, stderr } = await end;
    intact(out);
    if (code !== exitCodes.ok) {
      // No module that is loaded late could be opened; the crawl is there all the same.
      assert.deepEqual([code, /ulimit -n/.test(stderr)], [exitCodes.fatal, true], stderr);
    } else {
      assert.deepEqual(await pagesOf(out), web.urls, 'no host was given up, though nothing is tried twice');
    }
    await resumed(ringSettings(site, out));
    intact(out);
    assert.deepEqual(await pagesOf(out), web.urls);
  });

  test('and can start no threads says so and ends; nothing is lost', async (t) => {
    const site = await startSite(web.page);
    t.after(() => site.close());
    const out = path.join(folderFor(t), 'crawl');
    const flags = ['--delay', '0s', '--workers', '2'];
    const { child, begun, ended: end } = start(t, crawlArgs(site, out, ...flags));
    await begun;
    leaveDescriptors(child.pid!, 1);
    const { code, stderr } = await end;
    if (code !== exitCodes.ok) {
      assert.equal(code, exitCodes.fatal, stderr);
      assert.match(stderr, /EMFILE|ulimit -n/);
    }
    intact(out);
    await resumed(ringSettings(site, out));
    intact(out);
    assert.deepEqual(await pagesOf(out), web.urls);
  });
});
