import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type SearchFlags, searchCommand } from '../../src/cli/commands/search/run.js';
import { startSite } from '../site.js';
import { jsonLines, osprey, temporaryFolder, webFlags } from './osprey.js';
import { smallWeb } from './small-web.js';

const { folder, remove } = temporaryFolder();
after(remove);

before(async () => {
  const site = await startSite(smallWeb);
  const crawl = [
    'crawl',
    'jaguar car',
    '--seed',
    'http://cars.test/',
    '--not',
    'cat,animal,jungle',
    '--not-rule',
    'drop',
    '--quiet',
  ];
  await Promise.all([
    osprey([...crawl, ...webFlags(site), '--out', 'cars'], folder),
    osprey([...crawl, ...webFlags(site), '--out', 'bare', '--no-archive', '--max-pages', '4'], folder),
  ]);
  await site.close();
});

describe('osprey search', { concurrency: 2 }, () => {
  test('shows the best pages with the matches marked, and notes the query', async () => {
    const { code, stdout } = await osprey(['search', 'cars', 'pistons', '--limit', '1'], folder);
    assert.equal(code, 0);
    const lines = stdout.split('\n');
    assert.match(lines[0]!, /^1\. «Pistons» {2}\(relevance 0\.\d\d\)$/);
    assert.equal(lines[1], '   http://cars.test/engine/pistons.html');
    assert.match(lines[2]!, /«Pistons» move in the engine of a jaguar car\./);
    const [asked] = jsonLines(readFileSync(path.join(folder, 'cars', 'queries.jsonl'), 'utf8')).filter(
      ({ query }) => query === 'pistons',
    );
    assert.equal(asked!.results, 1);
    assert.match(String(asked!.at), /^20\d\d-\d\d-\d\dT.*Z$/);
  });

  test('--json gives the fields of an export, with score and snippet; --no-log leaves no trace', async () => {
    const { stdout } = await osprey(['search', 'cars', '"six cylinders" -move', '--json', '--no-log'], folder);
    const [page, ...rest] = jsonLines(stdout);
    assert.equal(rest.length, 0);
    assert.equal(page!.url, 'http://cars.test/engine.html');
    assert.ok(Number(page!.score) > 0);
    assert.match(String(page!.snippet), /has «six cylinders»\./);
    const log = path.join(folder, 'cars', 'queries.jsonl');
    assert.ok(!existsSync(log) || !readFileSync(log, 'utf8').includes('cylinders'));
  });

  test('no page can steer the terminal, and ignored pages and those that ask not to be indexed do not show', async () => {
    const { stdout, stderr } = await osprey(['search', 'cars', 'jaguar', '--limit', '50', '--no-log'], folder);
    assert.match(stdout, /news\.test\/escape\.html/);
    assert.ok(!stdout.includes('\u001b') && !stdout.includes('\u009b'));
    assert.ok(!stdout.includes('cats.test') && !stdout.includes('members.html'));
    assert.match(stderr, /1 page; --export-noindex includes it/);
    const all = await osprey(['search', 'cars', 'members', '--export-noindex', '--no-log'], folder);
    assert.match(all.stdout, /members\.html/);
  });

  test('a crawl that kept no pages is searched by titles and addresses, and says so', async () => {
    const { code, stdout, stderr } = await osprey(['search', 'bare', 'jaguar cars'], folder);
    assert.equal(code, 0);
    assert.match(stdout, /^1\. «Jaguar» «cars» .*\n {3}http:\/\/cars\.test\/\n\n/);
    assert.match(stderr, /The text of all pages is missing \(--no-archive\)/);
  });

  test('what cannot be meant is one clear sentence', async () => {
    const refused = (dir: string, query: string, flags: SearchFlags, message: RegExp) =>
      assert.rejects(searchCommand(path.join(folder, dir), query, flags), { name: 'UsageError', message });
    await refused('cars', '?!', {}, /Nothing to search for/);
    await refused('cars', '-jaguar', {}, /Nothing to search for/);
    await refused('cars', 'jaguar', { limit: '0' }, /--limit: must be a whole number \(1 to 999999\), not "0"/);
    await refused('cars', 'jaguar', { minRelevance: '2' }, /--min-relevance: must be a number \(0 to 1\), not "2"/);
    await refused('nowhere', 'jaguar', {}, /No crawl found in .*nowhere/);
    const { stdout } = await osprey(['search', 'cars', 'submarine', '--no-log'], folder);
    assert.equal(stdout, 'No page matches.\n');
  });
});
