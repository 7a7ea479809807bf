import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sql, TransactionSql } from 'postgres';
import { UsageError } from '../../failure.js';
import { migrate, schemaOf } from './migrate.js';
import { postgresFailure } from './postgres-failure.js';
import { machineTime, type WorkerTime } from './worker-time.js';

export type Value = string | number | boolean | null | Uint8Array | readonly number[] | readonly string[];

/** Something that answers statements: a database, or a transaction on it. Placeholders are $1, $2, … */
export interface Queries {
  query<Row>(text: string, values?: readonly Value[]): Promise<Row[]>;
}

export interface ConnectOptions {
  /** Makes the crawl where there is none of this name. */
  readonly create?: boolean;
  /** Connections at most. */
  readonly connections?: number;
  /** Everything is asked in here. */
  readonly outside?: WorkerTime['outside'];
}

/**
 * A crawl in a PostgreSQL database: a pool of connections that see the schema of that crawl. Numbers of 64 bits come as numbers; hashes,
 * which need all of their bits, are to be selected as text.
 */
export class PostgresDatabase implements Queries {
  private constructor(
    private readonly sql: Sql,
    /** For people, without the password. */
    readonly shown: string,
    readonly name: string,
    private readonly outside: WorkerTime['outside'],
  ) {}

  /** Connects to the crawl of this name, brings its tables up to date, and refuses those of a newer Osprey. */
  static async connect(
    url: string,
    name: string,
    { create = false, connections = 4, outside = machineTime.outside }: ConnectOptions = {},
  ): Promise<PostgresDatabase> {
    const shown = `${shownUrl(url)}#${name}`;
    const { postgres } = await import('../../bundled/postgres.js');
    const schema = schemaOf(name);
    const sql = postgres(url, {
      max: connections,
      connect_timeout: 10,
      onnotice: () => {},
      connection: { search_path: `"${schema}"`, application_name: 'osprey' },
      types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
    }) as unknown as Sql;
    const db = new PostgresDatabase(sql, shown, name, outside);
    try {
      await db.transaction((tx) => migrate(tx, schema, shown, create));
      return db;
    } catch (thrown) {
      await db.close();
      throw thrown;
    }
  }

  query<Row>(text: string, values: readonly Value[] = []): Promise<Row[]> {
    return this.orFail(() => ask<Row>(this.sql, text, values));
  }

  /** Rows in pieces, for results that should not be held in memory. */
  async *pages<Row>(text: string, values: readonly Value[] = [], size = 500): AsyncGenerator<Row[]> {
    const rows = this.sql
      .unsafe(text, values as never[], { prepare: true })
      .cursor(size)
      [Symbol.asyncIterator]();
    const next = () => this.orFail(() => rows.next());
    try {
      for (let page = await next(); !page.done; page = await next()) yield page.value as unknown as Row[];
    } finally {
      await rows.return?.();
    }
  }

  /** All of `work`, or nothing. */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
    return this.orFail(() => this.sql.begin((tx) => work(queriesOf(tx))) as Promise<T>);
  }

  /**
   * All statements or none, sent without waiting for the answers in between. The first that fails is what is thrown. Between large ones the
   * event loop turns: whoever makes them as they are asked for holds up nobody.
   */
  async batch(statements: Iterable<readonly [text: string, values: readonly Value[]]>): Promise<void> {
    const send = async (tx: TransactionSql) => {
      const sent: Promise<unknown>[] = [];
      let hasFailed = false;
      for (const [text, values] of statements) {
        const query = tx.unsafe(text, values as never[], { prepare: true }).execute();
        // It may fail before all are sent; the client does not survive more on a connection that is gone.
        query.catch(() => {
          hasFailed = true;
        });
        sent.push(query);
        if (String(values[0]).length > large) await nextTurn();
        if (hasFailed) break;
      }
      await Promise.all(sent);
    };
    await this.orFail(() => this.sql.begin(send));
  }

  /** Reads the crawl as it is at one moment, whatever is committed meanwhile. */
  oneView<T>(read: (tx: Queries) => Promise<T>): Promise<T> {
    return this.orFail(
      () => this.sql.begin('isolation level repeatable read read only', (tx) => read(queriesOf(tx))) as Promise<T>,
    );
  }

  async close(): Promise<void> {
    await this.sql.end({ timeout: 5 });
  }

  private async orFail<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.outside(work);
    } catch (thrown) {
      throw postgresFailure(thrown, this.shown);
    }
  }
}

/** Characters of a parameter after which others have their turn. */
const large = 100_000;

/** The crawls of a database, by name. */
export async function crawlsIn(url: string): Promise<string[]> {
  const { postgres } = await import('../../bundled/postgres.js');
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    const rows = await sql.unsafe<{ name: string }[]>(
      `SELECT substr(nspname, length('${schemaOf('')}') + 1) AS name FROM pg_namespace
       WHERE starts_with(nspname, '${schemaOf('')}') ORDER BY nspname`,
    );
    return rows.map(({ name }) => name);
  } catch (thrown) {
    throw postgresFailure(thrown, shownUrl(url));
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function queriesOf(tx: TransactionSql): Queries {
  return { query: (text, values = []) => ask(tx as unknown as Sql, text, values) };
}

async function ask<Row>(sql: Sql, text: string, values: readonly Value[]): Promise<Row[]> {
  // A plain array: the client's own carries its statement.
  return [...(await sql.unsafe(text, values as never[], { prepare: true }))] as unknown as Row[];
}

/** The address as it may be shown. */
function shownUrl(url: string): string {
  try {
    const { protocol, host, pathname, username } = new URL(url);
    return `${protocol}//${username && `${username}@`}${host}${pathname}`;
  } catch {
    throw new UsageError(
      'bad-database-url',
      'The address of the database is no URL like postgres://user@host/database.',
    );
  }
}
