import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { FolderBodies } from '../../src/archive/bodies/folder-bodies.js';
import type { RawOptions } from '../../src/config/layer.js';
import type { CrawlOptions } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { appliesLabelsNote, withLabels } from '../../src/crawl/label-watcher.js';
import { LabelFile } from '../../src/labels/label-file.js';
import type { Strategy } from '../../src/model/strategy.js';
import { pageReader } from '../../src/reading/page-pool.js';
import { rejudge } from '../../src/rejudge/rejudge.js';
import { MemoryStore } from '../../src/store/memory/memory-store.js';
import { openReader } from '../../src/store/open-reader.js';
import { osprey, temporaryFolder } from '../cli/osprey.js';
import { rowOfPages } from '../cli/small-web.js';
import { type Site, startSite } from '../site.js';
import { rules } from '../store/invented-crawl.js';

const { folder, remove } = temporaryFolder();
after(remove);
let site: Site;
before(async () => {
  site = await startSite(rowOfPages('cars.test', 100));
});
after(() => site.close());

/** All that the strategy knows: what it heard of people, each time with the number of pages judged till then, and its lessons. */
interface Known {
  readonly heard: readonly {
    readonly url: string;
    readonly relevant: boolean;
    readonly words: number;
    readonly at: number;
  }[];
  readonly learnt: number;
}

/**
 * A strategy that keeps what it is told in its knowledge, and shows that in a file. The file `die` kills the process that runs
 * it: `label 2` at the second label that it is told, `learn 5` at the fifth page.
 */
function strategyFile(name: string): string {
  const file = path.join(folder, `${name}.mjs`);
  const [shown, die] = [JSON.stringify(`${file}.known`), JSON.stringify(path.join(folder, 'die'))];
  writeFileSync(
    file,
    `import { existsSync, readFileSync, writeFileSync } from 'node:fs';
    export const strategy = {
      name: 'attentive', summary: 'Listens.', source: 'test', needs: ['query'], parameters: {}, parts: {},
      prepare: () => ({ make: () => {
        let known = { heard: [], learnt: 0 };
        let judged = 0;
        let [moment, times] = existsSync(${die}) ? readFileSync(${die}, 'utf8').split(' ') : [];
        const at = (now) => { if (now === moment && --times === 0) process.kill(process.pid, 'SIGKILL'); };
        const show = () => writeFileSync(${shown}, JSON.stringify(known));
        return {
          name: 'attentive', queueing: { merge: 'keep' },
          judge() { judged++; return { relevance: 1, raw: 1, parts: {} }; },
          rank: (page, judgement, links) => links.map(() => ({ value: 0, parts: {} })),
          learn() { known.learnt++; at('learn'); show(); },
          labels: {
            apply({ page: { url, terms }, relevant }) {
              at('label');
              known.heard.push({ url, relevant, words: terms.ids.length, at: judged });
              show();
            },
          },
          knowledge: {
            snapshot: () => Buffer.from(JSON.stringify(known)),
            restore(data) { known = JSON.parse(Buffer.from(data).toString()); show(); },
          },
        };
      } }),
    };`,
  );
  return file;
}

function known(name: string): Known {
  return JSON.parse(readFileSync(path.join(folder, `${name}.mjs.known`), 'utf8'));
}

function heard(name: string): string[] {
  return known(name).heard.map(({ url, relevant }) => `${url.slice('http://cars.test'.length)} ${relevant}`);
}

function settingsOf(name: string, options: RawOptions = {}) {
  return settingsFrom({
    options: {
      query: 'jaguar car',
      seed: 'http://cars.test/',
      resolve: [site.resolve],
      allowPrivate: true,
      delay: '0s',
      workers: 0,
      requests: 1,
      nearDuplicates: 'off',
      strategy: strategyFile(name),
      out: path.join(folder, name),
      ...options,
    } as CrawlOptions,
  });
}

/** Calls back after every page with how many there were in this run. */
async function run(crawl: Crawl, onPage: (pages: number) => void = () => {}): Promise<void> {
  let pages = 0;
  for await (const _ of crawl.run()) onPage(++pages);
}

async function resume(name: string, maxPages: number): Promise<void> {
  const settings = settingsOf(name, { maxPages });
  await run(await Crawl.resume(settings, settings, []));
}

function say(name: string, said: Readonly<Record<string, boolean>>): void {
  const judgements = Object.entries(said).map(
    ([where, relevant]) => [`http://cars.test${where}`, { label: relevant ? 'relevant' : 'other', at: '' }] as const,
  );
  LabelFile.read(path.join(folder, name)).setAll(new Map(judgements));
}

