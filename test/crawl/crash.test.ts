import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { WARCParser } from 'warcio';
import type { VisitRow } from '../../src/model/visit.js';
import { seededRandom } from '../../src/random.js';
import { openReader } from '../../src/store/open-reader.js';
import { osprey, startOsprey, webFlags } from '../cli/osprey.js';
import { archiveOf } from '../lab/archived.js';
import { html, startSite } from '../site.js';

const kills = 10;

/** Kills the process that long after it has begun to crawl. Says whether it was killed, or had ended. */
async function killed(args: readonly string[], afterMs: number): Promise<boolean> {
  const { process: child, ended } = startOsprey([...args, '--json'], tmpdir());
  await Promise.race([once(child.stdout!, 'data'), ended]);
  await sleep(afterMs);
  if (child.exitCode === null) child.kill('SIGKILL');
  const { code, stderr } = await ended;
  if (code !== null) assert.equal(code, 0, stderr);
  return code === null;
}

async function toTheEnd(args: readonly string[]): Promise<void> {
  const { code, stderr } = await osprey([...args, '--quiet'], tmpdir());
  assert.equal(code, 0, stderr);
}

/** Starts a crawl, kills it and resumes it until it was killed so often, each time within so many milliseconds. */
async function killAndResume(crawl: readonly string[], out: string, kills: number, withinMs: number): Promise<void> {
  const random = seededRandom(7);
  for (let kill = 0; kill < kills; kill++) {
    const args = kill === 0 ? crawl : ['resume', out];
    assert.ok(await killed(args, random() * withinMs), 'the crawl ended before it was killed often enough');
  }
  await toTheEnd(['resume', out]);
}

async function visitsOf(folder: string): Promise<VisitRow[]> {
  const { records, close } = await openReader(folder);
  const rows: VisitRow[] = [];
  for await (const row of records.visits()) rows.push(row);
  await close();
  return rows;
}

async function archivedUrls(folder: string): Promise<string[]> {
  const urls: string[] = [];
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.warc.gz'))
    .sort()) {
    for await (const record of new WARCParser(createReadStream(path.join(folder, name)))) {
      await record.readFully(true);
      if (record.warcType === 'response') urls.push(record.warcTargetURI!);
    }
  }
  return urls;
}

test(`a crawl that is killed ${kills} times loses nothing, repeats nothing and stays polite`, async (t) => {
  const [hosts, pages, delayMs] = [20, 8, 1500];
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-crash-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  // Page i of host h links to page i + 1 there and to page i of the next host; all can be reached from one seed.
  const site = await startSite((host, where) => {
    const [h, i] = [Number(/^h(\d+)/.exec(host)?.[1]), Number(/^\/(\d+)$/.exec(where)?.[1])];
    if (Number.isNaN(i) || i >= pages) return undefined;
    return html(`court ${h} ${i}`, 'court of law', [
      [`/${i + 1}`, 'court'],
      [`http://h${(h + 1) % hosts}.test/${i}`, 'law'],
      ...Array.from({ length: hosts }, (_, n): [string, string] => [`http://h${n}.test/0`, 'host']),
    ]);
  });
  t.after(() => site.close());
  const out = path.join(folder, 'crawl');
  const flags = [...webFlags(site), '--delay', `${delayMs}ms`, '--requests', '16', '--retries', '0'];
  await killAndResume(['crawl', 'court law', '--seed', 'http://h0.test/0', '--out', out, ...flags], out, kills, 500);

  const visits = await visitsOf(out);
  const documents = visits.filter(({ outcome }) => outcome === 'page');
  assert.equal(documents.length, hosts * pages, 'a page was lost');
  assert.equal(new Set(visits.map(({ url }) => url)).size, visits.length, 'a URL has two committed visits');

  // Requests repeat only where a kill met them in flight: at most 16 a kill.
  const requests = site.log.filter(({ path: where }) => where !== '/robots.txt');
  assert.ok(requests.length - visits.length <= 16 * kills, `${requests.length} requests for ${visits.length} visits`);

  // The delay counts from the claim, the log from the arrival here: a quarter of it is room for a busy machine.
  const last = new Map<string, number>();
  for (const { host, at } of site.log) {
    const gap = at - (last.get(host) ?? Number.NEGATIVE_INFINITY);
    assert.ok(gap >= 0.75 * delayMs, `two requests to ${host} within ${gap} ms`);
    last.set(host, at);
  }

  const archived = await archivedUrls(out);
  assert.deepEqual(
    archived.sort(),
    visits
      .filter(({ archive }) => archive)
      .map(({ url }) => url)
      .sort(),
  );
});

