import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { html, type Site, startSite } from '../site.js';
import { type Ended, jsonLines, osprey, type RunningOsprey, startOsprey, temporaryFolder, webFlags } from './osprey.js';
import { rowOfPages, smallWeb, visited } from './small-web.js';

const { folder, remove } = temporaryFolder();
after(remove);

const stopOf = ({ stdout }: Ended) => jsonLines(stdout).at(-1)!;
const noneTwice = (site: Site) => assert.equal(new Set(visited(site)).size, visited(site).length);

/** A row of pages that answers only when it is told to: the crawl is then surely in the middle. */
async function heldSite(): Promise<{ site: Site; asked(count: number): Promise<void>; release(): void }> {
  const row = rowOfPages('row.test', 20);
  const held: (() => void)[] = [];
  let open = false;
  let watch = () => {};
  const site = await startSite((host, path) => {
    const page = row[`${host}${path}`];
    if (typeof page !== 'string' || path === '/') return page;
    return (_request, response: ServerResponse) => {
      const answer = () => response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      if (open) answer();
      else held.push(answer);
      watch();
    };
  });
  return {
    site,
    asked: (count) =>
      new Promise((resolve) => {
        watch = () => held.length >= count && resolve();
        watch();
      }),
    release() {
      open = true;
      for (const answer of held.splice(0)) answer();
    },
  };
}

function startHeld(site: Site, out: string): RunningOsprey {
  const args = ['crawl', 'jaguar car', '--seed', 'http://row.test/', '--requests-per-host', '3', '--out', out];
  return startOsprey([...args, ...webFlags(site)], folder);
}

describe('interrupting a crawl', { concurrency: 2 }, () => {
  test('Ctrl-C finishes what is in flight, saves and can be resumed; nothing is fetched twice', async () => {
    const { site, asked, release } = await heldSite();
    const running = startHeld(site, 'stopped');
    await asked(3);
    running.process.kill('SIGINT');
    await running.said(/finishing requests in flight/);
    release();
    const { code, stdout, stderr } = await running.ended;
    assert.equal(code, 130);
    assert.match(stderr, /Stopping: finishing requests in flight\. Press Ctrl-C again to stop at once\./);
    assert.match(stdout, /^4 pages .* Interrupted by Ctrl-C or a signal\./m);
    assert.equal(visited(site).length, 4, 'the three in flight were finished, no other was begun');
    const status = JSON.parse((await osprey(['status', 'stopped', '--json'], folder)).stdout);
    assert.deepEqual([status.running, status.stopReason, status.pages], [false, 'interrupted', 4]);

    const resumed = await osprey(['resume', 'stopped', '--json'], folder);
    await site.close();
    assert.equal(resumed.code, 0, resumed.stderr);
    assert.equal(stopOf(resumed).pages, 21);
    // Page 21 is linked from page 20 and is not there.
    assert.equal(visited(site).length, 22);
    noneTwice(site);
  });

  test('a second Ctrl-C ends at once, and the crawl can still be resumed', async () => {
    const { site, asked, release } = await heldSite();
    const running = startHeld(site, 'ended');
    await asked(3);
    running.process.kill('SIGINT');
    await running.said(/finishing requests in flight/);
    running.process.kill('SIGINT');
    assert.equal((await running.ended).code, 130);
    release();
    const resumed = await osprey(['resume', 'ended', '--json'], folder);
    await site.close();
    assert.equal(resumed.code, 0, resumed.stderr);
    assert.equal(stopOf(resumed).pages, 21);
    const again = visited(site).length - new Set(visited(site)).size;
    assert.ok(again <= 4, 'only what was in flight, or had just arrived, is asked for again');
  });

  test('a crawl is told to be running while it is, and nobody else may touch it', async () => {
    const { site, asked, release } = await heldSite();
    const running = startHeld(site, 'busy');
    await asked(1);
    const status = async () => JSON.parse((await osprey(['status', 'busy', '--json'], folder)).stdout);
    // The first page is saved some time after the second one was asked for.
    let seen = await status();
    while (seen.pages === 0) seen = await status();
    const [resume, crawl] = await Promise.all([
      osprey(['resume', 'busy'], folder),
      osprey(['crawl', 'tulips', '--seed', 'http://x.test/', '--out', 'busy'], folder),
    ]);
    release();
    await running.ended;
    await site.close();
    assert.deepEqual([seen.running, seen.stopReason, seen.pages], [true, null, 1]);
    assert.equal(resume.code, 2);
    assert.match(resume.stderr, /^osprey: Another process is crawling in .*busy; stop it first/);
    assert.equal(crawl.code, 2);
    assert.match(crawl.stderr, /already contains a crawl/);
  });

  test('a reader of the events that goes away stops the crawl, which can be resumed', async () => {
    const { site, asked, release } = await heldSite();
    const args = ['crawl', 'jaguar car', '--seed', 'http://row.test/', '--out', 'piped', '--json', ...webFlags(site)];
    const running = startOsprey(args, folder);
    await asked(1);
    running.process.stdout!.destroy();
    release();
    const { code, stderr } = await running.ended;
    assert.equal(code, 130);
    assert.equal(stderr, '');
    assert.ok(visited(site).length < 20);
    const resumed = await osprey(['resume', 'piped', '--json'], folder);
    await site.close();
    assert.equal(stopOf(resumed).pages, 21);
  });
});

