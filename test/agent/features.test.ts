import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { CrawlOptions } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { rejudge } from '../../src/rejudge/rejudge.js';
import { openReader } from '../../src/store/open-reader.js';
import { temporaryFolder } from '../archive/warc-fixture.js';
import { osprey, startOsprey } from '../cli/osprey.js';
import { archiveOf } from '../lab/archived.js';
import { html, startSite } from '../site.js';

/** A start that links to 20 pages, on hosts of their own; their order is decided by features alone. */
const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
const words = (number: number) => numbers.map((other) => `word${number * other * 7919}`).join(' ');
const place = (number: number) => `h${number}.test/`;
const pages = {
  'a.test/': html(
    'Start',
    'court',
    numbers.map((number) => [`http://${place(number)}`, 'court'] as const),
  ),
  ...Object.fromEntries(
    numbers.map((number) => [
      place(number),
      html(`Page ${number}`, `court ${words(number)}`, [[`http://${place(((number * 7) % 20) + 1)}`, 'court']]),
    ]),
  ),
};

/**
 * A strategy whose judgement is the length of the text, found out slowly. `body` of `features` knows the page's `url` and how many
 * are `active`; each call is written to a log, and so is all that it learnt.
 */
function slowStrategy(folder: string, body: string, { judge = '', name = 'slow' } = {}) {
  const at = (file: string) => path.join(folder, `${name}.${file}`);
  const [file, calls, known] = [at('mjs'), at('calls'), at('known')];
  writeFileSync(calls, '');
  writeFileSync(
    file,
    `import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    let active = 0, most = 0, open = () => {};
    const opened = new Promise((resolve) => { open = resolve; });
    export const strategy = {
      name: '${name}', reads: ['text'],
      prepare: () => ({ make: () => {
        let learnt = [];
        return {
          name: '${name}',
          async features({ url, text }) {
            most = Math.max(most, ++active);
            appendFileSync(${JSON.stringify(calls)}, url + ' ' + active + '\\n');
            try { ${body} } finally { active--; }
            return { length: text.length, embedding: Float32Array.of(0.1, text.length) };
          },
          async judge(page, reached, { length, embedding }) {
            if (embedding[1] !== length || embedding[0] !== Math.fround(0.1)) throw new Error('other features');
            ${judge}
            return { relevance: 1, raw: length, parts: {} };
          },
          rank: (page, judgement, links, reached, { length }) => links.map((link, n) => ({ value: length + n, parts: {} })),
          learn({ url, features }) {
            learnt.push([url, features.length]);
            writeFileSync(${JSON.stringify(known)}, JSON.stringify(learnt));
          },
          knowledge: {
            snapshot: () => Buffer.from(JSON.stringify(learnt)),
            restore(data) { learnt = JSON.parse(Buffer.from(data).toString()); },
          },
        };
      } }),
    };`,
  );
  return {
    file,
    /** The URLs that features were computed for, with how many were at work then. */
    calls: () =>
      readFileSync(calls, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => [line.split(' ')[0]!, Number(line.split(' ')[1])] as const),
    forgetCalls: () => writeFileSync(calls, ''),
    /** All that it has learnt, in order. */
    known: () => JSON.parse(readFileSync(known, 'utf8')) as readonly (readonly [string, number])[],
  };
}

type Slow = ReturnType<typeof slowStrategy>;

// One thread reads the pages, and has to hand over their text: starting threads is what costs most here.

/** Nothing is ready before 8 are at work at the same time, but for the start, which comes alone; then the last come first. */
const eightAtOnce = `
  if (active >= 8) open();
  if (!url.includes('a.test')) { await Promise.race([opened, sleep(20_000, undefined, { ref: false })]); await sleep(500 / active); }`;

const mostAtOnce = (slow: Slow) => Math.max(...slow.calls().map(([, active]) => active));

async function visitsOf(
  crawl: Crawl,
): Promise<{ readonly url: string; readonly outcome: string; readonly reason: string }[]> {
  const visits = [];
  for await (const { url, visit } of crawl.run()) visits.push({ url, outcome: visit.outcome, reason: visit.reason });
  return visits;
}