test('three agents that are killed again and again visit every page once, each what it has found', async (t) => {
  const [hosts, pages] = [3, 40];
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-crash-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  // A chain of pages on each host, that no other host leads to.
  const site = await startSite((host, where) => {
    const [h, i] = [Number(/^h(\d+)/.exec(host)?.[1]), Number(/^\/(\d+)$/.exec(where)?.[1])];
    if (Number.isNaN(i) || i >= pages) return undefined;
    const own = Array.from({ length: 30 }, (_, n) => `w${h}x${i}x${n}`).join(' ');
    return html(`court ${h} ${i}`, `court of law ${own}`, i + 1 < pages ? [[`/${i + 1}`, 'court']] : []);
  });
  t.after(() => site.close());
  const out = path.join(folder, 'crawl');
  const seeds = Array.from({ length: hosts }, (_, h) => ['--seed', `http://h${h}.test/0`]).flat();
  // With threads that read pages, which are killed too.
  const flags = [...webFlags(site), '--delay', '60ms', '--workers', '1', '--agents', '3', '--share', 'all'];
  const crawl = ['crawl', 'court law', ...seeds, '--out', out, ...flags];
  // Forty pages in a row take 2.4 seconds.
  await killAndResume(crawl, out, 3, 300);

  const visits = await visitsOf(out);
  assert.equal(visits.length, hosts * pages, 'a page was lost, or visited twice');
  assert.equal(new Set(visits.map(({ url }) => url)).size, visits.length);
  for (const { url, agent } of visits) assert.equal(new URL(url).host, `h${agent}.test`);
});

test('with one request at a time and an archive, a killed crawl visits in the order of one that was left alone', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-crash-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const words = ['court', 'law', 'music', 'sport', 'judge', 'appeal'];
  const size = 250;
  const link = (m: number): [string, string] => [`/${m % size}`, `${words[m % 6]} ${words[(m * 7) % 5]}`];
  const page = (n: number) =>
    html(`${words[n % 6]} ${n}`, `${words[(n * 5) % 6]} and ${words[(n * 11) % 6]}`, [
      link(n * 2 + 1),
      link(n * 2 + 2),
      link(n * 13 + 5),
    ]);
  const web = archiveOf(folder, Object.fromEntries(Array.from({ length: size }, (_, n) => [`h.test/${n}`, page(n)])));
  // What is learnt, held until the seeds are over, merged part by part and handed on from page to page.
  const learning = [['best-first', 2] as const, ['tswt', 2] as const, ['shark-search', 1] as const];
  for (const [strategy, times] of learning) {
    const flags = ['--requests', '1', '--workers', '0', '--random-seed', '3', '--idf', 'collection'];
    const seeds = ['--seed', 'http://h.test/0', '--seed', 'http://h.test/7'];
    const crawl = (out: string) => [
      ...['crawl', 'court law', ...seeds, '--out', out, '--web', web, ...flags],
      ...['--strategy', strategy],
    ];
    const [whole, broken] = [path.join(folder, `${strategy}-whole`), path.join(folder, `${strategy}-broken`)];
    await toTheEnd(crawl(whole));
    await killAndResume(crawl(broken), broken, times, 60);

    const comparable = (rows: VisitRow[]) =>
      rows.map(({ url, outcome, priority, judgement }) => ({ url, outcome, priority, judgement }));
    const [expected, actual] = [await visitsOf(whole), await visitsOf(broken)];
    assert.ok(expected.length > 100, strategy);
    assert.deepEqual(comparable(actual), comparable(expected), strategy);
  }
});
