import { hostname } from 'node:os';
import type { CrawlStore, JudgementChange, Learnt, SavedKnowledge } from '../../model/crawl-store.js';
import type { FrontierRules } from '../../model/frontier.js';
import type { ArchivePosition } from '../../model/visit.js';
import { AddressTurns } from './frontier/address-turns.js';
import type { Statement } from './frontier/changes.js';
import { PostgresFrontier } from './frontier/postgres-frontier.js';
import { PostgresTables } from './frontier/postgres-tables.js';
import { PostgresCommands } from './postgres-commands.js';
import { PostgresDatabase } from './postgres-database.js';
import { PostgresDirectory } from './postgres-directory.js';
import { PostgresKnowledge } from './postgres-knowledge.js';
import { PostgresNotes } from './postgres-notes.js';
import { rejudge } from './postgres-rejudge.js';
import { queueAgain } from './queue-again.js';
import { StoreRecords } from './store-records.js';
import { fenced, WorkerSession } from './worker-session.js';
import { WorkerSide } from './worker-side.js';
import { machineTime, type WorkerTime } from './worker-time.js';

export interface PostgresStoreOptions {
  /** Makes the crawl where there is none of this name. */
  readonly create?: boolean;
  /** Reasons of failed visits that may have passed: their URLs are queued again, unless others are at work. */
  readonly tryAgain?: readonly string[];
  /** How long a worker that is not heard of keeps its hosts (ms). */
  readonly leaseMs?: number;
  /** URLs that are kept in memory. */
  readonly cacheSize?: number;
  readonly time?: WorkerTime;
}

/** A crawl in PostgreSQL as one worker of several has it: the hosts of its buckets are its own while its lease lasts. */
export class PostgresStore implements CrawlStore {
  readonly frontier: PostgresFrontier;
  readonly records: StoreRecords;
  readonly notes: PostgresNotes;
  readonly directory: PostgresDirectory;
  readonly commands: PostgresCommands;
  readonly shared: WorkerSide;
  private readonly learnt: PostgresKnowledge;
  private readonly tables: PostgresTables;
  private readonly turns: AddressTurns;
  private endLooking: () => void = () => {};
  private looking: Promise<void> | undefined;
  private glancing: Promise<void> | undefined;
  private toldIdle = false;
  private glances = 0;
  private tendedAt: number;

  private constructor(
    private readonly db: PostgresDatabase,
    readonly session: WorkerSession,
    private readonly rules: FrontierRules,
    private judge: number,
    private readonly time: WorkerTime,
    { known, lastVisit, lastCommand, lastBrought, cacheSize }: Opened & { readonly cacheSize: number | undefined },
  ) {
    this.tendedAt = time.running();
    this.notes = new PostgresNotes(db);
    this.directory = new PostgresDirectory(db);
    this.commands = new PostgresCommands(db, lastCommand);
    const isPending = (seq: number) => this.tables.visits.pending.has(seq);
    this.records = new StoreRecords(db, () => this.frontier.flush(), isPending);
    this.learnt = new PostgresKnowledge(db, session.id, this.records);
    this.tables = new PostgresTables(db, {
      worker: session.id,
      own: session.own,
      known,
      lastVisit,
      ...(cacheSize !== undefined && { cacheSize }),
      saved: (agent, data, last) => (session.isFirst ? this.learnt.saved(agent, data, last) : []),
    });
    this.turns = new AddressTurns(db, session.id, 2 * session.renewEvery);
    this.frontier = new PostgresFrontier({
      db,
      tables: this.tables,
      worker: session.id,
      rules,
      turns: this.turns,
      commit: (statements, documents) => this.commit(statements, documents),
      judge: () => this.judge,
      after: time.after,
    });
    this.shared = new WorkerSide(db, session, this.tables, this.learnt, this.frontier.market, lastBrought, time.sleep);
  }

