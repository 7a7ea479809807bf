import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Bodies } from '../archive/bodies/bodies.js';
import { Failure } from '../failure.js';
import type { CrawlRecords } from '../model/crawl-store.js';
import type { VisitRow } from '../model/visit.js';
import { maxArchivedBytes, plainReading } from '../reading/archived-page.js';
import { archivedResponse } from '../reading/archived-response.js';
import { inOrder } from '../reading/in-order.js';
import { type PageReader, pageReader } from '../reading/page-pool.js';
import { readingJob } from '../reading/reading-job.js';
import { inTransaction } from '../store/sqlite/in-transaction.js';
import type { Database } from '../store/sqlite/sqlite-database.js';
import { isUnwritable } from '../store/sqlite/store-failure.js';
import { urlWords } from '../text/url-words.js';
import { searchText, tokenizerFor } from './search-text.js';

export const searchIndexName = 'search.db';

/** A page that matches; the higher the score, the better. */
export interface Match {
  readonly seq: number;
  readonly score: number;
}

/** What is read of the crawl to index it. */
type Records = Pick<CrawlRecords, 'visits' | 'visit' | 'totals'>;

/** Raised with every change of what is indexed and how: an index of another version is made anew. */
const version = 1;

const schema = (tokenizer: string) => `
  DROP TABLE IF EXISTS page;
  DROP TABLE IF EXISTS indexed;
  DROP TABLE IF EXISTS note;
  CREATE VIRTUAL TABLE page USING fts5(title, text, url, content='', contentless_delete=1, tokenize="${tokenizer}");
  -- The visit of a URL that is indexed, and whether the text of its page could be read.
  CREATE TABLE indexed (url INTEGER PRIMARY KEY, seq INTEGER NOT NULL, read INTEGER NOT NULL);
  CREATE TABLE note (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  INSERT INTO note VALUES ('tokenizer', '${tokenizer.replaceAll("'", "''")}');
  PRAGMA user_version = ${version};`;

/** A word in the title says more about a page than one in its text, one in its address a little more. */
const weights = '5.0, 1.0, 2.0';

/** Indexed in one transaction: few enough that a search beside it is not kept waiting, and memory stays small. */
const batchPages = 200;
const batchCharacters = 8_000_000;
/** Starting threads takes longer than reading so few. */
const fewPages = 32;

/** Where the index stands: the last visit in it, with enough to see that the crawl still has it. */
interface Place {
  readonly seq: number;
  readonly url: string;
  readonly fetchedAt: number;
}

const start: Place = { seq: 0, url: '', fetchedAt: 0 };

/**
 * The words of a crawl's pages, in a database of its own beside the crawl's, which is only read: a crawl that runs is not
 * disturbed. The index keeps no texts, since the archive has them. Several processes may search and update at once.
 */
export class PageIndex {
  private constructor(
    private readonly db: Database,
    /** Set where the index is not kept. */
    private readonly temporaryFolder?: string,
  ) {}

  /** Where the folder cannot be written, the index is a copy in a temporary place, and gone once it is closed. */
  static open(folder: string, language: string): PageIndex {
    const file = path.join(folder, searchIndexName);
    const isNew = !existsSync(file);
    try {
      return new PageIndex(openIndex(file, language));
    } catch (thrown) {
      if (!isUnwritable(thrown)) throw thrown;
      // A full disk takes the name of a new file, but nothing in it.
      if (isNew && existsSync(file) && statSync(file).size === 0) rmSync(file);
      const temporaryFolder = mkdtempSync(path.join(tmpdir(), 'osprey-search-'));
      try {
        return new PageIndex(openIndex(copyOf(file, temporaryFolder), language), temporaryFolder);
      } catch (again) {
        rmSync(temporaryFolder, { recursive: true, force: true });
        throw again;
      }
    }
  }

  /** Takes in the pages visited since the last time; they are read on `workers` threads. Returns how many. */
  async update(
    records: Records,
    bodies: Bodies,
    onProgress: (done: number, total: number) => void = () => undefined,
    workers: number | 'auto' = 'auto',
  ): Promise<number> {
    let from = await this.checkedPlace(records);
    // A running crawl goes on meanwhile: what it has when the search begins is searched.
    const { total, last } = await documentsOf(records);
    let done = 0;
    let reader: PageReader | undefined;
    try {
      for (;;) {
        const rows = (await nextRows(records, from.seq)).filter(({ seq }) => seq <= last);
        if (rows.length === 0) return done;
        reader ??= pageReader(rows.length < fewPages ? 0 : workers, { ...plainReading, reads: ['mainText'] });
        const batch = await read(rows, bodies, reader);
        const { seq, url, fetchedAt } = batch.at(-1)!.row;
        const place = { seq, url, fetchedAt };
        if (!this.add(batch, from, place)) {
          // Another process was faster: go on behind what it has indexed.
          from = this.place();
          continue;
        }
        from = place;
        done += batch.length;
        onProgress(Math.min(this.size().pages, total), total);
      }
    } finally {
      await reader?.close();
    }
  }

  /** Pages in the index, and how many of them are known by title and address alone. */
  size(): { readonly pages: number; readonly unread: number } {
    const row = this.db.prepare('SELECT count(*) AS pages, coalesce(sum(1 - read), 0) AS unread FROM indexed').get();
    return row as { pages: number; unread: number };
  }

