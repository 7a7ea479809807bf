import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
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
