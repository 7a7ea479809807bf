import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { html, type Site, startSite } from '../site.js';
import { jsonLines, osprey, type RunningOsprey, startOsprey, temporaryFolder, webFlags } from './osprey.js';

const { folder, remove } = temporaryFolder();
after(remove);

/** Host h has pages without end, each of which leads to the next one there, and to the first pages of the other hosts. */
function endlessWeb(host: string, where: string): string | undefined {
  const [h, i] = [Number(/^h(\d+)\.test/.exec(host)?.[1]), Number(/^\/(\d+)$/.exec(where)?.[1])];
  if (Number.isNaN(h) || Number.isNaN(i)) return undefined;
  return html(`court ${h} ${i}`, `court of law number ${h} ${i}`, [
    [`/${i + 1}`, 'court'],
    [`/docs/${i}`, 'court documents'],
    ...[0, 1, 2].map((n): [string, string] => [`http://h${n}.test/0`, 'law']),
  ]);
}

interface Crawling extends RunningOsprey {
  readonly site: Site;
  readonly out: string;
  control(...args: string[]): ReturnType<typeof osprey>;
  status(): Promise<Record<string, unknown>>;
  /** Resolves when so many more pages were requested from the site than now. */
  pages(count: number): Promise<void>;
}

async function crawling(t: TestContext, name: string, ...flags: string[]): Promise<Crawling> {
  const site = await startSite(endlessWeb);
  t.after(() => site.close());
  const web = [...webFlags(site), '--delay', '20ms', '--near-duplicates', 'off', '--no-sitemaps'];
  const running = startOsprey(
    ['crawl', 'court law', '--seed', 'http://h0.test/0', '--out', name, '--json', ...web, ...flags],
    folder,
  );
  t.after(() => running.process.kill('SIGKILL'));
  const pages = async (count: number) => {
    for (const enough = site.log.length + count; site.log.length < enough; ) await sleep(10);
  };
  await pages(5);
  return {
    ...running,
    site,
    out: name,
    pages,
    control: (...args) => osprey(['control', name, ...args], folder),
    status: async () => JSON.parse((await osprey(['status', name, '--json'], folder)).stdout),
  };
}

/** Requests that arrive within this time show that a crawl runs; none in it, that it is paused. */
const aWhile = 500;

