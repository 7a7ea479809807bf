import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { FolderBodies } from '../../src/archive/bodies/folder-bodies.js';
import { readRecord, scanWarc } from '../../src/archive/warc-reader.js';
import { explained } from '../../src/cli/commands/why/run.js';
import { type Clock, systemClock } from '../../src/clock.js';
import type { CrawlOptions } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import type { StopReason } from '../../src/crawl/progress/stop-reason.js';
import { headerOf } from '../../src/download/transport.js';
import type { CrawlRecords } from '../../src/model/crawl-store.js';
import { type RefreshReport, refreshReport } from '../../src/refresh/refresh-report.js';
import { rejudge } from '../../src/rejudge/rejudge.js';
import { PageIndex } from '../../src/search/page-index.js';
import { searchPages } from '../../src/search/search-pages.js';
import { openReader } from '../../src/store/open-reader.js';
import { parseSearchQuery } from '../../src/topic/search-query.js';
import { html, redirect, type Site, type SitePage, startSite } from '../site.js';
import { statusOf } from '../store/folder-views.js';
import { collect } from '../store/invented-crawl.js';

const day = 86_400_000;

/** Different enough in their words not to be copies of each other. */
const words = (name: string) => Array.from({ length: 30 }, (_, index) => `${name}word${index}`).join(' ');
const page = (name: string, links: readonly (readonly [string, string])[] = [], about = 'court court') =>
  html(`Court ${name}`, `${about} ${words(name)}`, links);

/** A page with a validator, which answers 304 where the request has it. */
function validated(header: 'etag' | 'last-modified', value: string, body: string): SitePage {
  const condition = header === 'etag' ? 'if-none-match' : 'if-modified-since';
  return (request, response) => {
    const isSame = request.headers[condition] === value;
    response.writeHead(isSame ? 304 : 200, { 'content-type': 'text/html', [header]: value }).end(isSame ? '' : body);
  };
}

const failing =
  (status: number): SitePage =>
  (_, response) => {
    response.writeHead(status).end();
  };

const places = 'tagged dated plain noisy changing vanishing moving failing forbidden unindexed'.split(' ');
const since = 'Mon, 02 Nov 2026 10:00:00 GMT';

/** The web as the crawl found it. */
function firstWeb(): Record<string, SitePage> {
  const links = places.map((place) => [`/${place}`, `court ${place}`] as const);
  return {
    'a.test/robots.txt': failing(404),
    'a.test/': page('start', links),
    ...Object.fromEntries(places.map((place) => [`a.test/${place}`, page(place)])),
    'a.test/tagged': validated('etag', '"v1"', page('tagged')),
    'a.test/dated': validated('last-modified', since, page('dated')),
    'a.test/noisy': `${page('noisy')}<!-- 1 -->`,
    'a.test/changing': validated('etag', '"c1"', page('changing')),
  };
}

/** What became of it. */
function laterWeb(): Record<string, SitePage> {
  return {
    ...firstWeb(),
    'a.test/robots.txt': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /forbidden\n');
    },
    'a.test/noisy': `${page('noisy')}<!-- 2 -->`,
    'a.test/changing': validated('etag', '"c2"', html('Other', `music ${words('other')}`, [['/fresh', 'news']])),
    'a.test/fresh': page('fresh'),
    'a.test/vanishing': failing(410),
    'a.test/moving': redirect('/moved'),
    'a.test/moved': page('moved'),
    'a.test/failing': failing(500),
    'a.test/unindexed': page('unindexed').replace('<head>', '<head><meta name="robots" content="noindex">'),
  };
}

interface Ran {
  readonly reason: StopReason;
  readonly visits: readonly string[];
  readonly crawl: Crawl;
}