  /** A worker of the crawl of this name, with as many of its hosts as are free and as it may have. */
  static async open(
    url: string,
    name: string,
    rules: FrontierRules,
    { create = false, tryAgain = [], leaseMs, cacheSize, time = machineTime }: PostgresStoreOptions = {},
  ): Promise<PostgresStore> {
    const db = await PostgresDatabase.connect(url, name, { create, outside: time.outside });
    try {
      const judge = await firstJudge(db);
      const session = await WorkerSession.begin(db, `${hostname()} ${process.pid}`, time, leaseMs);
      await session.reap();
      if (tryAgain.length > 0 && session.live.length === 1) await queueAgain(db, tryAgain, session.serverTime());
      const [opened] = await db.query<Opened>(sqlOpened);
      const store = new PostgresStore(db, session, rules, judge, time, { ...opened!, cacheSize });
      await store.shared.look();
      await store.adopt();
      await store.frontier.receive();
      store.endLooking = time.every(Math.min(glancesEvery, session.renewEvery / 2), () => store.glance());
      return store;
    } catch (thrown) {
      await db.close();
      throw thrown;
    }
  }

  knowledge(agent: number, strategy = ''): Promise<SavedKnowledge> {
    return this.frontier.flush().then(() => this.learnt.of(agent, strategy));
  }

  async rejudge(
    definition: string,
    changes: AsyncIterable<JudgementChange>,
    agents: readonly number[],
    learnt: () => Learnt,
  ): Promise<number> {
    await this.frontier.flush();
    const saved = (agent: number, data: Uint8Array | undefined) =>
      this.learnt.saved(agent, data, this.tables.visits.last);
    this.judge = await rejudge(this.db, definition, changes, () => {
      const { knowledge, learner } = learnt();
      return { statements: agents.flatMap((agent) => saved(agent, knowledge)), learner };
    });
    return this.judge;
  }

  async archiveEnd(): Promise<{ file: string; end: number } | undefined> {
    await this.frontier.flush();
    const [row] = await this.db.query<ArchivePosition>(
      'SELECT file, "offset", length FROM visit WHERE file IS NOT NULL ORDER BY seq DESC LIMIT 1',
    );
    return row && { file: row.file, end: row.offset + row.length };
  }

  async forgetArchived(file: string, size: number): Promise<void> {
    await this.frontier.flush();
    await this.db.query(
      `UPDATE visit SET file = NULL, "offset" = NULL, length = NULL
       WHERE file > $1 OR (file = $1 AND "offset" + length > $2)`,
      [file, size],
    );
  }

  async noteFault(code: string): Promise<void> {
    await this.notes.set('stop', code).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.endLooking();
    await this.looking;
    await this.glancing;
    try {
      if (!this.frontier.hasFailed) {
        await this.frontier.flush();
        await this.tables.giveBack();
      }
      // Where all is committed, the times of hosts are, too: others may go on at once.
      await this.session.end(this.frontier.hasFailed ? this.longestDelay() : 0);
    } finally {
      await this.frontier.close();
      await this.db.close();
    }
  }

