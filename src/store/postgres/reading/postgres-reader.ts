import type { Bodies } from '../../../archive/bodies/bodies.js';
import { settingsFrom } from '../../../config/settings.js';
import { LabelFile } from '../../../labels/label-file.js';
import { newlySaid } from '../../../labels/label-pages.js';
import type { CrawlReader } from '../../../model/crawl-reader.js';
import type { RobotsNote } from '../../../model/crawl-store.js';
import { archiveIdNote } from '../../archive-id.js';
import { crawlBodies } from '../../crawl-bodies.js';
import { readCrawlConfig } from '../../crawl-folder.js';
import type { PostgresDatabase } from '../postgres-database.js';
import { isAtWork } from './is-at-work.js';
import { drawnLine, labelLine } from './label-lines.js';
import { Mirror } from './mirror.js';
import { PostgresBrowsing } from './postgres-browsing.js';
import { PostgresRecords } from './postgres-records.js';
import { postgresAgents } from './reports/postgres-agents.js';
import { postgresLinkedPages, postgresLinks } from './reports/postgres-links.js';
import { postgresHosts, postgresStatus } from './reports/postgres-status.js';
import { postgresYield } from './reports/postgres-yield.js';

/** Reads a crawl in PostgreSQL, also while it is being crawled. It owns the connection. */
export async function openPostgresReader(db: PostgresDatabase): Promise<CrawlReader> {
  const mirror = await Mirror.open(db);
  mirror.watch();
  const settings = settingsFrom({ file: readCrawlConfig(mirror.folder) });
  const note = async (key: string) =>
    (await db.query<{ value: string }>('SELECT value FROM note WHERE key = $1', [key]))[0]?.value;
  const archiveId = await note(archiveIdNote);
  let bodies: Bodies | undefined;
  return {
    location: db.shown,
    folder: mirror.folder,
    settings,
    get bodies() {
      bodies ??= crawlBodies(settings.archive, undefined, archiveId);
      return bodies;
    },
    records: new PostgresRecords(db),
    notes: { get: note, robots: (origin) => robotsNote(db, origin) },
    browsing: new PostgresBrowsing(db),
    agents: postgresAgents(db),
    isRunning: () => isAtWork(db),
    bytes: () => bytesOf(db),
    async status() {
      const running = await isAtWork(db);
      return db.oneView((view) => postgresStatus(view, settings, running));
    },
    hosts: (most) => db.oneView((view) => postgresHosts(view, most)),
    yieldCurve: (points) => db.oneView((view) => postgresYield(view, points)),
    links: () => postgresLinks(db),
    linkedPages: () => postgresLinkedPages(db),
    async keepJudgements(said, randomSeed) {
      await mirror.pull();
      const labels = LabelFile.read(mirror.folder);
      const { news, changed } = newlySaid(labels, said);
      const at = new Date().toISOString();
      const drawn = labels.randomSeed === undefined && randomSeed !== undefined ? [drawnLine(randomSeed)] : [];
      await mirror.add('labels.tsv', [...drawn, ...news.map(([url, label]) => labelLine(url, label, at))]);
      return { changed };
    },
    logQuery: (asked) => mirror.add('queries.jsonl', [JSON.stringify(asked)]),
    async close() {
      mirror.close();
      await db.close();
      await bodies?.close();
    },
  };
}

async function bytesOf(db: PostgresDatabase): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint AS bytes FROM pg_class c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'`,
  );
  return row?.bytes ?? 0;
}

function robotsNote(db: PostgresDatabase, origin: string): Promise<RobotsNote | undefined> {
  const find = 'SELECT origin, fetched_at AS "fetchedAt", status, body FROM robots WHERE origin = $1';
  return db.query<RobotsNote>(find, [origin]).then(([row]) => row);
}
