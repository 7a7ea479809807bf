import path from 'node:path';
import { InMemoryOrderFrontier } from '../../frontier/in-memory-order-frontier.js';
import { SeenCache } from '../../frontier/seen-cache.js';
import type { CrawlStore, JudgementChange, Learnt, SavedKnowledge } from '../../model/crawl-store.js';
import type { FrontierRules } from '../../model/frontier.js';
import type { LearntVisit } from '../../model/strategy.js';
import type { ArchivePosition } from '../../model/visit.js';
import { type LessonRow, learntVisit } from '../rows/lesson-row.js';
import { GroupCommit } from './group-commit.js';
import { inTransaction } from './in-transaction.js';
import { eachRow, oneRow } from './rows.js';
import { countRelevantOfHosts, currentJudge, currentJudgement } from './sql-parts.js';
import { SqliteCommands } from './sqlite-commands.js';
import { assertExists, type Database, lockFolder, openDatabase } from './sqlite-database.js';
import { SqliteDirectory } from './sqlite-directory.js';
import { SqliteKnowledge } from './sqlite-knowledge.js';
import { SqliteNotes } from './sqlite-notes.js';
import { SqliteRecords } from './sqlite-records.js';
import { SqliteTables } from './sqlite-tables.js';
import { storeFailure } from './store-failure.js';

export const databaseName = 'crawl.db';
export const lockName = '.lock';

export interface SqliteStoreOptions {
  /** Makes the database where there is none. */
  readonly create?: boolean;
  /** The cache in front of the URL-seen test on disk. */
  readonly seen?: SeenCache;
  /** Reasons of failed visits that may have passed: their URLs are queued again, and hosts that could not be reached are open again. */
  readonly tryAgain?: readonly string[];
  /** The crawl's time (ms). */
  readonly clock?: () => number;
}

/** A crawl in a folder: one SQLite database, owned by one process while it is open. */
export class SqliteStore implements CrawlStore {
  readonly frontier: InMemoryOrderFrontier;
  readonly records: SqliteRecords;
  readonly notes: SqliteNotes;
  readonly directory: SqliteDirectory;
  readonly commands: SqliteCommands;
  private readonly group: GroupCommit;
  private readonly tables: SqliteTables;

  private constructor(
    private readonly db: Database,
    private readonly unlock: () => void,
    rules: FrontierRules,
    seen: SeenCache,
    private readonly clock: () => number,
  ) {
    this.records = new SqliteRecords(db);
    this.group = new GroupCommit(db);
    this.notes = new SqliteNotes(db, this.group);
    this.directory = new SqliteDirectory(db, this.group);
    this.commands = new SqliteCommands(db, this.group, (key, value) => this.notes.put(key, value));
    this.tables = new SqliteTables(db, this.group, firstJudge(db, clock()), seen);
    this.frontier = new InMemoryOrderFrontier(this.tables, rules);
  }

  static open(
    folder: string,
    rules: FrontierRules,
    { create = false, seen = new SeenCache(), tryAgain = [], clock = Date.now }: SqliteStoreOptions = {},
  ): SqliteStore {
    const file = path.join(folder, databaseName);
    if (!create) assertExists(file);
    const unlock = lockFolder(path.join(folder, lockName), folder);
    let db: Database | undefined;
    try {
      db = openDatabase(file, { create });
      catchUpWithClock(db, clock());
      if (tryAgain.length > 0) queueAgain(db, tryAgain, clock());
      return new SqliteStore(db, unlock, rules, seen, clock);
    } catch (thrown) {
      db?.close();
      unlock();
      throw storeFailure(thrown, file);
    }
  }

  async knowledge(agent: number, strategy = ''): Promise<SavedKnowledge> {
    const known = new SqliteKnowledge(this.db).find(agent);
    const since = this.lessons(agent, known?.visit ?? 0, strategy);
    return known === undefined ? { since } : { data: known.data, since };
  }