async function ran(crawl: Crawl, stopAfter = Number.POSITIVE_INFINITY): Promise<Ran> {
  const visits: string[] = [];
  const steps = crawl.run();
  let step = await steps.next();
  for (; !step.done; step = await steps.next()) {
    visits.push(`${new URL(step.value.url).pathname} ${step.value.visit.outcome}`);
    if (visits.length === stopAfter) crawl.stop();
  }
  return { crawl, visits, reason: step.value };
}

function laterBy(ms: number): Clock {
  return { now: () => systemClock.now() + ms, sleep: (time, signal) => systemClock.sleep(time, signal) };
}

const request = { maxPages: Number.POSITIVE_INFINITY, olderThan: day, minRelevance: 0, newPages: 10 };
const noLimit = { maxTime: Number.POSITIVE_INFINITY };

type Web = Readonly<Record<string, SitePage>>;

/** A crawl of the first web, to its end; then the web is the later one, until it `becomes` another. */
async function crawled(
  t: TestContext,
  options: Partial<CrawlOptions> = {},
  { first = firstWeb(), later = laterWeb() }: { readonly first?: Web; readonly later?: Web } = {},
) {
  let web = first;
  const site: Site = await startSite((host, place) => web[`${host}${place}`]);
  const out = mkdtempSync(path.join(tmpdir(), 'osprey-refresh-'));
  t.after(async () => {
    await site.close();
    rmSync(out, { recursive: true });
  });
  rmSync(out, { recursive: true });
  const settings = settingsFrom({
    options: {
      ...{ query: 'court', seed: 'http://a.test/', delay: '0s', requests: 1, workers: 0, retries: 0 },
      ...{ allowPrivate: true, resolve: site.resolve, strategy: 'best-first', out },
      ...options,
    } as CrawlOptions,
  });
  await ran(await Crawl.start(settings));
  web = later;
  site.log.length = 0;
  const becomes = (other: Web) => {
    web = other;
    site.log.length = 0;
  };
  const refreshed = async (
    { archive = settings.archive, ...changes }: Partial<typeof request> & { readonly archive?: boolean | string } = {},
    days = 10,
    stopAfter?: number,
  ) => {
    const wished = { ...request, ...noLimit, ...changes };
    return ran(await Crawl.refresh({ ...settings, archive }, wished, { clock: laterBy(days * day) }), stopAfter);
  };
  const read = async <T>(work: (records: CrawlRecords) => Promise<T>): Promise<T> => {
    const { records, close } = await openReader(out);
    try {
      return await work(records);
    } finally {
      await close();
    }
  };
  const report = ({ crawl }: Ran): Promise<RefreshReport> =>
    read((records) => refreshReport(records, crawl.refresh!, Date.now() + 10 * day));
  /** The requests by path, and the records of a page in the archive in the order of its visits. */
  const asked = () => new Map(site.log.map(({ path: place, headers }) => [place, headers]));
  const recordsOf = (place: string) =>
    read(async (records) => {
      const rows = await collect(records.visits({ versions: 'all' }));
      return rows
        .filter(({ url }) => new URL(url).pathname === place)
        .map(({ archive }) => archive && readRecord(path.join(out, archive.file), archive.offset, archive.length));
    });
  return { site, out, settings, refreshed, becomes, asked, read, report, recordsOf };
}

