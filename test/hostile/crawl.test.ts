import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { FolderBodies } from '../../src/archive/bodies/folder-bodies.js';
import { fetchFailures } from '../../src/download/fetch-failures.js';
import { markdown } from '../../src/export/formats/markdown.js';
import { grouped } from '../../src/lab/grouped.js';
import type { VisitRow } from '../../src/model/visit.js';
import { openReader } from '../../src/store/open-reader.js';
import { hostOf } from '../../src/url/canonical-url.js';
import { visitReasons } from '../../src/words/reasons.js';
import { brokenPromises } from '../../tools/hostile-web/broken-promises.js';
import { crawlOptions } from '../../tools/hostile-web/crawl-options.js';
import { hostileSites } from '../../tools/hostile-web/hostile-sites.js';
import { type MeasuredCrawl, measuredCrawl } from '../../tools/hostile-web/measured-crawl.js';
import { type HostileWeb, startHostileWeb } from '../../tools/hostile-web/server.js';
import { liveParts } from '../export/live-parts.js';
import { sharedEncodings } from './shared-encodings.js';

/** Without those of 200,000 links, which are nothing but long. */
const pagesOf = (visits: readonly VisitRow[]) =>
  visits.filter(({ outcome, url }) => outcome === 'page' && !hostOf(url).endsWith('.links.test'));

async function* inTurn<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

describe('a crawl of 2,000 pages over the hostile web', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-hostile-'));
  const visits: VisitRow[] = [];
  let web: HostileWeb;
  let crawl: MeasuredCrawl;

  before(async () => {
    web = await startHostileWeb([...hostileSites(), ...sharedEncodings()]);
    const out = path.join(folder, 'crawl');
    // It does not come to so many pages: a crawl that a trap keeps from its end must end too.
    const options = { ...crawlOptions, seed: web.seed, resolve: web.resolve, out, maxPages: 5_000 };
    crawl = await measuredCrawl({ options, every: 5_000 });
    const { records, close } = await openReader(out);
    for await (const visit of records.visits()) visits.push(visit);
    await close();
  });
  after(async () => {
    await web.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('ends by itself, when only hosts that want to be left alone have URLs left', () => {
    assert.equal(crawl.reason, 'hosts-waiting');
    assert.ok(crawl.samples.at(-1)!.documents >= 2_000);
  });

  test('brings every page that was promised, no more of a trap than its bound, and every failure under its reason', () => {
    assert.deepEqual(brokenPromises(web.sites, visits), []);
  });

  test('counts nothing under a reason that is not documented', () => {
    const documented = (reason: string) =>
      Object.hasOwn(visitReasons, reason) || Object.hasOwn(fetchFailures, reason) || /^http-\d{3}$/.test(reason);
    assert.deepEqual(
      visits.filter(({ outcome, reason }) => outcome !== 'page' && !documented(reason)),
      [],
    );
  });

  test('keeps the pace of every host, and asks for robots.txt first', () => {
    const pauses = new Map(
      web.sites.flatMap(({ hosts, promise }) => hosts.map((host) => [host, promise.pauseMs] as const)),
    );
    const delay = Number.parseInt(crawlOptions.delay, 10);
    for (const [host, lines] of grouped(web.log, ({ host }) => host)) {
      // The robots.txt of others may be the first thing that a host is asked for.
      assert.ok(lines[0]!.path === '/robots.txt' || lines[0]!.path.startsWith('/rules/'), host);
      // A request is read before it is answered, and the next one is sent a pause after the answer; clocks tick in milliseconds.
      for (let next = 1; next < lines.length; next++) {
        // On behalf of others, the pause begins with the request: on a busy machine that is a little before it is read here.
        const isForOthers = lines[next - 1]!.path.startsWith('/rules/');
        const wanted = isForOthers ? delay / 4 : next === 1 ? delay : Math.max(delay, pauses.get(host) ?? 0);
        const { at, path } = lines[next]!;
        assert.ok(at - lines[next - 1]!.at >= wanted - 1, `${host}${path} came ${at - lines[next - 1]!.at} ms later`);
      }
    }
  });

  test('tries no URL more often than it may', () => {
    const times = grouped(web.log, ({ host, path }) => host + path);
    const most = 1 + crawlOptions.retries;
    assert.deepEqual(
      [...times].filter(([, lines]) => lines.length > most).map(([url]) => url),
      [],
    );
  });

  test('keeps nothing that could steer a terminal', () => {
    for (const { url, title = '', detail = '', author = '' } of visits) {
      assert.doesNotMatch(`${url}${title}${detail}${author}`, /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u, url);
    }
  });

  test('becomes Markdown without a tag, a link that runs or a second front matter', async () => {
    const context = {
      bodies: new FolderBodies(path.join(folder, 'crawl')),
      text: false,
      labels: new Map<string, boolean>(),
    };
    let documents = 0;
    // Two of each host have all that it does to text.
    const some = [...grouped(pagesOf(visits), ({ url }) => hostOf(url)).values()].flatMap((ofHost) =>
      ofHost.slice(0, 2),
    );
    for await (const document of markdown(inTurn(some), context)) {
      documents++;
      assert.deepEqual(liveParts(document), [], document.slice(0, 1000));
      assert.equal(document.match(/^-{3,}[ \t]*$/gm)?.length, 2, document.slice(0, 1000));
    }
    assert.equal(documents, some.length);
    assert.ok(documents > 500, `${documents}`);
  });

  test('has a bounded memory', () => {
    // About 380 MB, of which the threads that read pages take most; a page of 100 MB or a bomb of a gigabyte would show.
    assert.ok(crawl.peakRssMB < 700, `${crawl.peakRssMB} MB at most`);
    assert.ok(crawl.heapAfterMB < 100, `${crawl.heapAfterMB} MB of heap in the end`);
  });
});