  async rejudge(
    definition: string,
    changes: AsyncIterable<JudgementChange>,
    agents: readonly number[],
    learnt: () => Learnt,
  ): Promise<number> {
    const { lastInsertRowid } = this.db
      .prepare('INSERT INTO judge (made_at, definition) VALUES (?, ?)')
      .run(this.clock(), definition);
    const judge = Number(lastInsertRowid);
    const add = this.db.prepare(
      'INSERT INTO judgement (judge, visit, relevance, raw, relevant, parts, inherited_state) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    const changed: [outcome: string, reason: string, detail: string | null, seq: number][] = [];
    for await (const change of changes) {
      const { seq, relevance, raw, relevant, parts, inheritedState, features, now } = change;
      const handedOn = inheritedState === undefined ? null : JSON.stringify(inheritedState);
      if (now !== undefined) changed.push([now.outcome, now.reason, now.detail ?? null, seq]);
      this.group.write(() => {
        add.run(judge, seq, relevance, raw, Number(relevant), JSON.stringify(parts), handedOn);
        if (features !== undefined) this.tables.visits.saveFeatures(seq, features);
      });
    }
    // Visits it said nothing of keep the judgement they had.
    const keep = `INSERT OR IGNORE INTO judgement (judge, visit, relevance, raw, relevant, parts, inherited_state)
      SELECT ?, visit, relevance, raw, relevant, parts, inherited_state FROM judgement WHERE judge = ${currentJudge}`;
    const become = this.db.prepare('UPDATE visit SET outcome = ?, reason = ?, detail = ? WHERE seq = ?');
    this.group.write(() => {
      this.db.prepare(keep).run(judge);
      for (const values of changed) become.run(...values);
      const { knowledge, learner } = learnt();
      for (const agent of agents) this.tables.visits.saveKnowledge(agent, knowledge);
      this.notes.put('judge', String(judge));
      this.db.exec(countRelevantOfHosts);
      this.notes.put('learner', learner);
    });
    this.group.commit();
    this.tables.visits.judge = judge;
    return judge;
  }

  async archiveEnd(): Promise<{ file: string; end: number } | undefined> {
    const find = 'SELECT file, offset, length FROM visit WHERE file IS NOT NULL ORDER BY seq DESC LIMIT 1';
    const row = oneRow<ArchivePosition>(this.db.prepare(find));
    return row && { file: row.file, end: row.offset + row.length };
  }

  async forgetArchived(file: string, size: number): Promise<void> {
    const forget = `UPDATE visit SET file = NULL, offset = NULL, length = NULL
      WHERE file > ?1 OR (file = ?1 AND offset + length > ?2)`;
    this.db.prepare(forget).run(file, size);
  }

  async noteFault(code: string): Promise<void> {
    try {
      if (!this.group.hasFailed) return await this.notes.set('stop', code);
    } catch {}
    try {
      // Nothing may follow a group that failed but this, which rests on nothing in memory; and nobody waits for it.
      this.db.exec('PRAGMA busy_timeout = 0');
      this.notes.put('stop', code);
    } catch {}
  }

  async close(): Promise<void> {
    try {
      this.group.commit(true);
      this.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (thrown) {
      throw storeFailure(thrown, this.db.location() ?? databaseName);
    } finally {
      this.db.close();
      this.unlock();
    }
  }

  private async *lessons(agent: number, after: number, strategy: string): AsyncGenerator<LearntVisit> {
    const rows = this.db.prepare(`
      SELECT u.url, v.depth, v.level, v.priority_parent AS priorityParent, v.outcome, l.terms, l.links,
        j.relevance, j.raw, j.relevant, j.parts, j.inherited_state AS inheritedState, f.data AS features
      FROM lesson l JOIN visit v ON v.seq = l.visit JOIN url u ON u.id = v.url JOIN ${currentJudgement}
      LEFT JOIN features f ON f.visit = l.visit AND f.strategy = ?
      WHERE l.agent = ? AND l.visit > ? ORDER BY l.visit`);
    for (const row of eachRow<LessonRow>(rows, strategy, agent, after))
      yield learntVisit(row, await this.records.inheritedState(row.priorityParent));
  }
}

/**
 * The clock may have been set back since the last sign of life. The hosts' times are set back as far: none is left alone
 * for hours because of it, and none is asked sooner than it would have been.
 */
function catchUpWithClock(db: Database, now: number): void {
  const { last } = oneRow<{ last: number | null }>(db.prepare('SELECT max(beat_at) AS last FROM agent'))!;
  if (last === null || last <= now) return;
  inTransaction(db, () => {
    db.prepare('UPDATE host SET next_at = max(next_at - ?, 0)').run(last - now);
    db.prepare('UPDATE agent SET beat_at = min(beat_at, ?)').run(now);
  });
}

/** Not at once: a host may have been asked a moment ago. */
const soon = 1_000;

function queueAgain(db: Database, reasons: readonly string[], now: number): void {
  const unreachable = 'FROM robots WHERE status = 0';
  const failed = `
    SELECT v.url FROM visit v JOIN url u ON u.id = v.url WHERE u.state = 1 AND v.outcome IN ('failed', 'page') AND v.superseded = 0
    AND v.reason IN (SELECT value FROM json_each(?)) AND v.seq = (SELECT max(seq) FROM visit WHERE url = v.url)`;
  inTransaction(db, () => {
    const reopen = `UPDATE host SET next_at = min(next_at, ?), delay = NULL, failures = 0
      WHERE name IN (SELECT substr(origin, instr(origin, '//') + 2) ${unreachable})`;
    db.prepare(reopen).run(now + soon);
    db.exec(`DELETE ${unreachable}`);
    const list = JSON.stringify(reasons);
    db.prepare(`
      INSERT OR IGNORE INTO frontier (url, queue, level, host, priority, priority_parent, kind)
      SELECT v.url, coalesce(a.queue, v.agent), v.level, u.host, v.priority, v.priority_parent, v.kind
      FROM visit v JOIN url u ON u.id = v.url LEFT JOIN agent a ON a.id = v.agent WHERE v.url IN (${failed}) AND v.superseded = 0`).run(
      list,
    );
    db.prepare(`UPDATE url SET state = 0 WHERE id IN (${failed})`).run(list);
    // That they failed, or were empty, is no longer what is known of them. Few did, so that the queue is asked for each of them.
    db.prepare(`
      UPDATE visit SET superseded = 1 WHERE superseded = 0 AND EXISTS (SELECT 1 FROM frontier WHERE frontier.url = visit.url)
      AND (outcome = 'failed' OR outcome = 'page' AND reason IN (SELECT value FROM json_each(?)))`).run(list);
  });
}

/** The id of the current judge; a new crawl's first one is made here. */
function firstJudge(db: Database, now: number): number {
  const row = oneRow<{ value: string }>(db.prepare("SELECT value FROM note WHERE key = 'judge'"));
  if (row !== undefined) return Number(row.value);
  return inTransaction(db, () => {
    const { lastInsertRowid } = db.prepare("INSERT INTO judge (made_at, definition) VALUES (?, '')").run(now);
    db.prepare("INSERT INTO note (key, value) VALUES ('judge', ?)").run(String(lastInsertRowid));
    return Number(lastInsertRowid);
  });
}
