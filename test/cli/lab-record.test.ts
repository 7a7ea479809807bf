import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { scanWarc } from '../../src/archive/warc-reader.js';
import { labRecordCommand } from '../../src/cli/commands/lab-record/run.js';
import { readTopicFile } from '../../src/lab/topics/topic-file.js';
import { readLabelList } from '../../src/training/label-list.js';
import { startSite } from '../site.js';
import { osprey, temporaryFolder, webFlags } from './osprey.js';
import { smallWeb } from './small-web.js';

const { folder, remove } = temporaryFolder();
after(remove);
const inWeb = (web: string, name: string) => path.join(folder, web, name);

before(async () => {
  const site = await startSite(smallWeb);
  writeFileSync(path.join(folder, 'jaguar.txt'), 'The jaguar is an animal, a big cat of the jungle.');
  const crawl = ['crawl', 'jaguar car', '--quiet', ...webFlags(site)];
  const others = ['--seed', 'http://cats.test/jaguar.html', '--seed', 'http://garden.test/'];
  await Promise.all([
    osprey([...crawl, '--seed', 'http://cars.test/old.html', '--seed', 'http://cars.test/', '--out', 'cars'], folder),
    osprey([...crawl, ...others, '--strategy', 'breadth-first', '--out', 'cats'], folder),
    osprey(['crawl', 'roses', ...crawl.slice(2), ...others, '--out', 'roses'], folder),
    osprey(['crawl', 'node.js', ...crawl.slice(2), ...others, '--out', 'node-js', '--max-pages', '1'], folder),
    osprey(['crawl', 'node', ...crawl.slice(2), ...others, '--out', 'node', '--max-pages', '1'], folder),
    osprey(['crawl', '--example', 'jaguar.txt', ...crawl.slice(2), ...others, '--out', 'files'], folder),
    osprey([...crawl, ...others, '--example', 'jaguar.txt', '--out', 'both-told', '--max-pages', '1'], folder),
    osprey([...crawl, '--seed', 'http://cars.test/', '--out', 'bare', '--no-archive', '--max-pages', '2'], folder),
  ]);
  await site.close();
  const judged = ['url\tlabels\tjudged', 'http://cars.test/e-type.html\trelevant\t2026-11-16T01:00:00.000Z'];
  judged.push(
    'http://garden.test/\tother\t2026-11-16T01:00:00.000Z',
    '# http://cars.test/\tunsure\t2026-11-16T01:00:00.000Z',
  );
  writeFileSync(path.join(folder, 'cars', 'labels.tsv'), `${judged.join('\n')}\n`);
  const later = 'http://garden.test/\trelevant\t2026-11-16T02:00:00.000Z\n';
  for (const crawled of ['cats', 'roses']) writeFileSync(path.join(folder, crawled, 'labels.tsv'), later);
  await osprey(['lab', 'record', 'cars', '--out', 'web'], folder);
});

async function pagesOf(crawl: string): Promise<string[]> {
  const { stdout } = await osprey(['export', crawl, '--format', 'urls', '--export-noindex'], folder);
  return stdout.split('\n').sort();
}

