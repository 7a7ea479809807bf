import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { settingsFrom } from '../src/config/settings.js';
import { writeConfig } from '../src/config/write-config.js';
import { historyNote, stateNote } from '../src/model/crawl-diary.js';
import { unlimited } from '../src/model/frontier.js';
import { configName, makeFolders } from '../src/store/crawl-folder.js';
import { openStore } from '../src/store/open-store.js';
import { openDatabase } from '../src/store/sqlite/sqlite-database.js';
import { databaseName } from '../src/store/sqlite/sqlite-store.js';

const perHost = 200;

/** Makes the folder of a crawl with so many pages, as many rejected URLs and half as many queued ones, by plain SQL: no page is archived. */
export async function makeLargeCrawl(folder: string, pages: number): Promise<void> {
  makeFolders(folder);
  const settings = settingsFrom({ options: { query: 'law court', seed: 'http://h0.test/', archive: false } });
  writeFileSync(path.join(folder, configName), writeConfig(settings));
  const store = await openStore(folder, unlimited, { create: true });
  await store.notes.set('stop', 'max-pages');
  await noteDiary(store.notes, pages);
  await store.close();
  const db = openDatabase(path.join(folder, databaseName));
  const numbers = (count: number) =>
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${Math.max(1, Math.floor(count))})`;
  const known = Math.floor(2.5 * pages);
  db.exec(`BEGIN;
    INSERT INTO host (id, name, fetched) SELECT 0, 'h0.test', ${perHost};
    ${numbers(known / perHost)} INSERT INTO host (id, name, fetched) SELECT i, 'h' || i || '.test', ${perHost} FROM n;
    ${numbers(known)} INSERT INTO url (id, host, hash, url, state, reason, depth, parent)
      SELECT i, i / ${perHost}, i, 'http://h' || (i / ${perHost}) || '.test/page-' || i, CASE WHEN i <= ${pages} THEN 1 WHEN i <= ${2 * pages} THEN 2 ELSE 0 END,
        CASE WHEN i <= ${pages} OR i > ${2 * pages} THEN '' WHEN i % 3 = 0 THEN 'exclude' ELSE 'domain' END, 2, 1 FROM n;
    ${numbers(known - 2 * pages)} INSERT INTO frontier (url, queue, level, host, priority)
      SELECT ${2 * pages} + i, 1, 1 + (i % 3 = 0), (${2 * pages} + i) / ${perHost}, (i * 7919 % 100000) / 100000.0 FROM n;
    ${numbers(pages)} INSERT INTO visit (seq, url, agent, level, depth, priority, parent, outcome, reason, fetched_at, status, bytes, title, language, priority_parent)
      SELECT i, i, 1, 1, 2, 0.5, i / 2, 'page', '', 1700000000000 + 100 * i, 200, 20000, 'Page ' || i || ' on law and courts', 'en', i / 2 FROM n;
    INSERT OR IGNORE INTO judge (id, made_at, definition) VALUES (1, 0, '{}');
    INSERT OR REPLACE INTO note (key, value) VALUES ('judge', '1');
    ${numbers(pages)} INSERT INTO judgement (judge, visit, relevance, raw, relevant, parts)
      SELECT 1, i, (i * 7919 % 1000) / 1000.0, 0.1, i * 7919 % 1000 >= 500, '{"words":0.5}' FROM n;
    COMMIT`);
  db.close();
}

async function noteDiary(notes: { set(key: string, value: string): Promise<void> }, pages: number): Promise<void> {
  const frontier = {
    ...{ queued: pages / 2, claimed: 0, known: 2.5 * pages, hosts: pages / perHost, hostsReady: 10, hostsWaiting: 5 },
    ...{ hostsClosed: 0, queuedClosed: 0, queuedAgain: 0 },
  };
  const point = (share: number) => ({
    ...{ at: 1_700_000_000_000 + share * 100 * pages, pages: share * pages, relevant: (share * pages) / 2 },
    ...{
      recentHarvest: 0.5,
      pagesPerSecond: 10,
      queued: pages / 2,
      hostsReady: 10,
      hostsWaiting: 5,
      failed: 0,
      bytes: 1e9,
    },
  });
  await notes.set(historyNote, JSON.stringify(Array.from({ length: 400 }, (_, place) => point((place + 1) / 400))));
  await notes.set(stateNote, JSON.stringify({ ...point(1), elapsedMs: 100 * pages, frontier }));
}
