import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { CrawlOptions, Settings } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { KeptWeb } from '../../src/lab/runs/kept-web.js';
import { runAssignment } from '../../src/lab/runs/run-assignment.js';
import { readWeb } from '../../src/lab/web/read-web.js';
import { LabelFile } from '../../src/labels/label-file.js';
import { pageParts } from '../../src/model/page.js';
import { rejudge } from '../../src/rejudge/rejudge.js';
import { temporaryFolder } from '../archive/warc-fixture.js';
import { archiveOf, labSettings } from '../lab/archived.js';
import { startSite } from '../site.js';

const page = (to: string, more: string) =>
  `<title>Court</title><body><p>Everybody knows <a href="${to}">the court</a>, where judges sit. ${more}</p>`;
const pages = {
  'a.test/': page('/court-of-law', 'A first page.'),
  'a.test/court-of-law': page('/other-courts', 'Another page, about the law itself.'),
};

/** How much there is of each part. */
interface Read {
  readonly by: string;
  readonly url: string;
  readonly parts: Readonly<Record<string, number>>;
}

/** A strategy that writes down what it finds in the pages it is given. */
function readingStrategy(folder: string, reads: readonly string[]): { readonly file: string; read(): Read[] } {
  const [file, log] = [path.join(folder, 'reading.mjs'), path.join(folder, 'reading.log')];
  rmSync(log, { force: true });
  writeFileSync(
    file,
    `import { appendFileSync } from 'node:fs';
    const note = (by, { url, text, mainText, links }) => {
      const sum = (field) => links.reduce((total, link) => total + link[field].length, 0);
      const ofLinks = ['context', 'path', 'urlTerms', 'contextTerms'].map((field) => [field, sum(field)]);
      const parts = { text: text.length, mainText: mainText.length, ...Object.fromEntries(ofLinks) };
      appendFileSync(${JSON.stringify(log)}, JSON.stringify({ by, url, parts }) + '\\n');
    };
    export const strategy = {
      name: 'reading', reads: ${JSON.stringify(reads)},
      prepare: () => ({ make: () => ({
        name: 'reading',
        features: async (page) => { note('features', page); return 1; },
        judge(page) { note('judge', page); return { relevance: 1, raw: 1, parts: {} }; },
        rank(page, judgement, links) { note('rank', { ...page, links }); return links.map(() => ({ value: 1, parts: {} })); },
        learn: () => undefined,
        labels: { apply: ({ page }) => note('label', page) },
      }) }),
    };`,
  );
  const read = () =>
    readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Read);
  return { file, read };
}

interface Scene {
  readonly folder: string;
  /** Of a live web, and of an archived one. */
  settings(options?: Partial<CrawlOptions>): Settings;
  archived(options: Partial<CrawlOptions>): Settings;
}

type Run = (scene: Scene) => Promise<void>;

async function crawled(settings: Settings): Promise<void> {
  for await (const _ of (await Crawl.start(settings)).run());
}

/** By which methods the strategy is given pages, and how. */
const configurations: readonly (readonly [name: string, methods: readonly string[], run: Run])[] = [
  ['threads', ['features', 'judge', 'rank'], async ({ settings }) => crawled(settings({ workers: 1 }))],
  ['no threads', ['features', 'judge', 'rank'], async ({ settings }) => crawled(settings({ workers: 0 }))],
  [
    'an archived web',
    ['features', 'judge', 'rank'],
    async ({ folder, archived }) => crawled(archived({ web: archiveOf(folder, pages), workers: 1 })),
  ],
  [
    'the lab, which keeps pages that were read once, and judges them again',
    ['features', 'judge', 'rank'],
    async ({ folder, settings }) => {
      const archive = archiveOf(folder, pages);
      const { kept, readOptions, close } = await readWeb(labSettings(archive), path.join(folder, 'kept'));
      const web = await KeptWeb.open({ archives: [archive], kept, readOptions });
      const { query, strategy, seed } = settings();
      await runAssignment({ options: { query: query!, strategy, seed: [...seed] } }, web);
      await web.close();
      close();
    },
  ],
  [
    'a crawl that is rejudged',
    ['judge', 'features'],
    async ({ folder, settings }) => {
      const given = settings({ out: path.join(folder, 'crawl'), workers: 1 });
      await crawled({ ...given, strategy: 'breadth-first' });
      await rejudge(given, () => {});
    },
  ],
  [
    'labels',
    ['label'],
    async ({ folder, settings }) => {
      const given = settings({ out: path.join(folder, 'crawl'), workers: 1 });
      await crawled({ ...given, maxPages: 1 });
      const label = { label: 'relevant', at: '' } as const;
      LabelFile.read(given.out!).setAll(new Map([['http://a.test/', label]]));
      for await (const _ of (await Crawl.resume(given, given, [])).run());
    },
  ],
];

async function readIn(t: TestContext, reads: readonly string[], run: Run): Promise<Read[]> {
  const folder = temporaryFolder(t);
  const site = await startSite(pages);
  t.after(() => site.close());
  const { file, read } = readingStrategy(folder, reads);
  const network = { resolve: site.resolve, allowPrivate: true, delay: '0s', requests: 1 } as const;
  const common = { query: 'court', seed: 'http://a.test/', strategy: file, nearDuplicates: 'off' } as const;
  const settings = (options: Partial<CrawlOptions>) =>
    settingsFrom({ options: { ...common, ...options } as CrawlOptions });
  await run({ folder, settings: (options = {}) => settings({ ...network, ...options }), archived: settings });
  return read();
}

for (const [name, methods, run] of configurations) {
  describe(`a strategy, with ${name},`, () => {
    test('is given every part of a page that it reads, and in all methods that are given pages', async (t) => {
      const read = await readIn(t, pageParts, run);
      for (const method of methods)
        assert.ok(
          read.some(({ by }) => by === method),
          `${method} was not called`,
        );
      for (const { by, parts } of read)
        for (const part of pageParts) assert.ok(parts[part]! > 0, `${by} was given no ${part}`);
    });

    test('is given no text that it does not read', async (t) => {
      for (const { by, parts } of await readIn(t, [], run))
        for (const part of ['text', 'mainText', 'context', 'path'])
          assert.equal(parts[part], 0, `${by} was given ${part}`);
    });
  });
}

test('parts are read one by one', async (t) => {
  const [, , threads] = configurations[0]!;
  for (const part of pageParts)
    for (const { parts } of await readIn(t, [part], threads))
      assert.deepEqual(
        Object.keys(parts).filter((name) => parts[name]! > 0),
        [part],
      );
});
