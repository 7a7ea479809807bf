import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { CrawlOptions } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import type { StopReason } from '../../src/crawl/progress/stop-reason.js';
import type { VisitRow } from '../../src/model/visit.js';
import { openReader } from '../../src/store/open-reader.js';
import { html, redirect, type SitePage, startSite } from '../site.js';
import { collect } from '../store/invented-crawl.js';

/** Crawls a web of hand-written pages in memory and returns what was visited, in order. */
async function crawlOf(t: TestContext, pages: Record<string, SitePage>, options: Partial<CrawlOptions> = {}) {
  const site = await startSite(pages);
  t.after(() => site.close());
  const settings = settingsFrom({
    options: {
      query: 'court',
      seed: 'http://a.test/',
      delay: '0s',
      requests: 1,
      workers: 0,
      allowPrivate: true,
      resolve: site.resolve,
      ...options,
    } as CrawlOptions,
  });
  const crawl = await Crawl.start(settings);
  const visits: VisitRow[] = [];
  const steps = crawl.run();
  let step = await steps.next();
  for (; !step.done; step = await steps.next()) visits.push((await crawl.store.records.visit(step.value.seq))!);
  const records = crawl.store.records;
  return {
    site,
    visits,
    urls: visits.map(({ url }) => url.replace('http://', '')),
    reason: step.value as StopReason,
    records,
  };
}

const page = (text: string, ...links: [string, string][]) => html(text, text, links);

describe('the order of visits', () => {
  // a links to music (first), law and sport; only law has "court" in its anchor, and law leads to two more court pages.
  const web = {
    'a.test/': page('start court', ['/music', 'music'], ['/law', 'court'], ['/sport', 'sport']),
    'a.test/music': page('music', ['/m1', 'song'], ['/m2', 'song']),
    'a.test/sport': page('sport', ['/s1', 'ball']),
    'a.test/law': page('court court', ['/l1', 'court one'], ['/l2', 'court two']),
    'a.test/l1': page('court one'),
    'a.test/l2': page('court two'),
    'a.test/m1': page('song one'),
    'a.test/m2': page('song two'),
    'a.test/s1': page('ball'),
  };

  test('breadth-first takes links as they are found', async (t) => {
    const { urls, reason } = await crawlOf(t, web, { strategy: 'breadth-first' });
    assert.deepEqual(
      urls,
      ['/', '/music', '/law', '/sport', '/m1', '/m2', '/l1', '/l2', '/s1'].map((path) => `a.test${path}`),
    );
    assert.equal(reason, 'frontier-empty');
  });

  test('best-first takes what promises most', async (t) => {
    const { urls } = await crawlOf(t, web, { strategy: 'best-first' });
    assert.deepEqual(urls.slice(0, 4), ['a.test/', 'a.test/law', 'a.test/l1', 'a.test/l2']);
  });

  test('a link scored anew by a better page rises in the queue', async (t) => {
    const { urls } = await crawlOf(
      t,
      {
        'a.test/': page('start', ['/x', 'one'], ['/y', 'two'], ['/good', 'court']),
        'a.test/good': page('court court', ['/y', 'two']),
        'a.test/x': page('x'),
        'a.test/y': page('y'),
      },
      { strategy: 'best-first-page' },
    );
    assert.deepEqual(urls, ['a.test/', 'a.test/x', 'a.test/y', 'a.test/good']);
    const anchors = await crawlOf(
      t,
      {
        'a.test/': page('start', ['/x', 'one'], ['/y', 'two'], ['/good', 'court']),
        'a.test/good': page('court court', ['/y', 'court two']),
        'a.test/x': page('x'),
        'a.test/y': page('y'),
      },
      { strategy: 'best-first-anchor' },
    );
    assert.deepEqual(anchors.urls, ['a.test/', 'a.test/good', 'a.test/y', 'a.test/x']);
  });
});