describe('osprey control', () => {
  test('pauses a running crawl, says so, and resumes it', async (t) => {
    const crawl = await crawling(t, 'pausing');
    const { stdout, code } = await crawl.control('pause', '--by', 'ada');
    assert.equal(code, 0);
    assert.match(stdout, /^Paused; .* Continue with: osprey control pausing resume\n$/);
    await sleep(aWhile);
    const requests = crawl.site.log.length;
    await sleep(aWhile);
    assert.equal(crawl.site.log.length, requests, 'a paused crawl sends no requests');
    const { paused, running } = (await crawl.status()) as { paused: { by: string }; running: boolean };
    assert.deepEqual([paused.by, running], ['ada', true]);
    assert.match((await osprey(['status', 'pausing'], folder)).stdout, /^State {6}paused by ada at 20.* UTC$/m);
    assert.equal((await crawl.control('resume')).stdout, 'Resumed.\n');
    await crawl.pages(5);
    assert.equal((await crawl.status()).paused, null);
    assert.equal((await crawl.control('stop', '--by', 'ada')).code, 0);
    const ended = await crawl.ended;
    assert.equal(ended.code, 0, ended.stderr);
    const events = jsonLines(ended.stdout);
    assert.equal(events.at(-1)?.reason, 'stopped');
    assert.deepEqual(
      events.filter(({ event }) => event === 'control').map(({ kind }) => kind),
      ['pause', 'resume', 'stop'],
    );
  });

  test('blocks hosts and URL patterns, adds seeds and changes options, for later runs too', async (t) => {
    const crawl = await crawling(t, 'steering');
    assert.equal(
      (await crawl.control('seed', 'http://h7.test/0', 'http://h0.test/0')).stdout,
      '1 seed queued, 1 already known.\n',
    );
    assert.equal(
      (await crawl.control('block', 'h1.test', 'http://*/docs/*')).stdout,
      'Changed --exclude, --block-hosts.\n',
    );
    const requests = crawl.site.log.length;
    await crawl.pages(30);
    const later = crawl.site.log.slice(requests + 8);
    assert.ok(!later.some(({ host }) => host === 'h1.test'), 'a blocked host is left alone');
    assert.ok(!later.some(({ path: where }) => where.startsWith('/docs/')), 'a blocked pattern is left alone');
    assert.ok(
      crawl.site.log.some(({ host }) => host === 'h7.test'),
      'the seed is visited',
    );
    await crawl.control('pause');
    const pages = Number((await crawl.status()).pages) + 40;
    const set = await crawl.control('set', '--max-pages', String(pages), '--json');
    assert.equal(set.code, 0, set.stderr);
    await crawl.control('resume');
    const { stdout } = await crawl.ended;
    const { reason, pages: visited } = jsonLines(stdout).at(-1)!;
    assert.deepEqual([reason, visited], ['max-pages', pages]);
    const config = readFileSync(path.join(folder, 'steering', 'crawl.yaml'), 'utf8');
    assert.match(config, new RegExp(`maxPages: ${pages}\n`));
    assert.match(config, /blockHosts:\n {2}- h1\.test\n/);
    assert.match(config, /seed:\n {2}- http:\/\/h0\.test\/0\n {2}- http:\/\/h7\.test\/0\n/);
    const log = await osprey(['control', 'steering', 'log'], folder);
    assert.match(log.stdout, /^id {2}given .*\n 1 {2}20.*seed .*1 seed queued, 1 already known\.\n 2 .*block /);
  });

  test('keeps commands for a crawl that does not run, and refuses those that need one', async (t) => {
    const crawl = await crawling(t, 'resting', '--max-pages', '5');
    await crawl.ended;
    const refused = await crawl.control('pause', '--json');
    assert.equal(refused.code, 2);
    assert.equal(jsonLines(refused.stdout)[0]?.code, 'not-running');
    assert.match((await crawl.control('resume')).stderr, /continue it with "osprey resume resting"/);
    const kept = await crawl.control('set', '--max-pages', '9');
    assert.equal(
      kept.stdout,
      'Kept as command 1. No process is crawling in resting: osprey resume resting will apply it.\n',
    );
    assert.equal((await crawl.status()).commandsWaiting, 1);
    const { stdout } = await osprey(['resume', 'resting', '--json'], folder);
    assert.equal(jsonLines(stdout).at(-1)?.pages, 9);
    assert.equal((await crawl.status()).commandsWaiting, 0);
  });

  test('refuses what is wrong with one sentence that names the fix', async (t) => {
    const crawl = await crawling(t, 'wrong', '--max-pages', '5');
    await crawl.ended;
    const wrong: [args: string[], message: RegExp][] = [
      [['halt'], /There is no action "halt"\. Known are pause, resume, stop/],
      [['paus'], /did you mean "pause"\?/],
      [['pause', 'now'], /"pause" takes nothing, not "now"/],
      [['pause', '--max-pages', '3'], /--max-pages goes with "set"/],
      [['seed'], /Name at least one page/],
      [['seed', 'ftp://a.test/'], /ftp:\/\/a\.test\/: must be an http or https URL/],
      [['block', 'not a host'], /not a host: must be a host name/],
      [['set'], /Nothing to change: give at least one option/],
      [['set', '--delay', 'soon'], /--delay: must be/],
      [['set', '--query', 'other'], /unknown option '--query'/],
    ];
    for (const [args, message] of wrong) {
      const { code, stderr, stdout } = await crawl.control(...args);
      assert.deepEqual([code, stdout], [2, ''], args.join(' '));
      assert.match(stderr, message);
    }
    const nowhere = await osprey(['control', 'nowhere', 'pause'], folder);
    assert.match(nowhere.stderr, /No crawl found in nowhere/);
    assert.equal((await crawl.control('log')).stdout, 'No commands so far.\n');
  });

  test('is told when the crawl itself refuses a command', async (t) => {
    const crawl = await crawling(t, 'refusing');
    const { code, stderr } = await crawl.control('set', '--max-pages', '1');
    assert.equal(code, 2);
    assert.match(stderr, /The crawl already has \d+ pages/);
    assert.match((await crawl.control('log')).stdout, /Refused: The crawl already has/);
    await crawl.control('stop');
    await crawl.ended;
  });
});
