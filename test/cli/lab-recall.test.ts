import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type LabRecallFlags, labRecallCommand } from '../../src/cli/commands/lab-recall/run.js';
import { recallOfCrawls } from '../../src/lab/audit/recall-of-crawls.js';
import { recallOfSeedHalves } from '../../src/lab/audit/recall-of-seed-halves.js';
import type { CrawlReader } from '../../src/model/crawl-reader.js';
import { openReader } from '../../src/store/open-reader.js';
import { html, type SitePage, startSite } from '../site.js';
import { osprey, temporaryFolder, webFlags } from './osprey.js';

const { folder, remove } = temporaryFolder();
after(remove);

const about = (what: string) => `The jaguar car ${what} is a jaguar car like no other car.`;
const links = (...numbers: number[]) => numbers.map((number) => [`/${number}`, `jaguar car ${number}`] as const);

/** Seed a leads to pages 1 to 6, seed b to 4 to 9, c to none of them, d to those of a. Page 6 is nothing, and 3 and 7 are the same. */
const web: Record<string, SitePage> = {
  'a.test/': html(
    'Cars of a',
    about('of a'),
    links(1, 2, 3, 4, 5, 6).map(([href, anchor]) => [`http://p.test${href}`, anchor]),
  ),
  'b.test/': html(
    'Cars of b',
    about('of b'),
    links(4, 5, 6, 7, 8, 9).map(([href, anchor]) => [`http://p.test${href}`, anchor]),
  ),
  'd.test/': html(
    'Cars of d',
    about('of d'),
    links(1, 2, 3, 4, 5, 6).map(([href, anchor]) => [`http://p.test${href}`, anchor]),
  ),
  'c.test/': html('Gardens', 'Roses and tulips.'),
};
for (let number = 1; number <= 9; number++) {
  const name = number === 7 ? 3 : number;
  web[`p.test/${number}`] =
    number === 6 ? html('Tulips', 'Tulips grow here.') : html(`Car ${name}`, about(`number ${name}`));
}

before(async () => {
  const site = await startSite(web);
  const crawl = (out: string, ...hosts: string[]) => {
    const seeds = hosts.flatMap((host) => ['--seed', `http://${host}.test/`]);
    return osprey(['crawl', 'jaguar car', ...seeds, '--quiet', ...webFlags(site), '--out', out], folder);
  };
  await Promise.all([
    crawl('a', 'a'),
    crawl('b', 'b'),
    crawl('both', 'a', 'b'),
    crawl('gardens', 'c', 'a'),
    crawl('alike', 'a', 'd'),
  ]);
  await site.close();
});

/** Of crawls by name. */
async function opened<T>(names: readonly string[], use: (...crawls: CrawlReader[]) => Promise<T>): Promise<T> {
  const crawls = await Promise.all(names.map((name) => openReader(path.join(folder, name))));
  try {
    return await use(...crawls);
  } finally {
    for (const crawl of crawls) await crawl.close();
  }
}

describe('osprey lab recall', () => {
  test('two crawls are two captures; the same content is the same page, and seeds are no finds', async () => {
    // Relevant: a found 1 2 3 4 5, b found 4 5 7 8 9, in common 4, 5 and 3 = 7: 6 * 6 / 4 - 1 = 8 in all.
    const { code, stdout } = await osprey(['lab', 'recall', 'a', 'b', '--json'], folder);
    assert.equal(code, 0);
    const { captures, all, found, given, each, recall: share } = JSON.parse(stdout);
    assert.deepEqual(captures, { first: 5, second: 5, both: 3 });
    assert.equal(all.estimate, 8);
    assert.deepEqual([found, given], [7, 2]);
    assert.equal(share.mean, 7 / 8);
    assert.deepEqual([each[0].mean, each[1].mean], [5 / 8, 5 / 8]);
    assert.ok(all.low >= 7 && all.high > 8 && share!.low === 7 / all.high);
  });

  test('halves of the seeds of one crawl are two captures', async () => {
    // Page 7 is a copy of 3, or 3 of 7, whichever came second; copies do not count.
    const { captures, all, found, seeds, splits } = await opened(['both'], (crawl) =>
      recallOfSeedHalves(crawl!, { splits: 20, randomSeed: 1 }),
    );
    assert.deepEqual([seeds, splits, found], [2, 1, 7]);
    // One half has 1 2 4 5, the other 4 5 8 9, and one of them the page that is 3 and 7: 6 * 5 / 3 - 1 = 9 in all.
    assert.deepEqual([captures.first + captures.second, captures.both], [9, 2]);
    assert.equal(all.estimate, 9);
  });

  test('what people say counts before what the crawl says', async () => {
    const file = path.join(folder, 'b', 'labels.tsv');
    const said = ['url\tlabels', 'http://p.test/6\trelevant', 'http://p.test/9\tother', ''];
    writeFileSync(file, said.join('\n'));
    // Page 6 is in both now, 9 is not in b: a 6, b 5, in common 4: 7 * 6 / 5 - 1 = 7.4.
    const { captures, all, byPerson } = await opened(['a', 'b'], (a, b) => recallOfCrawls(a!, b!));
    assert.deepEqual(captures, { first: 6, second: 5, both: 4 });
    assert.ok(Math.abs(all.estimate - 7.4) < 1e-9);
    assert.equal(byPerson, 1);
  });

  test('says what it rests on, and when nothing can be told', async () => {
    const { stdout } = await osprey(['lab', 'recall', 'gardens'], folder);
    assert.match(stdout, /Estimated total +5 pages \(5 or more\)\nThe crawl +5 pages, recall unknown\n/);
    assert.match(stdout, /Fewer than 7 pages in common: this is a rough guess\./);
    assert.match(stdout, /the true number of pages is likely higher/);
    assert.match(stdout, /Two crawls from different seeds give a better estimate/);
  });

  test('halves that lead to the same pages tell nothing of others', async () => {
    const { captures, all, recall } = await opened(['alike'], (crawl) =>
      recallOfSeedHalves(crawl!, { splits: 20, randomSeed: 1 }),
    );
    assert.deepEqual(captures, { first: 5, second: 5, both: 5 });
    assert.deepEqual(all, { estimate: 5, low: 5, high: Number.POSITIVE_INFINITY });
    assert.equal(recall, null);
  });

  test('what cannot be meant is one clear sentence', async () => {
    const refused = (dirs: [string, string?], flags: LabRecallFlags, message: RegExp) => {
      const [dir, other] = dirs.map((name) => path.join(folder, name!));
      return assert.rejects(labRecallCommand(dir!, other, flags), { name: 'UsageError', message });
    };
    await refused(['a'], {}, /has one seed, but halves need two: give a second crawl/);
    await refused(['a', './a'], {}, /Give two different crawls/);
    await refused(['a', 'z'], {}, /No crawl found in .*z/);
    await refused(['both'], { splits: '0' }, /--splits: must be a whole number/);
  });
});