describe('what happens to a page', () => {
  test('redirects are visits of their own, followed with every hop checked', async (t) => {
    const { visits, site } = await crawlOf(
      t,
      {
        'a.test/': page('court', ['/r1', 'court'], ['/out', 'court'], ['/loop', 'court'], ['/deep', 'court']),
        'a.test/r1': redirect('/r2'),
        'a.test/r2': redirect('http://b.test/target'),
        'b.test/target': page('court target'),
        'a.test/out': redirect('http://outside.test/'),
        'a.test/loop': redirect('/loop#again'),
        'a.test/deep': redirect('/deep1'),
        'a.test/deep1': redirect('/deep2'),
        'a.test/deep2': redirect('/deep3'),
        'a.test/deep3': page('never reached'),
      },
      { domains: 'a.test,b.test', maxRedirects: 2 },
    );
    const outcome = (url: string) => visits.find((visit) => visit.url === `http://${url}`);
    assert.deepEqual([outcome('a.test/r1')!.outcome, outcome('a.test/r1')!.detail], ['redirect', 'http://a.test/r2']);
    assert.equal(outcome('b.test/target')!.outcome, 'page');
    assert.equal(outcome('b.test/target')!.parent, 'http://a.test/r2');
    assert.equal(outcome('a.test/loop')!.reason, 'redirect-loop');
    assert.equal(outcome('a.test/deep2')!.reason, 'max-redirects');
    assert.ok(!site.log.some(({ host, path }) => host === 'outside.test' || path === '/deep3'));
  });

  test('links of an exact copy are not followed, and the copy is not counted as relevant', async (t) => {
    const copy = page('court of appeal', ['http://a.test/only-here', 'court']);
    const { visits, records } = await crawlOf(t, {
      'a.test/': page('court', ['/one', 'court'], ['http://b.test/two', 'court']),
      'a.test/one': copy,
      'b.test/two': copy,
      'a.test/only-here': page('found'),
    });
    const [one, two] = ['http://a.test/one', 'http://b.test/two'].map(
      (url) => visits.find((visit) => visit.url === url)!,
    );
    assert.equal(one!.outcome, 'page');
    assert.deepEqual([two!.outcome, two!.detail, two!.judgement!.relevant], ['duplicate', 'http://a.test/one', false]);
    assert.equal((await records.inLinks((await records.find('http://a.test/only-here'))!.id)).length, 2);
  });

  test('a page with words that are not meant is fetched, but neither judged nor followed', async (t) => {
    const { visits, urls, records } = await crawlOf(
      t,
      {
        'a.test/': page('court', ['/tennis', 'court'], ['/law', 'court']),
        'a.test/tennis': page('tennis court', ['/more', 'court']),
        'a.test/law': page('court of law'),
        'a.test/more': page('court'),
      },
      { not: 'tennis', notRule: 'drop' },
    );
    assert.deepEqual(urls, ['a.test/', 'a.test/tennis', 'a.test/law']);
    const tennis = visits[1]!;
    assert.deepEqual([tennis.outcome, tennis.detail, tennis.judgement!.relevance], ['ignored', 'tennis', 0]);
    assert.equal((await records.find('http://a.test/more'))!.reason, 'ignored-page');
  });

  test('robots.txt is asked first and obeyed', async (t) => {
    const { site, visits } = await crawlOf(t, {
      'a.test/robots.txt': (_request, response) => response.end('User-agent: *\nDisallow: /private/\n'),
      'a.test/': page('court', ['/private/x', 'court'], ['/open', 'court']),
      'a.test/open': page('court'),
      'a.test/private/x': page('court'),
    });
    assert.equal(site.log[0]!.path, '/robots.txt');
    assert.ok(!site.log.some(({ path }) => path.startsWith('/private')));
    const refused = visits.find(({ url }) => url.includes('private'))!;
    assert.deepEqual([refused.outcome, refused.reason], ['refused', 'robots']);
    assert.match(refused.detail!, /line 2/);
  });

  test('nofollow links and pages are not followed unless asked; noindex pages are judged and followed', async (t) => {
    const web = {
      'a.test/': '<p>court <a href="/a" rel="nofollow">court</a> <a href="/b">court</a>',
      'a.test/a': page('court a'),
      'a.test/b': '<meta name="robots" content="nofollow, noindex"><p>court <a href="/c">court</a>',
      'a.test/c': page('court c'),
    };
    const polite = await crawlOf(t, web);
    assert.deepEqual(polite.urls, ['a.test/', 'a.test/b']);
    assert.deepEqual([polite.visits[1]!.noindex, polite.visits[1]!.judgement!.relevant], [true, true]);
    assert.deepEqual((await crawlOf(t, web, { followNofollow: true })).urls.sort(), [
      'a.test/',
      'a.test/a',
      'a.test/b',
      'a.test/c',
    ]);
  });

  test('failures that may pass are retried, the others are not', async (t) => {
    let flaky = 0;
    const { site, visits } = await crawlOf(
      t,
      {
        'a.test/': page('court', ['/flaky', 'court'], ['/gone', 'court'], ['/broken', 'court'], ['/picture', 'court']),
        'a.test/flaky': (_request, response) => {
          flaky++;
          if (flaky < 2) response.writeHead(500).end();
          else response.writeHead(200, { 'content-type': 'text/html' }).end(page('court at last'));
        },
        'a.test/gone': (_request, response) => response.writeHead(410).end(),
        'a.test/broken': (_request, response) => response.writeHead(500).end(),
        'a.test/picture': (_request, response) =>
          response.writeHead(200, { 'content-type': 'image/png' }).end('x'.repeat(10)),
      },
      { retries: 1 },
    );
    const reasonOf = (name: string) => visits.find(({ url }) => url.endsWith(name))!.reason;
    const asked = (name: string) => site.log.filter(({ path }) => path === `/${name}`).length;
    assert.deepEqual(['flaky', 'gone', 'broken', 'picture'].map(reasonOf), [
      '',
      'http-410',
      'http-500',
      'content-type',
    ]);
    assert.deepEqual(['flaky', 'gone', 'broken', 'picture'].map(asked), [2, 1, 2, 1]);
  });
});