const archivedOptions = (folder: string, { file }: Slow): CrawlOptions =>
  ({
    ...{ query: 'court', seed: 'http://a.test/', strategy: file, agents: 1, requests: 16, nearDuplicates: 'off' },
    ...{ web: archiveOf(folder, pages), maxPages: 21, workers: 1 },
  }) as CrawlOptions;

async function liveOptions(t: TestContext, { file }: Slow): Promise<CrawlOptions> {
  const site = await startSite(pages);
  t.after(() => site.close());
  return {
    ...{ query: 'court', seed: 'http://a.test/', strategy: file, agents: 1, requests: 16, nearDuplicates: 'off' },
    ...{ resolve: site.resolve, allowPrivate: true, delay: '0s', workers: 1 },
  } as CrawlOptions;
}

describe('slow features', () => {
  test('are computed for at least 8 of 16 requests at the same time, and have no say in the order of visits', async (t) => {
    const folder = temporaryFolder(t);
    const [slow, quick] = [slowStrategy(folder, eightAtOnce), slowStrategy(folder, '', { name: 'quick' })];
    const order = async (strategy: Slow) => {
      const crawl = await Crawl.start(settingsFrom({ options: archivedOptions(folder, strategy) }));
      return (await visitsOf(crawl)).map(({ url }) => url);
    };
    const slowly = await order(slow);
    assert.equal(slowly.length, 21);
    assert.deepEqual(slowly, await order(quick));
    assert.ok(mostAtOnce(slow) >= 8, `${mostAtOnce(slow)} at once`);
  });

  test('are computed at the same time on a live web, each page once, before it is judged in its turn', async (t) => {
    const slow = slowStrategy(temporaryFolder(t), eightAtOnce);
    const visits = await visitsOf(await Crawl.start(settingsFrom({ options: await liveOptions(t, slow) })));
    assert.equal(visits.filter(({ outcome }) => outcome === 'page').length, 21);
    assert.ok(mostAtOnce(slow) >= 8, `${mostAtOnce(slow)} at once`);
    assert.equal(slow.calls().length, 21);
    const learnt = slow.known().map(([url]) => url);
    assert.deepEqual(
      learnt,
      visits.filter(({ outcome }) => outcome === 'page').map(({ url }) => url),
    );
  });

  test('of committed visits are not computed again when a killed crawl is resumed, which learns from them as before', async (t) => {
    const folder = temporaryFolder(t);
    const killed = path.join(folder, 'killed');
    const dieOnce = (number: number) =>
      `if (page.url.includes('${place(number)}') && !existsSync(${JSON.stringify(killed)})) {
         writeFileSync(${JSON.stringify(killed)}, '');
         // By then the visits before it have been committed.
         await sleep(1_000);
         process.kill(process.pid, 'SIGKILL');
       }`;
    const slow = slowStrategy(folder, '', { judge: dieOnce(3) });
    const undisturbed = slowStrategy(folder, '', { name: 'undisturbed' });
    const out = path.join(folder, 'crawl');
    const web = ['--web', archiveOf(folder, pages), '--requests', '1', '--agents', '1', '--near-duplicates', 'off'];
    const crawl = (strategy: Slow, to: string) => {
      const seed = ['--seed', 'http://a.test/', '--strategy', strategy.file];
      return ['crawl', 'court', ...seed, ...web, '--workers', '1', '--out', to, '--quiet'];
    };
    const { code } = await startOsprey(crawl(slow, out), folder).ended;
    assert.deepEqual([code, existsSync(killed)], [null, true]);
    const committed = await committedIn(out);
    assert.ok(committed.length > 1 && committed.length < 21, `${committed.length} were committed`);
    slow.forgetCalls();
    const resumed = await osprey(['resume', out, '--strategy', slow.file, '--quiet'], folder);
    assert.equal(resumed.code, 0, resumed.stderr);
    const computed = slow.calls().map(([url]) => url);
    assert.deepEqual(
      computed.filter((url) => committed.includes(url)),
      [],
    );
    assert.equal(computed.length, 21 - committed.length);
    assert.equal((await osprey(crawl(undisturbed, path.join(folder, 'whole')), folder)).code, 0);
    assert.deepEqual(slow.known(), undisturbed.known());
  });

  test('are replayed when a crawl is rejudged, and computed once where there are none yet', async (t) => {
    const folder = temporaryFolder(t);
    const [slow, other] = [slowStrategy(folder, ''), slowStrategy(folder, eightAtOnce, { name: 'other' })];
    const settings = settingsFrom({ options: { ...(await liveOptions(t, slow)), out: path.join(folder, 'crawl') } });
    await visitsOf(await Crawl.start(settings));
    slow.forgetCalls();
    assert.equal((await rejudge(settings, () => {})).pages, 21);
    assert.deepEqual(slow.calls(), []);
    assert.equal(slow.known().length, 21);
    const asOther = { ...settings, strategy: other.file };
    assert.equal((await rejudge(asOther, () => {})).pages, 21);
    assert.equal(other.calls().length, 21);
    assert.ok(mostAtOnce(other) >= 8, `${mostAtOnce(other)} at once`);
    for (const again of [asOther, settings]) await rejudge(again, () => {});
    assert.deepEqual([other.calls().length, slow.calls().length], [21, 0]);
  });

  test('that fail are a failure of the strategy at the page: it is tried again, and fails for good after the last try', async (t) => {
    const folder = temporaryFolder(t);
    const failing = slowStrategy(
      folder,
      `if (url.includes('${place(5)}')) throw new Error('no answer');
       if (url.includes('${place(6)}') && !existsSync(${JSON.stringify(path.join(folder, 'failed'))})) {
         writeFileSync(${JSON.stringify(path.join(folder, 'failed'))}, '');
         throw new Error('once');
       }`,
    );
    const options = { ...(await liveOptions(t, failing)), retries: 2 };
    const visits = await visitsOf(await Crawl.start(settingsFrom({ options })));
    const pagesOf = visits.filter(({ outcome }) => outcome === 'page');
    assert.equal(pagesOf.length, 20);
    const failed = visits.filter(({ reason }) => reason === 'strategy-failed').map(({ url }) => url);
    assert.deepEqual(failed, [`http://${place(5)}`]);
    const tries = (number: number) => failing.calls().filter(([url]) => url.includes(place(number))).length;
    assert.deepEqual([tries(5), tries(6), tries(7)], [3, 2, 1]);
  });

  test('that hang are given up after --hang, and the other pages are not held up for longer', async (t) => {
    const hanging = slowStrategy(temporaryFolder(t), `if (url.includes('${place(5)}')) await new Promise(() => {});`);
    const options = { ...(await liveOptions(t, hanging)), retries: 0, hang: '1s' } as const;
    const visits = await visitsOf(await Crawl.start(settingsFrom({ options })));
    assert.equal(visits.filter(({ outcome }) => outcome === 'page').length, 20);
    assert.deepEqual(
      visits.filter(({ reason }) => reason === 'strategy-failed').map(({ url }) => url),
      [`http://${place(5)}`],
    );
  });

  test('are not computed for pages that are not judged', async (t) => {
    const slow = slowStrategy(temporaryFolder(t), '');
    const options = { ...(await liveOptions(t, slow)), not: ['word7919'], notRule: 'drop' as const };
    const visits = await visitsOf(await Crawl.start(settingsFrom({ options })));
    const ignored = visits.filter(({ outcome }) => outcome === 'ignored').map(({ url }) => url);
    assert.ok(ignored.length > 0 && ignored.length < 20);
    const computed = slow.calls().map(([url]) => url);
    assert.deepEqual(
      computed.filter((url) => ignored.includes(url)),
      [],
    );
    assert.equal(computed.length, visits.length - ignored.length);
  });
});

async function committedIn(folder: string): Promise<string[]> {
  const { records, close } = await openReader(folder);
  const urls: string[] = [];
  for await (const { url } of records.visits({ outcomes: ['page'] })) urls.push(url);
  await close();
  return urls;
}