  /** Takes what others found, follows what they do, and renews the lease when it is time. One that takes long is not followed by all that were due meanwhile. */
  look(): Promise<void> {
    this.looking ??= this.unlessFailed(async () => {
      await this.receive();
      await this.lookAtOthers();
    }).finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  /** What is on its way is taken more often than others are looked at. It is no look: whoever asks for one meanwhile gets one of their own. */
  private glance(): Promise<void> {
    if (++this.glances % glancesALook === 0) return this.look();
    // Whoever is alone hears of nobody.
    if (this.session.live.length === 1) return Promise.resolve();
    this.glancing ??= this.unlessFailed(() => this.receive()).finally(() => {
      this.glancing = undefined;
    });
    return this.glancing;
  }

  private async unlessFailed(work: () => Promise<void>): Promise<void> {
    if (this.frontier.hasFailed) return;
    try {
      await work();
    } catch (thrown) {
      this.frontier.fail(thrown);
    }
  }

  /** Links come with what their pages teach: whoever values them without it lets them fall. */
  private async receive(): Promise<void> {
    if ((await this.frontier.receive(() => this.shared.learn())) > 0) this.shared.changed();
  }

  private async lookAtOthers(): Promise<void> {
    // What workers tell each other about the budget is worth little when it is old.
    const { length: workers } = this.session.live;
    if (workers > 1) {
      await this.tell();
      await this.session.meet();
    }
    await this.shared.look();
    // Whoever takes hosts over knows by now what others offer, and does not take whatever is ready there.
    if (workers > 1) await this.evenOut();
    const isDue = this.time.running() - this.tendedAt >= this.session.renewEvery;
    if (isDue || this.shared.isIdle !== this.toldIdle) await this.tend();
  }

  /** Renews the lease, and sees to it that every host has an owner and every worker its share. */
  async tend(): Promise<void> {
    this.tendedAt = this.time.running();
    await this.tell();
    await this.session.reap();
    await this.turns.look();
    await this.evenOut();
  }

  /** Every worker has its share of the hosts. Those on their way from one to another are asked by nobody, the best of the crawl may be among them. */
  private async evenOut(): Promise<void> {
    if ((await this.adopt()) > 0) this.shared.changed();
    await this.frontier.giveUp([...this.session.own], this.surplus(), (given) => this.session.release(given));
  }

  private async tell(): Promise<void> {
    // Whoever says that it has nothing to do has passed on all that it had for others.
    if (this.shared.isIdle) await this.frontier.flush();
    await this.renew();
  }

  private async renew(): Promise<void> {
    const report = this.shared.report(this.longestDelay());
    await this.session.renew(report, this.learnt.followedUntil);
    this.toldIdle = report.isIdle;
  }

  /** Takes its share of what is free. */
  private adopt(): Promise<number> {
    const stay = async () => {
      if (this.session.age >= this.session.renewEvery) await this.renew();
    };
    return this.frontier.adopt(() => this.session.acquire(), stay);
  }

  private surplus(): number {
    return Math.max(0, this.session.own.size - this.session.fairShare);
  }

  /** Of all delays that a host of this worker may be owed (ms). */
  private longestDelay(): number {
    return this.tables.scheduler.hosts.all.reduce((most, { delay = 0 }) => Math.max(most, delay), this.rules.delay);
  }

  private async commit(statements: Iterable<Statement>, documents: number): Promise<void> {
    try {
      await this.db.batch(after(this.session.fence(documents, this.tables.visits.counts), statements));
    } catch (thrown) {
      throw (thrown as { code?: unknown }).code === divisionByZero ? fenced(this.session.id) : thrown;
    }
  }
}

/** What a worker finds when it comes. */
interface Opened {
  readonly known: number;
  readonly lastVisit: number;
  readonly lastCommand: number;
  readonly lastBrought: number;
}

const sqlOpened = `
  SELECT (SELECT count(*) FROM url) AS known, (SELECT coalesce(max(seq), 0) FROM visit) AS "lastVisit",
    (SELECT coalesce(max(id), 0) FROM command) AS "lastCommand", (SELECT coalesce(max(n), 0) FROM content) AS "lastBrought"`;

/** How often a worker takes what others have found for it (ms): links on their way are known, and nobody asks for them. */
const glancesEvery = 200;
/** Every second time it looks at what others do. */
const glancesALook = 2;

/** What the fence fails with. */
const divisionByZero = '22012';

function* after(first: Statement, others: Iterable<Statement>): Generator<Statement, void> {
  yield first;
  yield* others;
}

/** The id of the current judge; a new crawl's first one is made here. */
function firstJudge(db: PostgresDatabase): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query("SELECT value FROM counter WHERE name = 'visit' FOR UPDATE");
    const [note] = await tx.query<{ value: string }>("SELECT value FROM note WHERE key = 'judge'");
    if (note !== undefined) return Number(note.value);
    const [judge] = await tx.query<{ id: number }>(
      "INSERT INTO judge (made_at, definition) VALUES (extract(epoch FROM now()) * 1000, '') RETURNING id",
    );
    await tx.query("INSERT INTO note VALUES ('judge', $1)", [String(judge!.id)]);
    return judge!.id;
  });
}