describe('budgets and stop reasons', () => {
  const chain = (n: number): Record<string, SitePage> =>
    Object.fromEntries(
      Array.from({ length: n }, (_, i) => [
        i === 0 ? 'a.test/' : `a.test/${i}`,
        page(`court ${i}`, [`/${i + 1}`, 'court']),
      ]),
    );

  test('the page budget is met exactly, also with many requests at once', async (t) => {
    const links = Array.from({ length: 40 }, (_, i): [string, string] => [`/p${i}`, 'court']);
    const web = Object.fromEntries([
      ['a.test/', page('court', ...links)],
      ...links.map(([path], i) => [`a.test${path}`, page(`court ${i}`)]),
    ]);
    const { visits, reason } = await crawlOf(t, web, { maxPages: 17, requests: 8, requestsPerHost: 8, workers: 2 });
    assert.deepEqual([visits.length, reason], [17, 'max-pages']);
  });

  test('each limit has its name', async (t) => {
    assert.equal((await crawlOf(t, chain(9), { maxRelevant: 3 })).reason, 'max-relevant');
    assert.equal((await crawlOf(t, chain(9), { maxTime: '1ms' })).reason, 'max-time');
    const closed = await crawlOf(t, chain(9), { maxPerHost: 4 });
    assert.deepEqual([closed.visits.length, closed.reason], [4, 'hosts-closed']);
    assert.equal((await crawlOf(t, { 'b.test/': 'nothing' })).reason, 'seeds-failed');
  });

  test('depth counts links from the seeds', async (t) => {
    const { urls, records } = await crawlOf(t, chain(6), { maxDepth: 2 });
    assert.deepEqual(urls, ['a.test/', 'a.test/1', 'a.test/2']);
    assert.deepEqual((await records.totals()).rejections, { 'max-depth': 1 });
  });
});

