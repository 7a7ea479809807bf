import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { crawlsIn } from '../../src/store/crawls-in.js';

/** Folders of crawls, by their names below the folder that they are all in. */
function folderWith(t: TestContext, ...names: readonly string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-crawls-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of names) {
    mkdirSync(path.join(folder, name), { recursive: true });
    for (const file of ['crawl.yaml', 'crawl.db']) writeFileSync(path.join(folder, name, file), '');
  }
  return folder;
}

function namesIn(folder: string): string[] {
  return [...crawlsIn(folder)].map((found) => path.relative(folder, found)).sort();
}

/** Nothing keeps root from reading. */
function asAnyone<Result>(act: () => Result): Result {
  if (process.getuid?.() !== 0) return act();
  process.seteuid!(65_534);
  try {
    return act();
  } finally {
    process.seteuid!(0);
  }
}

test('crawls are found three folders deep, and not in hidden folders or in other crawls', (t) => {
  const folder = folderWith(t, 'a', 'b/c/d', 'b/c/e/f', '.hidden', 'a/inner');
  assert.deepEqual(namesIn(folder), ['a', 'b/c/d']);
  assert.deepEqual([...crawlsIn(path.join(folder, 'a'))], [path.join(folder, 'a')]);
  assert.deepEqual(namesIn(path.join(folder, 'nowhere')), []);
});

test('the folder may be a link; links in it are not followed', (t) => {
  const [folder, other] = [folderWith(t, 'a'), folderWith(t, 'b')];
  symlinkSync(other, path.join(folder, 'other'));
  symlinkSync(folder, path.join(other, 'link'));
  assert.deepEqual(namesIn(path.join(other, 'link')), ['a']);
});

const noModes = process.platform === 'win32' && 'folders have no modes here';

test('a folder that cannot be read hides no crawl beside it, and is an error where it was asked for', {
  skip: noModes,
}, (t) => {
  const folder = folderWith(t, 'a', 'closed/b', 'z');
  const closed = path.join(folder, 'closed');
  chmodSync(folder, 0o755);
  chmodSync(closed, 0);
  try {
    asAnyone(() => {
      assert.deepEqual(namesIn(folder), ['a', 'z']);
      assert.throws(() => namesIn(closed), { code: 'EACCES' });
    });
  } finally {
    chmodSync(closed, 0o700);
  }
});
