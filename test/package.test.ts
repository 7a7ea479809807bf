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

test('every test is run', () => {
  // Each `*` of the patterns stands for one name.
  const depths = [...manifest.scripts.test.matchAll(/dist\/test\/((?:\*\/)*)\*\.test\.js/g)].map(
    ([, folders]) => folders.length / 2,
  );
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  assert.ok(files.length > 100);
  for (const file of files) assert.ok(depths.includes(file.split(/[/\\]/).length - 1), file);
});