describe('osprey lab record', () => {
  test('a crawl of the recorded web visits the same pages', async () => {
    const again = ['crawl', 'jaguar car', '--seed', 'http://cars.test/old.html', '--seed', 'http://cars.test/'];
    await osprey([...again, '--web', 'web/web.warc.gz', '--quiet', '--workers', '0', '--out', 'replay'], folder);
    const pages = await pagesOf('cars');
    assert.equal(pages.length, 1 + 13);
    assert.deepEqual(await pagesOf('replay'), pages);
    const { stdout } = await osprey(['why', 'replay', 'http://cars.test/private/plans.html'], folder);
    assert.match(stdout, /robots/);
  });

  test('the archive has a response a URL, each a record of its own', async () => {
    const records: string[] = [];
    for await (const { type, targetUri = '', httpStatus } of scanWarc(inWeb('web', 'web.warc.gz')))
      records.push(`${type} ${httpStatus ?? ''} ${targetUri}`);
    assert.equal(records.length, 1 + 1 + 13 + 1);
    assert.match(records[0]!, /^warcinfo/);
    assert.equal(records[1], 'response 200 http://cars.test/robots.txt');
    assert.ok(records.includes('response 301 http://cars.test/old.html'));
    assert.equal(new Set(records).size, records.length);
  });

  test('the graph has the links between recorded pages, through redirects', () => {
    const lines = readFileSync(inWeb('web', 'graph.tsv'), 'utf8').split('\n');
    assert.equal(lines[0], 'from\tto\tanchor');
    const from = (url: string) => lines.filter((line) => line.startsWith(`${url}\t`)).map((line) => line.split('\t'));
    assert.deepEqual(
      from('http://cars.test/').map(([, to]) => to),
      [
        'http://cars.test/e-type.html',
        'http://cars.test/copy.html',
        'http://cars.test/xk120.html',
        'http://cars.test/members.html',
        'http://news.test/formula.html',
        'http://news.test/escape.html',
        'http://cats.test/jaguar.html',
        'http://garden.test/',
      ],
    );
    assert.deepEqual(from('http://cars.test/copy.html'), [
      ['http://cars.test/copy.html', 'http://cars.test/engine.html', 'jaguar car engine'],
    ]);
    assert.equal(from('http://cars.test/')[2]![2], 'old address of a jaguar car');
    assert.equal(from('http://cars.test/xk120.html').length, 0);
  });

  test('topics and labels are as the lab reads them', async () => {
    const [topic, ...rest] = readTopicFile(inWeb('web', 'topics.yaml'));
    assert.equal(rest.length, 0);
    const { id, query, relevant, near, far } = topic!;
    assert.deepEqual([id, query, relevant, far], ['jaguar-car', 'jaguar car', ['relevant'], []]);
    assert.deepEqual([...near].sort(), ['http://cars.test/', 'http://cars.test/old.html']);
    assert.deepEqual(await readLabelList(inWeb('web', 'labels.tsv')), [
      { url: 'http://cars.test/e-type.html', labels: ['relevant'] },
      { url: 'http://garden.test/', labels: ['other'] },
    ]);
  });

  test('several crawls make one web: links lead from one to the other, and the last word on a page counts', async () => {
    const { code, stdout, stderr } = await osprey(['lab', 'record', 'cats', 'cars', '--out', 'both', '--json'], folder);
    assert.equal(code, 0);
    const { pages, topics, strategies } = JSON.parse(stdout);
    assert.deepEqual([pages, topics.length, strategies], [13, 1, ['breadth-first', 'osprey']]);
    assert.doesNotMatch(stderr, /favours/);
    assert.match(
      readFileSync(inWeb('both', 'graph.tsv'), 'utf8'),
      /^http:\/\/cars\.test\/\thttp:\/\/garden\.test\/\t/m,
    );
    assert.deepEqual((await readLabelList(inWeb('both', 'labels.tsv'))).at(-1), {
      url: 'http://cars.test/e-type.html',
      labels: ['relevant'],
    });
    assert.match(readFileSync(inWeb('both', 'labels.tsv'), 'utf8'), /garden\.test\/\trelevant/);
  });

  test('crawls for different topics keep their labels apart', async () => {
    await osprey(['lab', 'record', 'cars', 'roses', '--out', 'webs/topics'], folder);
    const topics = readTopicFile(inWeb('webs/topics', 'topics.yaml'));
    assert.deepEqual(
      topics.map(({ id, relevant }) => [id, ...relevant]),
      [
        ['jaguar-car', 'relevant.jaguar-car'],
        ['roses', 'relevant.roses'],
      ],
    );
    assert.deepEqual(await readLabelList(inWeb('webs/topics', 'labels.tsv')), [
      { url: 'http://cars.test/e-type.html', labels: ['relevant.jaguar-car'] },
      { url: 'http://garden.test/', labels: ['relevant.roses'] },
    ]);
  });

  test('a dot in a query does not put one topic below another', async () => {
    await osprey(['lab', 'record', 'node', 'node-js', '--out', 'nodes'], folder);
    assert.deepEqual(
      readTopicFile(inWeb('nodes', 'topics.yaml')).flatMap(({ relevant }) => relevant),
      ['relevant.node', 'relevant.node-js'],
    );
  });

  test('crawls that were told different examples are different topics', async () => {
    await osprey(['lab', 'record', 'cars', 'both-told', '--out', 'examples'], folder);
    const ids = readTopicFile(inWeb('examples', 'topics.yaml')).map(({ id }) => id);
    assert.deepEqual(ids, ['jaguar-car', 'jaguar-car-2']);
  });

  test('a crawl that was told by files alone is part of the web, and of no topic', async () => {
    const alone = await osprey(['lab', 'record', 'files', '--out', 'untold'], folder);
    assert.equal(alone.code, 0);
    assert.match(alone.stdout, /Compare {2}osprey lab --web untold\/web\.warc\.gz QUERY\n/);
    assert.match(alone.stderr, /No topic for .*files: it used a model, a query log or files alone/);
    assert.ok(!existsSync(inWeb('untold', 'topics.yaml')));
    const { stdout } = await osprey(['lab', 'record', 'cars', 'files', '--out', 'partly', '--json'], folder);
    assert.deepEqual(JSON.parse(stdout).withoutTopic, [path.join(folder, 'files')]);
    assert.deepEqual(
      readTopicFile(inWeb('partly', 'topics.yaml')).map(({ id }) => id),
      ['jaguar-car'],
    );
  });

  test('the lab is to be given the labels only where every topic has a page judged relevant', async () => {
    const { stdout, stderr } = await osprey(['lab', 'record', 'cars', 'node', '--out', 'half'], folder);
    assert.match(stdout, /Labels {2}half\/labels\.tsv: 2 pages/);
    assert.match(stdout, /Compare {2}osprey lab --web half\/web\.warc\.gz --topics half\/topics\.yaml\n/);
    assert.match(stderr, /No page is labelled relevant to node, so --labels cannot be used yet/);
  });

  test('says what the record is good for and what to do next', async () => {
    mkdirSync(inWeb('empty', ''), { recursive: true });
    const { code, stdout, stderr } = await osprey(['lab', 'record', 'cars', '--out', 'empty'], folder);
    assert.equal(code, 0);
    assert.match(stdout, /^13 pages, 1 redirect, 13 links between pages\.\n/);
    assert.match(
      stdout,
      /osprey lab --web empty\/web\.warc\.gz --topics empty\/topics\.yaml --labels empty\/labels\.tsv/,
    );
    assert.match(stderr, /only what osprey visited, which favours similar strategies/);
  });

  test('nothing is overwritten, and what cannot be recorded leaves nothing behind', async () => {
    const refused = (crawl: string, out: string, message: RegExp) =>
      assert.rejects(labRecordCommand([path.join(folder, crawl)], { out: path.join(folder, out) }), {
        name: 'UsageError',
        message,
      });
    await refused('cars', 'web', /web already exists/);
    await refused('cars', 'web/topics.yaml/web', /Cannot write .*topics\.yaml\/web/);
    await refused('bare', 'none', /bare was crawled with --no-archive/);
    await refused('nothing', 'none', /No crawl found in .*nothing/);
    assert.ok(!existsSync(inWeb('none', '')));
    assert.ok(!readdirSync(folder).some((name) => name.includes('draft')));
  });
});