describe('what people say of pages', () => {
  test('leaves the other ways of the strategy as they are', async () => {
    const strategy: Strategy = {
      name: 'own',
      queueing: { merge: (queued) => queued },
      judge: () => ({ relevance: 0, raw: 0, parts: {} }),
      rank: () => [],
      labels: { apply() {} },
      topTerms(count) {
        return [[count, this.labels === undefined ? 0 : 0.5]];
      },
    };
    const reader = pageReader(0, { language: 'en', stem: true, phrases: [] });
    const watcher = await withLabels(strategy, {
      settings: settingsOf('table'),
      store: new MemoryStore(rules()),
      reader,
      bodies: new FolderBodies(folder),
    });
    const { topTerms, queueing } = watcher;
    assert.deepEqual([topTerms!(7), queueing?.merge], [[[7, 0.5]], strategy.queueing!.merge]);
    await reader.close();
  });

  test('comes to the strategy of a running crawl within 25 pages, with the words of the page, and again when it changes', async () => {
    await run(await Crawl.start(settingsOf('running', { maxPages: 80 })), (pages) => {
      if (pages === 5) say('running', { '/': true, '/2': false, '/99': true });
      if (pages === 40) say('running', { '/2': true });
      if (pages === 70) writeFileSync(path.join(folder, 'running', 'labels.tsv'), 'somebody is writ');
    });
    // The third page was not visited yet. A file that is not whole does not end the crawl.
    assert.deepEqual(heard('running'), ['/ true', '/2 false', '/2 true']);
    for (const { words } of known('running').heard) assert.ok(words > 5);
    const [first, , third] = known('running').heard;
    assert.ok(first!.at > 5 && first!.at <= 30, `heard at page ${first!.at}`);
    assert.ok(third!.at > 40 && third!.at <= 65, `heard at page ${third!.at}`);
  });

  test('is applied before the first page of a resumed crawl, and never twice', async () => {
    await run(await Crawl.start(settingsOf('resumed', { maxPages: 10 })));
    say('resumed', { '/1': true, '/50': true });
    await resume('resumed', 60);
    assert.deepEqual(heard('resumed'), ['/1 true']);
    assert.equal(known('resumed').heard[0]!.at, 0);
    // Visited by now, and told as soon as the crawl looks again.
    await resume('resumed', 61);
    await resume('resumed', 62);
    assert.deepEqual(heard('resumed'), ['/1 true', '/50 true']);
    assert.equal(known('resumed').learnt, 62);
    writeFileSync(path.join(folder, 'resumed', 'labels.tsv'), 'http://cars.test/1\tgood\n');
    await assert.rejects(resume('resumed', 63), { name: 'UsageError', message: /labels\.tsv:1/ });
  });

  test('is neither lost nor repeated when the crawl is killed, at whatever moment', async () => {
    await run(await Crawl.start(settingsOf('killed', { maxPages: 10 })));
    const killedAt = async (moment: string) => {
      writeFileSync(path.join(folder, 'die'), moment);
      const { code, stderr } = await osprey(
        ['resume', 'killed', '--strategy', 'killed.mjs', '--max-pages', '40', '--quiet'],
        folder,
      );
      assert.equal(code, null, stderr);
    };
    say('killed', { '/1': true, '/2': false, '/3': true });
    await killedAt('label 2');
    // By now all three are applied, and that is on the disk or not.
    await killedAt('learn 1');
    rmSync(path.join(folder, 'die'));
    say('killed', { '/4': true });
    await resume('killed', 40);
    assert.deepEqual(heard('killed'), ['/1 true', '/2 false', '/3 true', '/4 true']);
    assert.equal(known('killed').learnt, 40);
  });

  test('is applied first when the crawl is judged anew, and not again after that', async () => {
    await run(await Crawl.start(settingsOf('anew', { maxPages: 10 })));
    say('anew', { '/1': true });
    await resume('anew', 20);
    say('anew', { '/2': false });
    await rejudge(settingsOf('anew', { maxPages: 21 }), () => {});
    assert.deepEqual(heard('anew'), ['/1 true', '/2 false']);
    assert.deepEqual([known('anew').heard[1]!.at, known('anew').learnt], [0, 20]);
    await resume('anew', 21);
    assert.deepEqual([heard('anew').length, known('anew').learnt], [2, 21]);
  });

  test('changes nothing while pages are not kept to be read again, and nothing that was learnt is lost', async () => {
    await run(await Crawl.start(settingsOf('bare', { maxPages: 5, archive: false })));
    say('bare', { '/1': true, '/7': false });
    await resume('bare', 10);
    assert.deepEqual([heard('bare'), known('bare').learnt], [[], 10]);
    await resume('bare', 11);
    assert.deepEqual([heard('bare'), known('bare').learnt], [['/7 false'], 11]);
    const unkept = settingsOf('bare', { maxPages: 12, archive: false });
    await run(await Crawl.resume(unkept, unkept, []));
    assert.deepEqual([heard('bare'), known('bare').learnt], [['/7 false'], 12]);
  });

  test('is not for every strategy: the crawl notes whether it can learn from it', async () => {
    const appliesLabels = async (name: string, options: RawOptions) => {
      await run(await Crawl.start(settingsOf(name, { ...options, maxPages: 3 })));
      const { notes, close } = await openReader(path.join(folder, name));
      const note = await notes.get(appliesLabelsNote);
      await close();
      return note;
    };
    assert.equal(await appliesLabels('deaf', { strategy: 'best-first' }), 'no');
    assert.equal(await appliesLabels('all-ears', {}), 'yes');
  });
});
