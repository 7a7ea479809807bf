import assert from 'node:assert/strict';
import path from 'node:path';
import { passingReasons } from '../../src/agent/outcome.js';
import { readRecord } from '../../src/archive/warc-reader.js';
import { settingsFrom } from '../../src/config/settings.js';
import { crawlFaults, stopReasons } from '../../src/crawl/progress/stop-reason.js';
import { urlStates } from '../../src/store/codes.js';
import { readCrawlConfig } from '../../src/store/crawl-folder.js';
import { type Database, openDatabase } from '../../src/store/sqlite/sqlite-database.js';
import { databaseName } from '../../src/store/sqlite/sqlite-store.js';

const state = (name: (typeof urlStates)[number]) => urlStates.indexOf(name);

/** What must never be found in the database of a crawl, whatever became of its process. */
const wrong: Readonly<Record<string, string>> = {
  'a queued URL is not in the queue': `
    SELECT url FROM url WHERE state = ${state('queued')} AND id NOT IN (SELECT url FROM frontier)`,
  'a URL is in the queue that is not queued': `
    SELECT u.url, u.state FROM frontier f LEFT JOIN url u ON u.id = f.url WHERE u.state IS NOT ${state('queued')}`,
  'a URL counts as visited without a visit': `
    SELECT url FROM url WHERE state = ${state('visited')} AND id NOT IN (SELECT url FROM visit)`,
  'a visit is of no URL': 'SELECT seq FROM visit WHERE url NOT IN (SELECT id FROM url)',
  'a URL has two visits that ended': `
    SELECT u.url, count(*) FROM visit v JOIN url u ON u.id = v.url WHERE v.outcome <> 'failed' GROUP BY v.url HAVING count(*) > 1`,
  'a URL was visited again though nothing had passed': `
    SELECT u.url, v.reason FROM visit v JOIN url u ON u.id = v.url
    WHERE v.reason NOT IN (SELECT value FROM json_each(?)) AND v.seq < (SELECT max(seq) FROM visit WHERE url = v.url)`,
  'a number is missing among the visits': 'SELECT max(seq) - count(*) FROM visit HAVING max(seq) > count(*)',
  'a link leads to a URL that was lost': 'SELECT visit, dst FROM link WHERE dst NOT IN (SELECT id FROM url)',
  'a link cannot be followed back': `
    SELECT visit, dst FROM link l WHERE NOT EXISTS (SELECT 1 FROM edge e WHERE e.dst = l.dst AND e.visit = l.visit)`,
  'links are of no visit': 'SELECT visit FROM links WHERE visit NOT IN (SELECT seq FROM visit)',
  'a URL was found by a visit that does not link to it': `
    SELECT url, parent FROM url u WHERE parent > 0 AND NOT EXISTS (SELECT 1 FROM edge WHERE dst = u.id AND visit = u.parent)`,
  'a page has no judgement': `
    SELECT seq FROM visit WHERE outcome = 'page' AND seq NOT IN (SELECT visit FROM judgement)`,
  'a host has another number of documents than it is said to have': `
    SELECT h.name, h.fetched, count(v.seq) AS visits FROM host h LEFT JOIN url u ON u.host = h.id
    LEFT JOIN visit v ON v.url = u.id AND v.outcome IN ('page', 'duplicate', 'ignored') GROUP BY h.id HAVING h.fetched <> visits`,
  'two visits share a place in the archive': `
    SELECT a.seq, b.seq FROM visit a JOIN visit b ON a.file = b.file AND a.seq <> b.seq
    AND a.offset <= b.offset AND a.offset + a.length > b.offset`,
};

/**
 * Holds of the folder of every crawl that does not run, however it ended: nothing that was committed is lost or there twice, what
 * was claimed is back in the queue, every place in the archive can be read, and the crawl can be resumed.
 */
export function intact(folder: string): void {
  const db = openDatabase(path.join(folder, databaseName), { readOnly: true });
  try {
    assert.deepEqual(rows(db, 'PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
    for (const [what, sql] of Object.entries(wrong)) {
      const found = sql.includes('?') ? rows(db, sql, JSON.stringify(passingReasons)) : rows(db, sql);
      assert.deepEqual(found.slice(0, 5), [], what);
    }
    for (const { value } of rows(db, "SELECT value FROM note WHERE key = 'stop'"))
      assert.ok(Object.hasOwn({ ...stopReasons, ...crawlFaults }, value as string), `no stop reason: ${value}`);
    archived(db, folder);
  } finally {
    db.close();
  }
  settingsFrom({ file: readCrawlConfig(folder) });
}

function archived(db: Database, folder: string): void {
  const visits = rows(
    db,
    'SELECT u.url, file, offset, length FROM visit v JOIN url u ON u.id = v.url WHERE file NOT NULL',
  );
  for (const { url, file, offset, length } of visits) {
    const { headers, http } = readRecord(path.join(folder, file as string), offset as number, length as number);
    const target = headers.find(([name]) => name.toLowerCase() === 'warc-target-uri')?.[1];
    assert.equal(target, url, `the archive has another page at ${offset}`);
    assert.ok(http !== undefined, `the archive has no answer of ${url}`);
  }
}

function rows(db: Database, sql: string, ...values: readonly string[]): Record<string, unknown>[] {
  return db
    .prepare(sql)
    .all(...values)
    .map((row) => ({ ...(row as object) }));
}
