import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { UsageError } from '../../src/failure.js';
import { bytesInFolder, freeFolder, makeCrawlFolder, readCrawlConfig } from '../../src/store/crawl-folder.js';
import { temporaryFolder } from './temporary-store.js';

function hasCode(code: string): (thrown: unknown) => boolean {
  return (thrown) => thrown instanceof UsageError && thrown.code === code;
}

describe('the folder of a new crawl', () => {
  test('is made with those above it', (context) => {
    const folder = path.join(temporaryFolder(context), 'crawls', 'law');
    makeCrawlFolder(folder);
    assert.deepEqual(readdirSync(folder), []);
  });

  test('may hold files of other kinds, but no crawl', (context) => {
    const folder = temporaryFolder(context);
    writeFileSync(path.join(folder, 'notes.txt'), '');
    makeCrawlFolder(folder);
    writeFileSync(path.join(folder, 'pages-00001.warc.gz'), '');
    assert.throws(() => makeCrawlFolder(folder), hasCode('folder-taken'));
  });

  test('cannot be a file', (context) => {
    const file = path.join(temporaryFolder(context), 'file');
    writeFileSync(file, '');
    assert.throws(() => makeCrawlFolder(file), hasCode('folder-unwritable'));
    assert.throws(() => makeCrawlFolder(path.join(file, 'below')), hasCode('folder-unwritable'));
  });
});

test('a folder without a config is no crawl', (context) => {
  assert.throws(() => readCrawlConfig(temporaryFolder(context)), hasCode('no-crawl'));
});

test('the bytes of a crawl are those of its files', (context) => {
  const folder = temporaryFolder(context);
  writeFileSync(path.join(folder, 'a'), 'x'.repeat(100));
  writeFileSync(path.join(folder, 'b'), 'x'.repeat(23));
  assert.equal(bytesInFolder(folder), 123);
});

describe('a free folder', () => {
  const titles: [title: string, name: string][] = [
    ['Jaguar car', 'jaguar-car'],
    ['  Séance à Zürich! ', 'seance-a-zurich'],
    ['право и суд', 'право-и-суд'],
    ['한국 법', '한국-법'],
    ['../../etc', 'etc'],
    ['?!', 'crawl'],
    [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
  ];
  for (const [title, name] of titles) {
    test(`for "${title.slice(0, 20)}" is named ${name.slice(0, 20)}`, (context) => {
      const parent = temporaryFolder(context);
      assert.equal(freeFolder(parent, title), path.join(parent, name));
    });
  }

  test('gets a number where the name is taken', (context) => {
    const parent = temporaryFolder(context);
    for (const name of ['law', 'law-2']) mkdirSync(path.join(parent, name));
    assert.equal(freeFolder(parent, 'Law'), path.join(parent, 'law-3'));
  });
});
