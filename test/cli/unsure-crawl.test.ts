import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { doubtNote } from '../../src/cli/commands/crawl/unsure-words.js';
import { settingsFrom } from '../../src/config/settings.js';
import { html, type Site, type SitePage, startSite } from '../site.js';
import { osprey, temporaryFolder, webFlags } from './osprey.js';

const { folder, remove } = temporaryFolder();
let site: Site;

/** Pages about everything and nothing: one is about jaguar cars, ten are about bread and ask not to be indexed, one is reserved. */
const names = Array.from({ length: 60 }, (_, index) => `/${index}.html`);
const car = 'The Jaguar car is a sports car. Every jaguar car has an engine, and car drivers love a jaguar car.';
const bread = 'Bread is baked from bread dough. Bakers love bread, and bread dough is what bread is made of.';
const text = (index: number) => (index === 0 ? car : index <= 10 ? bread : 'Streets and houses of a town.');

before(async () => {
  const pages: [string, SitePage][] = names.map((name, index) => {
    const title = index === 0 ? 'Jaguar cars' : index <= 10 ? `Bread ${index}` : `Town ${index}`;
    const page = html(title, `${text(index)} This is number ${index}.`);
    if (index > 0 && index <= 10)
      return [`web.test${name}`, page.replace('<head>', '<head><meta name="robots" content="noindex">')];
    if (index !== 11) return [`web.test${name}`, page];
    return [`web.test${name}`, (_, response) => void response.writeHead(200, { 'tdm-reservation': '1' }).end(page)];
  });
  const home = html(
    'Home',
    'A list.',
    names.map((name) => [name, `page ${name}`]),
  );
  site = await startSite({ ...Object.fromEntries(pages), 'web.test/': home });
});
after(async () => {
  await site.close();
  remove();
});

/** What the ranked list says. */
function ranked(): { url: string; relevant: string }[] {
  const lines = readFileSync(path.join(folder, 'town/ranked.csv'), 'utf8').trimEnd().split('\r\n');
  const [header = [], ...rows] = lines.map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
  const cell = (row: string[], name: string) => row[header.indexOf(name)]!;
  return rows.map((row) => ({ url: cell(row, 'url'), relevant: cell(row, 'relevant') }));
}

test('doubts are told once there are pages enough to have some', () => {
  const note = (documents: number, relevant: number) =>
    doubtNote({ documents, relevant }, settingsFrom({ options: { query: 'jaguar', seed: ['http://a.test/'] } }));
  assert.equal(note(49, 0), undefined);
  assert.equal(note(50, 1), undefined);
  assert.match(note(60, 0)!, /^0 of 60 pages so far reach the threshold of 0\.5: /);
  assert.match(note(60, 1)!, /^1 of 60 pages so far reaches the threshold of 0\.5: /);
});

describe('a crawl that finds hardly any relevant page', () => {
  test('says so and lists the best others, but none that its rules leave out', async () => {
    const crawl = ['crawl', 'jaguar car', '--seed', 'http://web.test/', '--out', 'town', '--near-duplicates', 'off'];
    const { code, stdout, stderr } = await osprey([...crawl, '--respect-reservations', ...webFlags(site)], folder);
    assert.equal(code, 0, stderr);
    assert.match(
      stdout,
      /^Hardly any page reaches the threshold of 0\.5; ranked\.csv lists the best pages all the same\./m,
    );
    const rows = ranked();
    assert.deepEqual(rows[0], { url: 'http://web.test/0.html', relevant: 'true' });
    // All 61 pages but ten with noindex and the reserved one.
    assert.equal(rows.length, 50);
    assert.ok(rows.slice(1).every(({ relevant }) => relevant === 'false'));
    assert.ok(!rows.some(({ url }) => url === 'http://web.test/11.html'));
  });

  test('advises neither a page nor a threshold that has nothing to do with the topic', async () => {
    const crawl = ['crawl', 'quasar', '--seed', 'http://web.test/', '--out', 'none', '--near-duplicates', 'off'];
    const { stdout } = await osprey([...crawl, ...webFlags(site)], folder);
    const advice = /^No page reaches the threshold of 0\.5; [^\n]+\n((?: {2}[^\n]+\n)+)/m.exec(stdout)?.[1];
    assert.equal(
      advice,
      '  --example URL   (a page that is what you mean, from anywhere)\n  other words: those that the pages you want would use\n',
    );
  });

  test('relevant pages that are left out are found all the same: nothing else is listed in their place', async () => {
    const { stdout } = await osprey(['rejudge', 'town', 'bread dough', '--workers', '0'], folder);
    assert.match(stdout, /scored again: 10 relevant/);
    assert.deepEqual(ranked(), []);
  });
});
