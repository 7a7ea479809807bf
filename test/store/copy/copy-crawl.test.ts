import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Shelf } from '../../../src/dashboard/server/shelf.js';
import { figuresOf, stateOf } from '../../../src/dashboard/views/live.js';
import { copy as copyCrawl } from '../../../src/library/copy.js';
import { refresh } from '../../../src/library/refresh.js';
import { resume } from '../../../src/library/resume.js';
import type { CrawlReader } from '../../../src/model/crawl-reader.js';
import { archivedMainText } from '../../../src/reading/archived-page.js';
import { openReader } from '../../../src/store/open-reader.js';
import { osprey, temporaryFolder, webFlags } from '../../cli/osprey.js';
import { smallWeb } from '../../cli/small-web.js';
import { type Site, startSite } from '../../site.js';
import { collect } from '../invented-crawl.js';
import { newName, sharedServer } from '../postgres/test-server.js';

const server = sharedServer();
const { folder, remove } = temporaryFolder();
const at = (name: string) => path.join(folder, name);
let site: Site;
const name = newName();
const database = () => `${server().url}#${name}`;

before(async () => {
  process.env.OSPREY_CACHE = at('.cache');
  site = await startSite(smallWeb);
  const web = [...webFlags(site), '--requests', '1'];
  const made = await osprey(
    [
      'crawl',
      'jaguar car',
      '--seed',
      'http://cars.test/',
      '--not',
      'cat',
      ...web,
      '--out',
      'one',
      '--max-pages',
      '6',
      '--quiet',
    ],
    folder,
  );
  assert.equal(made.code, 0, made.stderr);
  await osprey(['label', 'one', 'http://cars.test/', 'yes'], folder);
  await osprey(['search', 'one', 'engine'], folder);
});
after(async () => {
  await site.close();
  remove();
});

/** All that a reader tells, but for what depends on where it reads. */
async function told(location: string): Promise<Record<string, unknown>> {
  const reader = await openReader(location);
  try {
    return comparable({ ...(await tables(reader)), ...(await looked(reader)) });
  } finally {
    await reader.close();
  }
}

/** Sums depend on the order of their parts, by the last digits. */
function comparable(all: Record<string, unknown>): Record<string, unknown> {
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(12)) : value);
  return JSON.parse(JSON.stringify(all, rounded)) as Record<string, unknown>;
}

async function tables(reader: CrawlReader): Promise<Record<string, unknown>> {
  const { records, agents, notes, settings } = reader;
  const { out: _, archive: __, ...kept } = settings;
  const { running: ___, ...status } = await reader.status();
  return {
    visits: await collect(records.visits({ versions: 'all' })),
    ranked: await collect(records.visits({ order: 'relevance', outcomes: ['page'], minRelevance: 0.1, limit: 5 })),
    known: await collect(records.knownPages()),
    rejected: await collect(records.rejected()),
    simhashes: await collect(records.simhashes()),
    totals: [await records.totals(), await records.totals(0)],
    status,
    hosts: await reader.hosts(3),
    curve: await reader.yieldCurve(4),
    links: await collect(reader.links()),
    linked: (await collect(reader.linkedPages())).flat(),
    agents: [await agents.registered(), await agents.findings(), [...(await agents.bestArchived(2))]],
    notes: [await notes.get('judge'), await notes.get('stop'), await notes.robots('http://cars.test')],
    kept,
  };
}

/** Of single URLs and pages. */
async function looked({ records, bodies, browsing }: CrawlReader): Promise<Record<string, unknown>> {
  const found = await Promise.all(Object.keys(smallWeb).map((name) => records.find(`http://${name}`)));
  const ids = found.flatMap((url) => url?.id ?? []);
  const rows = await collect(records.visits({ outcomes: ['page'] }));
  const place = { relevance: 0.9, seq: 2 };
  return {
    browsed: await Promise.all([
      browsing.facts({ order: 'visit', after: place, limit: 3 }),
      browsing.facts({ order: 'visit-down', limit: 3 }),
      browsing.facts({ order: 'relevance', after: place, limit: 9 }),
      browsing.facts({ order: 'relevance-up', limit: 4 }),
      browsing.judge(),
      browsing.rejudgedAt(),
      browsing.commands(3),
      browsing.commandsWaiting(),
      browsing.queued({ limit: 3 }),
      browsing.bestQueued(4),
      browsing.queueLevels(),
      browsing.rejections(),
      browsing.rejectedBy('nofollow', { limit: 2 }),
      browsing.rejectedBy('expired', { limit: 2 }),
      browsing.hostStates(['cars.test', 'absent.test']).then((states) => [...states]),
      browsing.queuedOn('cars.test'),
      browsing.robotsOrigins('cars.test'),
    ]),
    found,
    inLinks: await Promise.all(ids.map((id) => records.inLinks(id))),
    best: [...(await records.bestInLinks(ids))].sort(([one], [other]) => one - other),
    of: await Promise.all(ids.map((id) => records.visitOf(id))),
    states: await Promise.all(rows.map(({ seq }) => records.inheritedState(seq))),
    copies: await Promise.all(rows.map(({ fingerprint }) => records.copyOf(fingerprint!))),
    use: await records.hostUse('cars.test'),
    texts: await Promise.all(rows.map((row) => archivedMainText(bodies, row))),
  };
}

