import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrawlControl } from '../../src/crawl/control/crawl-control.js';
import { openControl } from '../../src/crawl/control/open-control.js';
import { seededRandom } from '../../src/random.js';
import { readingCrawl } from '../../src/store/open-reader.js';
import { jsonLines, osprey, startOsprey, webFlags } from '../cli/osprey.js';
import { html, startSite } from '../site.js';

const hosts = 6;
const withinMs = 1_500;

/** Page i of host h leads to page i + 1 there and to the first pages of the first six hosts. */
function endlessWeb(host: string, where: string): string | undefined {
  const [h, i] = [/^(\w+)\.test$/.exec(host)?.[1], Number(/^\/(\d+)$/.exec(where)?.[1])];
  if (h === undefined || Number.isNaN(i)) return undefined;
  return html(`court ${h} ${i}`, `court of law ${h} ${i}`, [
    [`/${i + 1}`, 'court'],
    ...Array.from({ length: hosts }, (_, n): [string, string] => [`http://h${n}.test/0`, 'law']),
  ]);
}

test('a steered crawl that is killed at any moment resumes with what it was told', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-steered-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const site = await startSite(endlessWeb);
  t.after(() => site.close());
  const out = path.join(folder, 'crawl');
  const random = seededRandom(11);
  const flags = [...webFlags(site), '--delay', '40ms', '--near-duplicates', 'off', '--no-sitemaps'];
  const begin = ['crawl', 'court law', '--seed', 'http://h0.test/0', '--out', out, ...flags];

  /** Runs the crawl, gives it a command at some moment and kills it at another, whether it has applied the command or not. */
  const round = async (args: readonly string[], give: (control: CrawlControl) => Promise<unknown>) => {
    const { process: child, ended } = startOsprey([...args, '--json'], folder);
    await once(child.stdout!, 'data');
    const control = await openControl(out, { by: 'ada', wait: 0 });
    await sleep(random() * 200);
    await give(control);
    await sleep(random() * withinMs);
    child.kill('SIGKILL');
    await ended;
    control.close();
  };
  const resume = ['resume', out];
  await round(begin, (control) => control.block('h1.test'));
  await round(resume, (control) => control.addSeeds(['http://added.test/0', 'http://h1.test/999999']));
  await round(resume, (control) => control.block(['http://h2.test/**']));
  await round(resume, (control) => control.update({ delay: '10ms', maxPerHost: 400 }));
  await round(resume, (control) => control.update({ maxPages: 1_000_000 }));

  // From here on all of it holds: whatever was not applied before the last kill is applied before the first request.
  const told = site.log.length;
  await round(resume, (control) => control.pause());
  const isLeftAlone = ({ host }: { readonly host: string }) => host === 'h1.test' || host === 'h2.test';
  assert.deepEqual(site.log.slice(told).filter(isLeftAlone), []);
  const config = readFileSync(path.join(out, 'crawl.yaml'), 'utf8');
  for (const line of [
    /maxPages: 1000000\n/,
    /delay: 10ms\n/,
    /maxPerHost: 400\n/,
    /- h1\.test\n/,
    /- http:\/\/h2\.test\/\*\*\n/,
  ])
    assert.match(config, line);
  for (const seed of ['http://added.test/0', 'http://h1.test/999999']) assert.ok(config.includes(`- ${seed}\n`), seed);
  await readingCrawl(out, async ({ records }) => {
    assert.match((await records.find('http://added.test/0'))!.state, /^(queued|visited)$/);
    assert.equal((await records.find('http://h1.test/999999'))?.reason, 'blocked-host');
  });

  const control = await openControl(out);
  t.after(() => control.close());
  const commands = (await control.commands()).filter(({ kind }) => kind !== 'pause');
  assert.deepEqual(
    commands.map(({ kind, by, appliedAt, result }) => [kind, by, appliedAt !== undefined, result?.error]),
    ['block', 'seed', 'block', 'set', 'set'].map((kind) => [kind, 'ada', true, undefined]),
  );
});

test('a crawl that is killed while paused is still paused, and continues when it is resumed', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-steered-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const site = await startSite(endlessWeb);
  t.after(() => site.close());
  const out = path.join(folder, 'crawl');
  const flags = [...webFlags(site), '--delay', '20ms', '--near-duplicates', 'off', '--no-sitemaps'];
  const begin = ['crawl', 'court law', '--seed', 'http://h0.test/0', '--out', out, ...flags];
  const first = startOsprey([...begin, '--json'], folder);
  await once(first.process.stdout!, 'data');
  const control = await openControl(out, { by: 'ada', wait: 60_000 });
  t.after(() => control.close());
  assert.equal((await control.pause()).applied, true);
  first.process.kill('SIGKILL');
  await first.ended;
  const state = async () => /^State +(.*)$/m.exec((await osprey(['status', out], folder)).stdout)?.[1];
  assert.match((await state())!, /^stopped \(interrupted\): .*, paused by ada at 20.* UTC before$/);

  // Asked to, it comes back paused: nothing is requested.
  const requests = site.log.length;
  const second = startOsprey(['resume', out, '--keep-paused', '--json'], folder);
  await once(second.process.stdout!, 'data');
  await sleep(1_500);
  assert.equal(site.log.length, requests);
  assert.match((await state())!, /^paused by ada at 20.* UTC$/);
  second.process.kill('SIGKILL');
  await second.ended;

  // Otherwise, to resume it is to resume it.
  const { pages } = JSON.parse((await osprey(['status', out, '--json'], folder)).stdout) as { pages: number };
  const { stdout } = await osprey(['resume', out, '--max-pages', String(pages + 10), '--json'], folder);
  const { reason, paused } = jsonLines(stdout).at(-1)!;
  assert.deepEqual([reason, paused], ['max-pages', null]);
});
