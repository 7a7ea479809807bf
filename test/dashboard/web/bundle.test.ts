import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';

const folder = 'dist/src/dashboard/assets';
const files = readdirSync(folder);
const gzipped = (name: string) => gzipSync(readFileSync(`${folder}/${name}`)).length;

describe('the bundle of the dashboard', () => {
  test('takes at most 150 KB compressed, all chunks together', () => {
    const sizes = files.filter((name) => name !== 'LICENSES.txt').map(gzipped);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(total > 50_000 && total <= 150_000, `${total}`);
  });

  test('loads the map only where it is opened', () => {
    assert.ok(gzipped('dashboard.js') < 75_000, `${gzipped('dashboard.js')}`);
    assert.ok(files.some((name) => /^draw-map-\w+\.js$/.test(name)));
  });

  test('asks for nothing but its own files, and has no script or style in the page itself', () => {
    const page = readFileSync(`${folder}/index.html`, 'utf8');
    assert.deepEqual([...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, target]) => target).sort(), [
      '/assets/dashboard.css',
      '/assets/dashboard.js',
      '/assets/icon.svg',
    ]);
    assert.doesNotMatch(page, /<style|style=|<script(?![^>]*src=)|\son\w+=/);
    assert.doesNotMatch(readFileSync(`${folder}/dashboard.css`, 'utf8'), /url\(|@import|@font-face/);
  });

  test('names the licences of what is in it', () => {
    const licences = readFileSync(`${folder}/LICENSES.txt`, 'utf8');
    for (const name of ['preact', '@preact/signals', 'uplot', 'sigma', 'graphology'])
      assert.match(licences, new RegExp(`^${name} [\\d.]+ \\(MIT\\)$`, 'm'));
  });
});
