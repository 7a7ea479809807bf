import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { LabelFile } from '../../src/labels/label-file.js';
import { lockLabels } from '../../src/labels/label-lock.js';
import { readLabelList } from '../../src/training/label-list.js';

const root = mkdtempSync(path.join(tmpdir(), 'osprey-labels-'));
after(() => rmSync(root, { recursive: true, force: true }));
const folder = () => mkdtempSync(path.join(root, 'crawl-'));
const at = '2026-11-16T03:00:00.000Z';

test('what was judged is there for the next reader, with the seed of its order, and nothing else is left behind', () => {
  const dir = folder();
  const labels = LabelFile.read(dir);
  assert.equal(labels.randomSeed, undefined);
  labels.set('http://a.test/', { label: 'relevant', at }, 7);
  labels.set('http://b.test/', { label: 'unsure', at }, 7);
  labels.set('http://a.test/', { label: 'other', at }, 7);
  const again = LabelFile.read(dir);
  assert.equal(again.randomSeed, 7);
  assert.deepEqual(
    [...again.judgements],
    [
      ['http://a.test/', { label: 'other', at }],
      ['http://b.test/', { label: 'unsure', at }],
    ],
  );
  assert.deepEqual(readdirSync(dir), ['labels.tsv']);
});

test('it is a list of labels like any other, without the pages that nobody was sure of', async () => {
  const dir = folder();
  const labels = LabelFile.read(dir);
  labels.set('http://a.test/', { label: 'relevant', at }, 1);
  labels.set('http://b.test/', { label: 'unsure', at }, 1);
  labels.set('http://c.test/', { label: 'other', at }, 1);
  assert.deepEqual(await readLabelList(labels.file), [
    { url: 'http://a.test/', labels: ['relevant'] },
    { url: 'http://c.test/', labels: ['other'] },
  ]);
});

test('lines that others add meanwhile are kept, and the last line of a page counts', () => {
  const dir = folder();
  const labels = LabelFile.read(dir);
  labels.set('http://a.test/', { label: 'relevant', at }, 1);
  appendFileSync(labels.file, 'http://b.test/\tother\nhttp://a.test/\tother\n# a note of mine\n');
  labels.set('http://c.test/', { label: 'relevant', at }, 1);
  const { judgements } = LabelFile.read(dir);
  assert.deepEqual(
    [...judgements].map(([url, { label }]) => `${url} ${label}`),
    ['http://a.test/ other', 'http://b.test/ other', 'http://c.test/ relevant'],
  );
  assert.doesNotMatch(readFileSync(labels.file, 'utf8'), /\t$/m);
});

test('every line that is wrong is reported at once', () => {
  const dir = folder();
  writeFileSync(path.join(dir, 'labels.tsv'), 'url\tlabels\tjudged\nhttp://a.test/\tgood\nnonsense\trelevant\n');
  assert.throws(() => LabelFile.read(dir), { name: 'UsageError', message: /labels\.tsv:2[\s\S]*labels\.tsv:3/ });
});

test('notes and columns of others stay, and a page that is judged again keeps its cells', async () => {
  const dir = folder();
  const file = path.join(dir, 'labels.tsv');
  const given = [
    '# by Ada',
    'url\tlabel\torder\twhy',
    'http://a.test/\tother\t3\ttoo short',
    '# http://b.test/?\tunsure',
  ];
  writeFileSync(file, `${given.join('\n')}\n`);
  const labels = LabelFile.read(dir);
  labels.set('http://a.test/', { label: 'relevant', at }, 1);
  labels.set('http://c.test/', { label: 'other', at }, 1);
  assert.deepEqual(readFileSync(file, 'utf8').split('\n').slice(1), [
    'url\tlabels\torder\twhy\tjudged',
    '# by Ada',
    `http://a.test/\trelevant\t3\ttoo short\t${at}`,
    '# http://b.test/?\tunsure',
    `http://c.test/\tother\t\t\t${at}`,
    '',
  ]);
  assert.deepEqual(await readLabelList(file), [
    { url: 'http://a.test/', labels: ['relevant'], order: 3 },
    { url: 'http://c.test/', labels: ['other'] },
  ]);
  assert.equal(LabelFile.read(dir).judgements.get('http://a.test/')!.at, at);
});

test('how many pages of all kinds were drawn and judged is remembered, the largest sample of them', () => {
  const dir = folder();
  const labels = LabelFile.read(dir);
  labels.set('http://a.test/', { label: 'relevant', at }, 7);
  labels.setDrawnOfAll(30, 7);
  labels.setDrawnOfAll(20, 7);
  labels.set('http://b.test/', { label: 'relevant', at }, 7);
  const { drawnOfAll, randomSeed } = LabelFile.read(dir);
  assert.deepEqual([drawnOfAll, randomSeed], [30, 7]);
});

test('one judge at a time: a lock holds until it is given back, or its process is gone', () => {
  const dir = folder();
  const message = /Another osprey lab label .*is running on this crawl/;
  const unlock = lockLabels(dir);
  assert.throws(() => lockLabels(dir), { name: 'UsageError', message });
  unlock();
  assert.deepEqual(readdirSync(dir), []);
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  writeFileSync(path.join(dir, '.labels.lock'), `${gone} elsewhere.${hostname()}`);
  assert.throws(() => lockLabels(dir), { message });
  writeFileSync(path.join(dir, '.labels.lock'), `${gone} ${hostname()}`);
  lockLabels(dir)();
});

test('pages that were not drawn are judged without a random seed, and those that are drawn later bring theirs', () => {
  const dir = folder();
  const labels = LabelFile.read(dir);
  labels.setAll(new Map([['http://a.test/', { label: 'relevant', at }]]));
  labels.setAll(new Map([['http://b.test/', { label: 'unsure', at }]]));
  assert.equal(readFileSync(labels.file, 'utf8').match(/Judged by people/g)!.length, 1);
  assert.equal(LabelFile.read(dir).randomSeed, undefined);
  labels.set('http://c.test/', { label: 'other', at }, 7);
  const again = LabelFile.read(dir);
  assert.equal(again.randomSeed, 7);
  assert.deepEqual(
    [...again.sure],
    [
      ['http://a.test/', true],
      ['http://c.test/', false],
    ],
  );
});
