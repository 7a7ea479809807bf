import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { debianSitesFile, debianWebFolder } from '../../bench/debian-folder.js';

describe('the folder of the Debian web', () => {
  const variables = ['OSPREY_WEBS', 'OSPREY_CACHE', 'OSPREY_DEBIAN_WEB'] as const;
  const before = variables.map((name) => process.env[name]);
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'debian-folder-'));
    mkdirSync(path.join(folder, 'webs/debian'), { recursive: true });
    process.env.OSPREY_WEBS = path.join(folder, 'webs');
    process.env.OSPREY_CACHE = path.join(folder, 'cache');
    delete process.env.OSPREY_DEBIAN_WEB;
  });
  afterEach(() => {
    variables.forEach((name, i) => {
      if (before[i] === undefined) delete process.env[name];
      else process.env[name] = before[i];
    });
    rmSync(folder, { recursive: true });
  });
  const script = (source: string) => writeFileSync(path.join(folder, 'webs/debian/fetch-debian-web.sh'), source);

  test('is fetched once into the cache', () => {
    script('mkdir "$1/x"');
    assert.equal(debianWebFolder(), path.join(folder, 'cache/debian-web'));
    script('exit 1');
    assert.equal(debianWebFolder(), path.join(folder, 'cache/debian-web'));
  });

  test('is not left half fetched', () => {
    script('mkdir "$1/x"; exit 1');
    assert.throws(debianWebFolder, { name: 'UsageError', code: 'debian-web-failed' });
    assert.deepEqual(readdirSync(path.join(folder, 'cache')), []);
  });

  test('says what to set when there is nothing to fetch it with', () => {
    assert.throws(debianWebFolder, { name: 'UsageError', message: /OSPREY_DEBIAN_WEB/ });
    assert.throws(debianSitesFile, { name: 'UsageError', message: /OSPREY_WEBS/ });
  });
});