describe('osprey resume', { concurrency: 2 }, () => {
  test('goes on with a larger page budget, then with more seeds, and keeps both', async () => {
    const site = await startSite({ ...rowOfPages('row.test', 10), 'more.test/': html('More', 'More jaguar cars.') });
    const crawl = ['crawl', 'jaguar car', '--seed', 'http://row.test/', '--max-pages', '3', '--out', 'grown'];
    await osprey([...crawl, ...webFlags(site), '--quiet'], folder);
    assert.equal(visited(site).length, 3);
    const unchanged = await osprey(['resume', 'grown', '--json'], folder);
    assert.deepEqual([stopOf(unchanged).reason, visited(site).length], ['max-pages', 3], 'the budget is used up');
    assert.equal((await osprey(['resume', 'grown', '--max-pages', '2'], folder)).code, 2, 'it would end at once');

    const more = await osprey(['resume', 'grown', '--max-pages', '6', '--json'], folder);
    const { reason, pages, pagesThisRun } = stopOf(more);
    assert.deepEqual([reason, pages, pagesThisRun], ['max-pages', 6, 3]);
    const seeded = await osprey(
      ['resume', 'grown', '--seed', 'http://more.test/', '--max-pages', 'none', '--json'],
      folder,
    );
    await site.close();
    assert.deepEqual([stopOf(seeded).reason, stopOf(seeded).pages], ['frontier-empty', 12]);
    assert.ok(visited(site).includes('more.test/'));
    noneTwice(site);
    const config = readFileSync(path.join(folder, 'grown/crawl.yaml'), 'utf8');
    assert.match(config, /seed:\n {2}- http:\/\/row\.test\/\n {2}- http:\/\/more\.test\/\n/);
    assert.doesNotMatch(config, /maxPages/, 'there is no limit any more');
  });

  test('leaves hosts alone that are blocked now, and says so', async () => {
    const site = await startSite(smallWeb);
    const crawl = ['crawl', 'jaguar car', '--seed', 'http://cars.test/', '--max-pages', '1', '--out', 'blocked'];
    await osprey([...crawl, ...webFlags(site), '--quiet'], folder);
    const resumed = await osprey(
      ['resume', 'blocked', '--max-pages', 'none', '--block-hosts', 'news.test,garden.test', '--json'],
      folder,
    );
    const why = await osprey(['why', 'blocked', 'http://garden.test/'], folder);
    await site.close();
    assert.equal(stopOf(resumed).reason, 'hosts-closed');
    assert.ok(visited(site).includes('cats.test/jaguar.html'));
    assert.deepEqual(
      site.log.filter(({ host }) => host === 'news.test' || host === 'garden.test'),
      [],
    );
    assert.match(why.stdout, /It will not be visited\. Rule "blocked-host": its host is one of --block-hosts\./);
  });

  test('takes back what a narrower scope had turned down', async () => {
    const site = await startSite(smallWeb);
    const narrow = ['--max-depth', '0', '--domains', 'cars.test'];
    const crawl = ['crawl', 'jaguar car', '--seed', 'http://cars.test/', ...narrow, '--out', 'widened'];
    await osprey([...crawl, ...webFlags(site), '--quiet'], folder);
    assert.deepEqual(visited(site), ['cars.test/']);
    const deeper = await osprey(['resume', 'widened', '--max-depth', '1', '--json'], folder);
    assert.equal(stopOf(deeper).reason, 'frontier-empty');
    assert.ok(visited(site).includes('cars.test/e-type.html'));
    assert.ok(!visited(site).includes('cars.test/engine.html'));
    assert.ok(!visited(site).some((url) => url.startsWith('news.test')));
    const wider = await osprey(['resume', 'widened', '--max-depth', 'none', '--domains', '', '--json'], folder);
    await site.close();
    assert.equal(wider.code, 0, wider.stderr);
    assert.ok(visited(site).includes('news.test/formula.html'));
    assert.ok(visited(site).includes('cars.test/engine/pistons.html'));
    noneTwice(site);
  });

  test('an interrupted search for examples goes on where it was', async () => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let held: ServerResponse | undefined;
    const site = await startSite({
      ...smallWeb,
      'slow.test/': (_request, response) => {
        held ??= response;
        answer();
        if (held !== response) response.writeHead(200, { 'content-type': 'text/html' }).end(smallWeb['cars.test/']);
      },
    });
    const examples = ['--example', 'http://cars.test/xk120.html', '--example', 'http://slow.test/'];
    const crawl = ['crawl', '--seed', 'http://cars.test/', ...examples, '--requests', '1', '--out', 'examples'];
    const running = startOsprey([...crawl, ...webFlags(site)], folder);
    await asked;
    running.process.kill('SIGINT');
    await running.said(/finishing requests in flight/);
    held!.writeHead(200, { 'content-type': 'text/plain' }).end('not a page');
    assert.equal((await running.ended).code, 130);
    const resumed = await osprey(['resume', 'examples', '--json'], folder);
    await site.close();
    assert.equal(resumed.code, 0, resumed.stderr);
    assert.ok(visited(site).includes('cars.test/engine/pistons.html'));
    noneTwice(site);
  });
});
