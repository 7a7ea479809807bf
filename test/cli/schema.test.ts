import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { DatabaseSync } from '@photostructure/sqlite';
import { startSite } from '../site.js';
import { osprey, temporaryFolder, webFlags } from './osprey.js';
import { smallWeb } from './small-web.js';

const { folder, remove } = temporaryFolder();
after(remove);

test('the view "page" has the pages with their judgements, and docs/schema.md every column and table', async () => {
  const site = await startSite(smallWeb);
  const crawl = ['crawl', 'jaguar car', '--seed', 'http://cars.test/', '--out', 'cars', '--quiet', ...webFlags(site)];
  assert.equal((await osprey(crawl, folder)).code, 0);
  await site.close();
  const db = new DatabaseSync(path.join(folder, 'cars/crawl.db'), { readOnly: true });
  try {
    const pages = db.prepare('SELECT * FROM page ORDER BY seq').all() as Record<string, unknown>[];
    const { url, host, depth, parent, relevant, outcome, fetched_at: at } = pages[0]!;
    assert.deepEqual(
      [url, host, depth, parent, relevant, outcome],
      ['http://cars.test/', 'cars.test', 0, null, 1, 'page'],
    );
    assert.match(String(at), /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.ok(pages.slice(1).every((page) => page.parent !== null));
    const guide = readFileSync('docs/schema.md', 'utf8');
    const tables = db.prepare(
      "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'",
    );
    const names = [...Object.keys(pages[0]!), ...(tables.all() as { name: string }[]).map(({ name }) => name)];
    assert.deepEqual(
      names.filter((name) => !guide.includes(`\`${name}\``)),
      [],
    );
  } finally {
    db.close();
  }
});