describe('politeness', () => {
  test('requests to one host keep its delay, robots.txt included, however many are allowed at once', async (t) => {
    const links = ['/1', '/2', '/3'].map((path): [string, string] => [path, 'court']);
    const web = Object.fromEntries([
      ['a.test/', page('court', ...links)],
      ...links.map(([path]) => [`a.test${path}`, page(`court ${path}`)]),
    ]);
    const { site } = await crawlOf(t, web, { delay: '60ms', requests: 8 });
    assert.equal(site.log.length, 5);
    // The server's clock and ours are the same; timers may fire a millisecond early.
    for (const [index, { at }] of site.log.entries())
      if (index > 0) assert.ok(at - site.log[index - 1]!.at >= 58, `${at - site.log[index - 1]!.at} ms`);
  });
});

describe('a crawl with examples', () => {
  test('fetches them first, judges by them, and does not follow their links when there are seeds', async (t) => {
    const { visits, urls } = await crawlOf(
      t,
      {
        'a.test/': page('start', ['/beer', 'read'], ['/tax', 'read']),
        'a.test/beer': page('hops malt wort yeast'),
        'a.test/tax': page('tax office'),
        'b.test/example': page('malt hops wort barley', ['/never', 'x']),
      },
      { query: undefined, example: ['http://b.test/example'] } as never,
    );
    assert.equal(urls[0], 'b.test/example');
    assert.equal(visits[0]!.outcome, 'example');
    assert.ok(!urls.includes('b.test/never'));
    const relevant = visits.filter((visit) => visit.judgement?.relevant).map(({ url }) => url);
    assert.deepEqual(relevant, ['http://a.test/beer']);
  });

  test('starts from their links when there are no seeds', async (t) => {
    const { urls } = await crawlOf(
      t,
      { 'b.test/example': page('malt hops', ['/next', 'x']), 'b.test/next': page('malt') },
      { seed: [], example: ['http://b.test/example'] },
    );
    assert.deepEqual(urls, ['b.test/example', 'b.test/next']);
  });
});