describe('a refresh', () => {
  test('asks for what has changed since, and tells what became of the pages', async (t) => {
    const { site, out, settings, refreshed, read, report } = await crawled(t);
    const before = await read((records) => records.totals());
    const { reason, visits, crawl } = await refreshed();
    assert.equal(reason, 'refreshed');
    const asked = new Map(site.log.map(({ path: place, headers }) => [place, headers]));
    assert.equal(asked.get('/tagged')!['if-none-match'], '"v1"');
    assert.equal(asked.get('/dated')!['if-modified-since'], since);
    assert.equal(asked.get('/changing')!['if-none-match'], '"c1"');
    assert.deepEqual(
      [asked.get('/plain')!['if-none-match'], asked.get('/plain')!['if-modified-since']],
      [undefined, undefined],
    );
    assert.equal(site.log.filter(({ path: place }) => place === '/forbidden').length, 0);
    const expected = [
      ...['/ unchanged', '/tagged unchanged', '/dated unchanged', '/plain unchanged', '/noisy unchanged'],
      ...[
        '/changing page',
        '/vanishing failed',
        '/moving redirect',
        '/failing failed',
        '/forbidden refused',
        '/unindexed page',
      ],
    ];
    assert.deepEqual(visits.slice(0, -2).toSorted(), expected.toSorted(), 'each once, before anything new');
    assert.deepEqual(visits.slice(-2).toSorted(), ['/fresh page', '/moved page']);

    const { counts, newRelevant, relevanceChanged, lost, changes } = await report({ reason, visits, crawl });
    assert.deepEqual(counts, { new: 2, changed: 2, moved: 1, gone: 2, unchanged: 5, unknown: 1 });
    const paths = (list: readonly { url: string }[]) => list.map(({ url }) => new URL(url).pathname).toSorted();
    assert.deepEqual(paths(newRelevant), ['/fresh', '/moved']);
    assert.deepEqual(paths(relevanceChanged), ['/changing']);
    assert.deepEqual(paths(lost), ['/forbidden', '/vanishing']);
    assert.equal(changes.find(({ url }) => url.endsWith('/moving'))!.to, 'http://a.test/moved');
    assert.equal(changes.find(({ url }) => url.endsWith('/unindexed'))!.noindex, true);
    const failing = changes.find(({ url }) => url.endsWith('/failing'))!;
    assert.deepEqual({ relevance: failing.relevance, relevant: failing.relevant }, failing.before, 'it stands');

    // 11 pages at first; three of them are none any more (moving, vanishing, forbidden), two are new.
    const after = await read((records) => records.totals());
    assert.deepEqual([before.outcomes, before.relevant], [{ page: 11 }, 11]);
    assert.deepEqual(after.outcomes, { page: 10, redirect: 1, failed: 1, refused: 1 });
    assert.equal(after.relevant, 9, 'nor is the page about music relevant');
    assert.deepEqual([crawl.tally.documents, crawl.tally.relevant, crawl.tally.failed], [10, 9, 1]);
    const { pages: pagesNow, hosts } = statusOf(out, settings);
    assert.deepEqual([pagesNow, hosts], [10, [{ host: 'a.test', pages: 10, relevant: 9, queued: 0 }]]);
    const failed = await read(async (records) => records.visitOf((await records.find('http://a.test/failing'))!.id));
    assert.equal(failed!.outcome, 'page', 'a failure that may pass says nothing of the page');

    const why = await explained(out, 'http://a.test/changing');
    assert.match(why, /Visits\n {2}\S+ {2}page +relevance \d\.\d\d\n {2}\S+ {2}page +relevance 0\.00 {2}current/);
    const again = await rejudge({ ...settings, threshold: 0 }, () => {});
    assert.equal(again.pages, 10);
  });

  test('is archived: versions in full, what repeats them as revisit records', async (t) => {
    const { out, refreshed, read } = await crawled(t);
    await refreshed();
    const file = path.join(out, 'pages-00001.warc.gz');
    const types = new Map<string, string[]>();
    for await (const { type, targetUri } of scanWarc(file)) {
      const place = targetUri === undefined ? '' : new URL(targetUri).pathname;
      if (type !== 'request') types.set(place, [...(types.get(place) ?? []), type]);
    }
    assert.deepEqual(types.get('/tagged'), ['response', 'revisit']);
    assert.deepEqual(types.get('/plain'), ['response', 'revisit']);
    assert.deepEqual(types.get('/noisy'), ['response', 'response'], 'it reads the same, but its bytes are others');
    assert.deepEqual(types.get('/changing'), ['response', 'response']);
    const rows = await read((records) => collect(records.visits({ versions: 'all' })));
    const recordOf = (place: string, index: number) => {
      const { archive } = rows.filter(({ url }) => url.endsWith(place))[index]!;
      return readRecord(path.join(out, archive!.file), archive!.offset, archive!.length);
    };
    for (const [place, profile] of [
      ['/tagged', 'server-not-modified'],
      ['/plain', 'identical-payload-digest'],
    ] as const) {
      const [first, revisit] = [recordOf(place, 0), recordOf(place, 1)];
      assert.equal(headerOf(revisit, 'warc-profile'), `http://netpreserve.org/warc/1.1/revisit/${profile}`);
      assert.equal(headerOf(revisit, 'warc-refers-to-target-uri'), `http://a.test${place}`);
      assert.equal(headerOf(revisit, 'warc-refers-to-date'), headerOf(first, 'warc-date'));
      const digest = profile === 'server-not-modified' ? undefined : headerOf(first, 'warc-payload-digest');
      assert.equal(headerOf(revisit, 'warc-payload-digest'), digest);
      const head = Buffer.from(revisit.body).toString();
      assert.match(head, profile === 'server-not-modified' ? /^HTTP\/1\.1 304 / : /^HTTP\/1\.1 200 /);
      assert.ok(head.endsWith('\r\n\r\n'), 'a head alone');
    }
  });

  test('that is stopped goes on, and visits nothing twice', async (t) => {
    const { refreshed, read, report } = await crawled(t);
    const first = await refreshed({ maxPages: 8 }, 10, 3);
    assert.equal(first.reason, 'interrupted');
    const { left, schedule } = await report(first);
    const { relevant } = await read((records) => records.totals());
    assert.deepEqual([left, schedule!.pages], [5, relevant], 'pages that wait are pages still');
    const second = await refreshed({ maxPages: 8 });
    assert.equal(second.reason, 'refreshed');
    const all = [...first.visits, ...second.visits].map((line) => line.split(' ')[0]!);
    assert.equal(new Set(all).size, all.length);
    const { counts } = await report(second);
    const { new: found, ...looks } = counts;
    assert.equal(
      Object.values(looks).reduce((sum, n) => sum + n, 0),
      8,
      'the report is of both runs',
    );
    assert.equal(found, all.length - 8);
    // What was looked at is not due; that the server failed was no look.
    const third = await refreshed({ newPages: 0 });
    const again = third.visits.map((line) => line.split(' ')[0]!).filter((place) => all.includes(place));
    assert.deepEqual(
      again,
      again.filter((place) => place === '/failing'),
    );
    assert.equal(third.visits.length, 3 + again.length);
  });

  test('goes on with the crawl, whatever the levels of its strategy are and however full its budget is', async (t) => {
    const options = { organisation: 'coordinator', levels: 3, maxPages: 11, maxPerHost: 11 } as const;
    const { settings, refreshed } = await crawled(t, options);
    const first = await refreshed({ newPages: 0 }, 10, 2);
    assert.equal(first.reason, 'interrupted');
    const { reason, visits } = await ran(await Crawl.resume(settings, settings, [], { clock: laterBy(10 * day) }));
    assert.equal(visits.filter((line) => !line.startsWith('/fresh') && !line.startsWith('/moved')).length, 9);
    assert.equal(reason, 'hosts-closed', 'then the crawl is as it was: at the page limit of its host');
  });

  test('is not learnt from where nothing changed, and counts for no find', async (t) => {
    const { refreshed, read } = await crawled(t, { strategy: 'osprey' });
    const { crawl } = await refreshed({ newPages: 0 });
    assert.equal(crawl.tally.revisits, 11);
    assert.equal(crawl.tally.history.length, 11, 'as before');
    const firsts = await read((records) => collect(records.visits({ versions: 'first', outcomes: ['page'] })));
    assert.deepEqual(
      firsts.map(({ seq }) => seq),
      Array.from({ length: 11 }, (_, index) => index + 1),
    );
  });

  test('is shared out among the agents as the crawl was', async (t) => {
    const seed = ['tagged', 'dated', 'plain', 'noisy'].map((place) => `http://a.test/${place}`);
    const { refreshed, read } = await crawled(t, { seed, agents: 2, segmentBy: 'evenly', requests: 2 });
    await refreshed({ newPages: 0 });
    const rows = await read((records) => collect(records.visits({ versions: 'all' })));
    const agentsOf = (again: boolean) =>
      rows
        .filter(({ kind }) => (kind === 'revisit') === again)
        .map(({ url, agent }) => `${url} ${agent}`)
        .toSorted();
    assert.equal(new Set(rows.map(({ agent }) => agent)).size, 2);
    assert.deepEqual(agentsOf(true), agentsOf(false));
  });

  test('is searched as it is now', async (t) => {
    const { out, refreshed, read } = await crawled(t);
    const found = (word: string) =>
      read(async (records) => {
        const index = PageIndex.open(out, 'en');
        try {
          await index.update(records, new FolderBodies(out), undefined, 0);
          const query = parseSearchQuery(word);
          const { found: hits } = await searchPages(index, records, new FolderBodies(out), {
            query,
            language: 'en',
            limit: 9,
          });
          return hits.map(({ row }) => new URL(row.url).pathname);
        } finally {
          index.close();
        }
      });
    assert.deepEqual(await found('changingword1'), ['/changing']);
    await refreshed();
    assert.deepEqual(await found('changingword1'), []);
    assert.deepEqual(await found('otherword1'), ['/changing']);
    assert.deepEqual(await found('vanishingword1'), []);
  });

  test('goes by the validators that a page has by now', async (t) => {
    const { site, refreshed } = await crawled(t);
    await refreshed();
    site.log.length = 0;
    await refreshed({}, 20);
    const asked = new Map(site.log.map(({ path: place, headers }) => [place, headers]));
    assert.equal(asked.get('/changing')!['if-none-match'], '"c2"');
    assert.equal(asked.get('/tagged')!['if-none-match'], '"v1"');
    assert.deepEqual(
      ['/vanishing', '/moving'].filter((place) => asked.has(place)),
      [],
      'they are no pages any more',
    );
  });

  test('finds a page that moved where it is now, and not a copy of what it was', async (t) => {
    // Long enough to have a simhash.
    const long = (name: string) => Array.from({ length: 10 }, (_, index) => words(`${name}${index}`)).join(' ');
    const text = `court ${long('old')}`;
    const first = {
      'a.test/': page('start', [
        ['/other', 'court'],
        ['/old', 'court'],
      ]),
      'a.test/other': html('Other', `court court court ${long('other')}`),
      'a.test/old': html('Old', text),
    };
    const later = {
      ...first,
      'a.test/other': html('Other', `court court court ${long('another')}`),
      'a.test/old': redirect('/new'),
      'a.test/new': html('Old', text),
    };
    const { refreshed } = await crawled(t, {}, { first, later });
    const { visits } = await refreshed();
    assert.deepEqual(visits, ['/ unchanged', '/other page', '/old redirect', '/new page']);
  });

  test('tells of pages whose host is away, and has them in the next one', async (t) => {
    const first = {
      'a.test/': page('start', [
        ['http://b.test/1', 'court'],
        ['http://b.test/2', 'court'],
        ['http://b.test/3', 'court'],
      ]),
      'b.test/1': page('one'),
      'b.test/2': page('two'),
      'b.test/3': page('three'),
    };
    const away = { ...first, 'b.test/robots.txt': failing(503) };
    const { refreshed, becomes, report } = await crawled(t, {}, { first, later: away });
    const waiting = await refreshed();
    assert.deepEqual([waiting.reason, waiting.visits], ['hosts-waiting', ['/ unchanged', '/1 failed']]);
    const { left, schedule } = await report(waiting);
    assert.deepEqual([left, schedule!.pages], [2, 4]);
    becomes(first);
    // By this request alone, none would be due.
    const { reason, visits, crawl } = await refreshed({ olderThan: 100 * day, maxPages: 1 }, 10.1);
    assert.deepEqual([reason, crawl.refresh!.pages, crawl.refresh!.goesOn], ['refreshed', 2, undefined]);
    assert.deepEqual(visits.toSorted(), ['/2 unchanged', '/3 unchanged']);
    const done = await report({ reason, visits, crawl });
    assert.deepEqual([done.left, done.counts.unchanged], [0, 2]);
  });

  test('refers to the archived answer that was not modified, or that has the same bytes', async (t) => {
    const web = (tagged: SitePage) => ({ 'a.test/': tagged, 'a.test/robots.txt': failing(404) });
    const first = web(validated('etag', '"v1"', page('tagged')));
    const body = `${page('tagged')}<!-- 2 -->`;
    const { asked, becomes, refreshed, recordsOf } = await crawled(
      t,
      {},
      { first, later: web(validated('etag', '"v2"', body)) },
    );
    const dates = async () => (await recordsOf('/')).map((record) => headerOf(record!, 'warc-date'));
    const refersTo = async (visit: number) => {
      const record = (await recordsOf('/'))[visit]!;
      return [headerOf(record, 'warc-type'), headerOf(record, 'warc-refers-to-date')];
    };
    await refreshed({}, 10);
    assert.deepEqual(await refersTo(1), ['response', undefined], 'it reads the same in other bytes');
    becomes(web(validated('etag', '"v2"', body)));
    await refreshed({}, 20);
    assert.equal(asked().get('/')!['if-none-match'], '"v2"');
    assert.deepEqual(await refersTo(2), ['revisit', (await dates())[1]]);
    becomes(web(validated('etag', '"v3"', body)));
    await refreshed({}, 30);
    assert.deepEqual(await refersTo(3), ['revisit', (await dates())[1]]);
    becomes(web(validated('etag', '"v3"', body)));
    await refreshed({}, 40);
    assert.equal(asked().get('/')!['if-none-match'], '"v3"');
    assert.deepEqual(
      await refersTo(4),
      ['revisit', (await dates())[1]],
      'the answer with the body, not what repeats it',
    );
  });

  test('archives what a crawl without an archive has not', async (t) => {
    const web = { 'a.test/': validated('etag', '"v1"', page('tagged')), 'a.test/robots.txt': failing(404) };
    const { asked, becomes, refreshed, recordsOf, read } = await crawled(
      t,
      { archive: false },
      { first: web, later: web },
    );
    await refreshed({ archive: false }, 10);
    assert.equal(asked().get('/')!['if-none-match'], '"v1"', 'nothing is archived, so nothing is missing');
    becomes(web);
    await refreshed({ archive: true }, 20);
    assert.equal(asked().get('/')!['if-none-match'], undefined);
    const [, , third] = await recordsOf('/');
    assert.equal(headerOf(third!, 'warc-type'), 'response');
    const [known = assert.fail()] = await read((records) => collect(records.visits()));
    const [, , look = assert.fail()] = await read((records) => collect(records.visits({ versions: 'all' })));
    assert.deepEqual([known.seq, known.archive], [1, look.archive], 'what is known of the page is found there');
    becomes(web);
    await refreshed({ archive: true }, 30);
    assert.equal(asked().get('/')!['if-none-match'], '"v1"');
    const [, , , fourth] = await recordsOf('/');
    assert.deepEqual(
      [headerOf(fourth!, 'warc-type'), headerOf(fourth!, 'warc-refers-to-date')],
      ['revisit', headerOf(third!, 'warc-date')],
    );
  });

  test('is refused where there are no pages', async (t) => {
    const { refreshed } = await crawled(t, {}, { first: {}, later: {} });
    await assert.rejects(refreshed(), { code: 'nothing-visited' });
  });
});