describe('a crawl that is copied into a database and back', () => {
  test('tells the same in all three places, and goes on as the original does', async () => {
    const address = database();
    const there = await copyCrawl(at('one'), address, { archive: at('shared') });
    assert.ok(
      there.tables.url! > 6 && there.tables.frontier! > 0 && there.tables.links! > 0 && there.tables.lesson! >= 0,
    );
    assert.ok(!JSON.stringify(there).includes('never'), 'no password');
    const back = await copyCrawl(address, at('back'));
    assert.deepEqual(back.tables, { ...there.tables, note: there.tables.note! + 1 }, 'and where its pages are');
    const [original, stored, copy] = [await told(at('one')), await told(address), await told(at('back'))];
    for (const key of Object.keys(original)) {
      assert.deepEqual(stored[key], original[key], key);
      assert.deepEqual(copy[key], original[key], key);
    }
    assert.equal(readFileSync(at('back/labels.tsv'), 'utf8'), readFileSync(at('one/labels.tsv'), 'utf8'));
    assert.equal(readFileSync(at('back/queries.jsonl'), 'utf8'), readFileSync(at('one/queries.jsonl'), 'utf8'));

    for (const name of ['one', 'back']) {
      const resumed = await osprey(['resume', name, '--max-pages', 'none', '--quiet'], folder);
      assert.equal(resumed.code, 0, resumed.stderr);
    }
    const order = async (name: string) => (await told(at(name))).visits as { url: string; judgement?: object }[];
    const plain = (rows: readonly { url: string; judgement?: object }[]) =>
      rows.map(({ url, judgement }) => [url, judgement]);
    assert.deepEqual(plain(await order('back')), plain(await order('one')));
  });

  test('a name or folder that is taken and a place of another crawl are refused', async () => {
    const address = database();
    await assert.rejects(copyCrawl(at('one'), address), { code: 'crawl-taken' });
    await assert.rejects(copyCrawl(address, at('one')), { code: 'folder-taken' });
    const other = `${server().url}#${newName()}`;
    await assert.rejects(copyCrawl(at('one'), other, { archive: at('shared') }), { code: 'archive-taken' });
    await assert.rejects(openReader(other), { code: 'no-crawl' });
    await assert.rejects(copyCrawl(at('one'), server().url), { code: 'no-crawl-name' });
    await copyCrawl(at('one'), other, { archive: at('elsewhere') });
    assert.ok(!existsSync(at('back.part')) && readdirSync(at('elsewhere')).length > 1);
  });

  test('pages inside the folder of a crawl go along with it, wherever they are in it', async () => {
    const name = newName();
    const { code, stdout, stderr } = await osprey(['copy', 'back', `${server().url}#${name}`], folder);
    assert.equal(code, 0, stderr);
    const place = at(`crawls/${name}`);
    assert.ok(stdout.includes(place), stdout);
    assert.ok(readdirSync(place).some((file) => file.endsWith('.warc.gz')));
  });

  test('a folder is copied into a folder, and a database into another', async () => {
    const [original, into] = [await told(at('one')), `${server().url}#${newName()}`];
    const files = await copyCrawl(at('one'), at('two'));
    assert.equal(files.archive, at('two'));
    const placed = await copyCrawl(at('one'), at('three'), { archive: at('fourth') });
    assert.ok(placed.files > 0 && placed.archive === at('fourth'));
    const stays = await copyCrawl(database(), into);
    assert.deepEqual([stays.files, stays.archive], [0, at('shared')]);
    const stored = await told(database());
    for (const [location, expected] of [
      [at('two'), original],
      [at('three'), original],
      [into, stored],
    ] as const)
      assert.deepEqual(await told(location), expected, location);
    const resumed = await osprey(['resume', 'three', '--max-pages', 'none', '--quiet'], folder);
    assert.equal(resumed.code, 0, resumed.stderr);
  });

  test('commands take the address of a database in place of a folder, and never show its password', async () => {
    const one = `${server().url}#${newName()}`;
    await copyCrawl(at('one'), one, { archive: at('third') });
    const ran = async (...args: string[]) => {
      const { code, stdout, stderr } = await osprey(args, folder);
      assert.ok(!/never(?: |%20)shown/.test(stdout + stderr), `the password of ${args[0]}`);
      assert.equal(code, 0, stderr);
      return stdout;
    };
    assert.match(await ran('status', one), /Pages +\d+, \d+ relevant/);
    assert.equal((JSON.parse(await ran('status', one, '--json')) as { pages: number }).pages >= 6, true);
    assert.match(await ran('why', one, 'http://cars.test/e-type.html'), /E-Type/);
    assert.match(await ran('export', one, '--format', 'markdown', '--relevant'), /sports car/);
    assert.match(await ran('search', one, 'pistons'), /«Pistons»/);
    await ran('label', one, 'http://cars.test/engine.html', 'no');
    await ran('label', one, 'http://cars.test/engine.html', 'yes', '--json');
    const labelled = await ran('export', one, '--format', 'jsonl');
    const lines = labelled
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { url: string; label?: boolean });
    assert.deepEqual(
      lines.filter(({ label }) => label).map(({ url, label }) => [url, label]),
      [
        ['http://cars.test/', true],
        ['http://cars.test/engine.html', true],
      ],
    );
    await ran('control', one, 'block', 'cats.test');
    assert.match(await ran('control', one, 'log'), /cats\.test/);
    assert.match(await ran('rejudge', one, 'pistons', '--json'), /"unread":0/);
    await ran('resume', one, '--max-pages', 'none', '--quiet');
    const pages = (await ran('export', one, '--format', 'urls')).trim().split('\n').sort();
    assert.deepEqual(pages, (await ran('export', 'one', '--format', 'urls')).trim().split('\n').sort());
    await ran('refresh', one, '--older-than', '0s', '--quiet');
    assert.match(await ran('refresh', one, '--older-than', '0s', '--dry-run'), /cars\.test/);
    const { folder: files } = await openReader(one).then(async (reader) => {
      await reader.close();
      return reader;
    });
    const shown = new Shelf(undefined, [], [{ name: 'cars', folder: files, location: one }]).all()[0]!;
    const { kind, resumeWith } = await stateOf(shown);
    assert.equal(kind, 'stopped');
    assert.ok(!JSON.stringify(resumeWith ?? '').includes('never'));
    assert.ok((await figuresOf(shown)).pages > 6);
    assert.equal(shown.labels().sure.size, 2);
    await shown.close();
    await ran('report', one, '--out', 'database.html');
    assert.match(readFileSync(at('database.html'), 'utf8'), /jaguar car/);
  });

  test('training, the lab and programs take it too, and a model goes where the crawl goes', async () => {
    const one = `${server().url}#${newName()}`;
    await copyCrawl(at('one'), one, { archive: at('fifth') });
    const ran = async (args: readonly string[]) => {
      const { code, stdout, stderr } = await osprey(args, folder);
      assert.equal(code, 0, stderr);
      return stdout;
    };
    await ran(['train', '--for', 'naive-bayes', '--crawl', one, '--folds', '2', '--out', 'model.json', '--quiet']);
    await ran(['lab', 'record', one, '--out', 'recorded']);
    assert.ok(existsSync(at('recorded/web.warc.gz')));
    const again = refresh(one, { olderThan: 0, newPages: 0 });
    await collect(again);
    assert.ok(again.report!.counts.unchanged > 0);

    const modelled = newName();
    const start = [
      'crawl',
      '--strategy',
      'naive-bayes',
      '--model',
      'model.json',
      '--seed',
      'http://cars.test/',
      '--no-archive',
    ];
    await ran([
      ...start,
      ...webFlags(site),
      '--store',
      server().url,
      '--name',
      modelled,
      '--max-pages',
      '2',
      '--quiet',
    ]);
    rmSync(at('model.json'));
    // As another machine would find it.
    process.env.OSPREY_CACHE = at('.another-cache');
    const rest = await collect(resume(`${server().url}#${modelled}`, { maxPages: 4 }));
    assert.equal(rest.length, 2);
    await copyCrawl(`${server().url}#${modelled}`, at('modelled'));
    await ran(['resume', 'modelled', '--max-pages', '5', '--quiet']);
  });
});