  /** The pages that match an expression of `matchExpression`, best first (BM25, the title weighted). */
  *matches(expression: string): Generator<Match> {
    const rows = this.db
      .prepare(
        `SELECT rowid AS seq, -bm25(page, ${weights}) AS score FROM page WHERE page MATCH ? ORDER BY score DESC, seq`,
      )
      .iterate(expression);
    for (const row of rows) yield row as unknown as Match;
  }

  close(): void {
    this.db.close();
    if (this.temporaryFolder !== undefined) rmSync(this.temporaryFolder, { recursive: true, force: true });
  }

  private place(): Place {
    const value = note(this.db, 'place');
    return value === undefined ? start : JSON.parse(value);
  }

  /** A crawl that lost its last visits in a power cut, or another one in the same folder, is indexed anew. */
  private async checkedPlace(records: Records): Promise<Place> {
    const place = this.place();
    if (place.seq === 0) return place;
    const row = await records.visit(place.seq);
    if (row?.url === place.url && row.fetchedAt === place.fetchedAt) return place;
    inTransaction(this.db, () => {
      this.db.exec(
        "INSERT INTO page (page) VALUES ('delete-all'); DELETE FROM indexed; DELETE FROM note WHERE key = 'place'",
      );
    });
    return start;
  }

  /** False when the index no longer stands where the batch begins. */
  private add(batch: readonly Reading[], from: Place, to: Place): boolean {
    const { db } = this;
    const seqOf = db.prepare('SELECT seq FROM indexed WHERE url = ?');
    const remove = db.prepare('DELETE FROM page WHERE rowid = ?');
    const insert = db.prepare('INSERT INTO page (rowid, title, text, url) VALUES (?, ?, ?, ?)');
    const remember = db.prepare('INSERT OR REPLACE INTO indexed (url, seq, read) VALUES (?, ?, ?)');
    return inTransaction(db, () => {
      if (this.place().seq !== from.seq) return false;
      for (const { row, text } of batch) {
        const before = seqOf.get(row.urlId) as { seq: number } | undefined;
        if (before !== undefined) remove.run(before.seq);
        insert.run(row.seq, searchText(row.title ?? ''), searchText(text ?? ''), searchText(urlWords(row.url)));
        remember.run(row.urlId, row.seq, Number(text !== undefined));
      }
      db.prepare("INSERT OR REPLACE INTO note (key, value) VALUES ('place', ?)").run(JSON.stringify(to));
      return true;
    });
  }
}

function openIndex(file: string, language: string): Database {
  const db = new DatabaseSync(file, { timeout: 10_000 });
  const tokenizer = tokenizerFor(language);
  try {
    db.exec('PRAGMA trusted_schema = OFF');
    // One transaction: of several processes that find no index, one makes it.
    inTransaction(db, () => {
      if (!isCurrent(db, tokenizer)) db.exec(schema(tokenizer));
    });
    return db;
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

/** The name of the copy. One that somebody was writing, whose journal is left, is not copied: it is made anew. */
function copyOf(file: string, folder: string): string {
  const copy = path.join(folder, searchIndexName);
  if (existsSync(file) && !existsSync(`${file}-journal`)) copyFileSync(file, copy);
  return copy;
}

interface Reading {
  readonly row: VisitRow;
  readonly text: string | undefined;
}

/** Ignored pages too: another judge may take them back. Copies would only repeat what is found. */
const searchable = ['page', 'ignored'] as const;

async function nextRows(records: Records, after: number): Promise<VisitRow[]> {
  const rows: VisitRow[] = [];
  for await (const row of records.visits({ outcomes: searchable, after, limit: batchPages })) rows.push(row);
  return rows;
}

/** As many of the rows, from the first on, as a batch takes. */
async function read(rows: readonly VisitRow[], bodies: Bodies, reader: PageReader): Promise<Reading[]> {
  const batch: Reading[] = [];
  let characters = 0;
  for await (const [row, text] of inOrder(rows, (row) => mainTextOf(row, bodies, reader))) {
    batch.push({ row, text });
    characters += text?.length ?? 0;
    if (characters > batchCharacters) break;
  }
  return batch;
}

/** Undefined where the archive does not have it. */
async function mainTextOf(row: VisitRow, bodies: Bodies, reader: PageReader): Promise<string | undefined> {
  try {
    const response = await archivedResponse(bodies, row);
    const { page } = await reader.run(readingJob(row.url, response, row.fetchedAt, maxArchivedBytes));
    return page!.mainText;
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.policy === 'skip') return undefined;
    throw thrown;
  }
}

/** How many documents there are, and which visit was the last. */
async function documentsOf(records: Records): Promise<{ readonly total: number; readonly last: number }> {
  const { outcomes, visits } = await records.totals();
  return { total: searchable.reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0), last: visits };
}

function note(db: Database, key: string): string | undefined {
  return (db.prepare('SELECT value FROM note WHERE key = ?').get(key) as { value: string } | undefined)?.value;
}

function isCurrent(db: Database, tokenizer: string): boolean {
  const { user_version: made } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  return made === version && note(db, 'tokenizer') === tokenizer;
}