describe('a crawl in a folder', () => {
  test('keeps what it needs to go on under a wider scope', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'osprey-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const site = await startSite({
      'a.test/': page('court', ['/1', 'court']),
      'a.test/1': page('court 1', ['/2', 'court']),
      'a.test/2': page('court 2'),
    });
    t.after(() => site.close());
    const options = {
      query: 'court',
      seed: 'http://a.test/',
      delay: '0s',
      allowPrivate: true,
      resolve: site.resolve,
      out: path.join(folder, 'c'),
    };
    const narrow = settingsFrom({ options: { ...options, maxDepth: 1 } });
    const wide = settingsFrom({ options });
    const run = async (crawl: Crawl) => {
      const seen: string[] = [];
      for await (const { url } of crawl.run()) seen.push(url);
      return seen;
    };
    assert.deepEqual(await run(await Crawl.start(narrow)), ['http://a.test/', 'http://a.test/1']);
    assert.deepEqual(await run(await Crawl.resume(wide, narrow, [])), ['http://a.test/2']);
  });

  test('takes back what has expired when it goes on with more patience', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'osprey-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const links = ['/1', '/2', '/3'].map((href): [string, string] => [href, `court ${href}`]);
    const ends = links.map(([href]) => [`a.test${href}`, page(`court ${href}`)]);
    const site = await startSite({ 'a.test/': page('court', ...links), ...Object.fromEntries(ends) });
    t.after(() => site.close());
    const settings = (expirePages: number | 'none') =>
      settingsFrom({
        options: {
          ...{ query: 'court', seed: 'http://a.test/', delay: '0s', requests: 1, allowPrivate: true, workers: 0 },
          ...{ resolve: site.resolve, out: path.join(folder, 'c'), expirePages },
        },
      });
    const run = async (crawl: Crawl) => {
      const steps = crawl.run();
      let step = await steps.next();
      let visits = 0;
      for (; !step.done; step = await steps.next()) visits++;
      return [visits, step.value];
    };
    // By the time that one link was followed, the other two have waited for a page.
    assert.deepEqual(await run(await Crawl.start(settings(1))), [2, 'expired']);
    assert.deepEqual(await run(await Crawl.resume(settings(1), settings(1), [])), [0, 'expired']);
    assert.deepEqual(await run(await Crawl.resume(settings('none'), settings(1), [])), [2, 'frontier-empty']);
  });

  test('outlives an outage: what could not be reached is still there when the crawl is resumed', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'osprey-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const links = ['/1', '/2', 'http://b.test/1', 'http://b.test/2'].map((href): [string, string] => [href, 'court']);
    const web = {
      'a.test/': page('court', ...links),
      ...Object.fromEntries(['a.test/1', 'a.test/2', 'b.test/1', 'b.test/2'].map((url) => [url, page(`court ${url}`)])),
    };
    const settings = (port: number, maxPages: number) =>
      settingsFrom({
        options: {
          query: 'court',
          seed: 'http://a.test/',
          delay: '0s',
          retries: 0,
          maxPages,
          allowPrivate: true,
          resolve: { '*': `127.0.0.1:${port}` },
          out: path.join(folder, 'c'),
        },
      });
    const run = async (crawl: Crawl) => {
      const steps = crawl.run();
      let step = await steps.next();
      for (; !step.done; step = await steps.next());
      return step.value;
    };
    const site = await startSite(web);
    assert.equal(await run(await Crawl.start(settings(site.port, 1))), 'max-pages');
    await site.close();
    const [before, after] = [settings(site.port, 1), settings(site.port, 100)];
    assert.equal(await run(await Crawl.resume(after, before, [])), 'hosts-waiting');
    const again = await startSite(web, { port: site.port });
    t.after(() => again.close());
    const resumed = await Crawl.resume(after, before, []);
    assert.equal(await run(resumed), 'frontier-empty');
    assert.deepEqual([resumed.tally.documents, resumed.tally.failed], [5, 0]);
    const { records, close } = await openReader(path.join(folder, 'c'));
    t.after(close);
    assert.deepEqual((await records.totals()).outcomes, { page: 5 }, 'what failed and came later did not fail');
    const tried = (await collect(records.visits({ versions: 'all' }))).filter(({ superseded }) => superseded);
    assert.ok(tried.length > 0 && tried.every(({ outcome }) => outcome === 'failed'));
  });

  test('a robots.txt that fails once is asked for again after the time that the server names', async (t) => {
    let asked = 0;
    const { visits, reason } = await crawlOf(t, {
      'a.test/robots.txt': (_request, response) => {
        if (++asked === 1) response.writeHead(503, { 'retry-after': '1' }).end();
        else response.writeHead(404).end();
      },
      'a.test/': page('court'),
    });
    assert.deepEqual([asked, visits.length, reason], [2, 1, 'frontier-empty']);
  });

  test('can be resumed when a power cut took the end of its archive', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'osprey-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const site = await startSite({ 'a.test/': page('court', ['/1', 'court']), 'a.test/1': page('court 1') });
    t.after(() => site.close());
    const out = path.join(folder, 'c');
    const settings = settingsFrom({
      options: { query: 'court', seed: 'http://a.test/', delay: '0s', allowPrivate: true, resolve: site.resolve, out },
    });
    for await (const _ of (await Crawl.start(settings)).run());
    const file = path.join(out, 'pages-00001.warc.gz');
    truncateSync(file, statSync(file).size - 10);
    for await (const _ of (await Crawl.resume(settings, settings, [])).run());
    const { records, close } = await openReader(out);
    const archived: boolean[] = [];
    for await (const { archive } of records.visits()) archived.push(archive !== undefined);
    await close();
    assert.deepEqual(archived, [true, false]);
  });
});
