import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { LabelFile } from '../../../src/lab/audit/label-file.js';
import { readLabelList } from '../../../src/training/label-list.js';

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
