import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { version } from '../src/version.js';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

test('the version in the code is that of the package', () => {
  assert.equal(version, manifest.version);
});

test('what the package points at is there', () => {
  for (const file of [manifest.bin.osprey, manifest.exports['.'].types, manifest.exports['.'].default])
    assert.ok(existsSync(file), file);
});

test('the lock file names no registry', () => {
  assert.doesNotMatch(readFileSync('package-lock.json', 'utf8'), /"resolved"/);
});

test('every test is run, and none whose source is gone', () => {
  const named = (folder: string, ending: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(ending))
      .map((file) => file.slice(0, -ending.length))
      .sort();
  const sources = named('test', '.test.ts');
  assert.ok(sources.length > 100);
  assert.deepEqual(named('dist/test', '.test.js'), sources);
});
