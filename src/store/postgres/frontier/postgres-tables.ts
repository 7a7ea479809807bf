import { bucketOf } from '../../../frontier/bucket-of.js';
import type { FrontierTables, HostTable, OtherOwners } from '../../../frontier/frontier-tables.js';
import type { HostScheduler } from '../../../frontier/host-scheduler.js';
import type { HostState } from '../../../frontier/hosts.js';
import { inLots } from '../../../in-lots.js';
import { hostOf } from '../../../url/canonical-url.js';
import { urlHash } from '../../../url/hash64.js';
import { realNumber } from '../json-text.js';
import type { PostgresDatabase, Value } from '../postgres-database.js';
import { Changes, type Statement } from './changes.js';
import { NumberBlocks } from './number-blocks.js';
import { Outbox, turnMessage } from './outbox.js';
import { PostgresUrlTable } from './postgres-url-table.js';
import { PostgresVisitTable } from './postgres-visit-table.js';
import { RowCache } from './row-cache.js';
import { rowColumns, rowOf, type SelectedRow, type UrlRow } from './url-row.js';

export interface TablesOptions {
  readonly worker: number;
  /** Buckets of this worker. */
  readonly own: ReadonlySet<number>;
  readonly known: number;
  readonly lastVisit: number;
  readonly cacheSize?: number;
  readonly saved: PostgresVisitTable['saved'];
}

/** URLs that are asked for at a time. */
const mostAsked = 5_000;

/** Numbers of URLs, hosts and visits that are taken at a time. */
const blocks = { url: 1_024, host: 64, visit: 64 } as const;

/**
 * The frontier's tables as one worker has them: what it has brought from the database, under what it has decided since. Decisions are made on
 * this; `takeChanges` gives what is to be committed.
 */
export class PostgresTables implements FrontierTables {
  readonly urls: PostgresUrlTable;
  readonly visits: PostgresVisitTable;
  readonly hosts: HostTable;
  readonly others: OtherOwners;
  readonly rows: RowCache;
  /** Ids of URLs in flight, whose rows have to stay at hand. */
  readonly inFlight = new Set<number>();
  /** Queues that URLs were asked for of. */
  readonly queues = new Set<number>();
  scheduler!: HostScheduler;
  private changes = new Changes();
  private newHosts: string[] = [];
  private readonly ids;

  constructor(
    private readonly db: PostgresDatabase,
    private readonly options: TablesOptions,
  ) {
    const { cacheSize, worker, saved, own } = options;
    this.rows = new RowCache(cacheSize);
    this.ids = {
      url: new NumberBlocks(db, 'url', blocks.url),
      host: new NumberBlocks(db, 'host', blocks.host),
      visit: new NumberBlocks(db, 'visit', blocks.visit),
    };
    this.ids.visit.last = options.lastVisit;
    this.urls = new PostgresUrlTable(this.changes, this.rows, this.ids.url, bucketOf);
    this.urls.size = options.known;
    this.visits = new PostgresVisitTable(this.changes, this.rows, this.ids.visit, worker, saved);
    this.others = new Outbox(own, (message) => this.changes.outbox.push(message));
    this.hosts = {
      add: (host) => {
        this.newHosts.push(host);
        return this.ids.host.take();
      },
      save: (hostState) => void this.changes.hosts.set(hostState.id, hostState),
    };
  }

  restore(scheduler: HostScheduler): void {
    this.scheduler = scheduler;
  }

  write<T>(work: () => T): T {
    return work();
  }

  /** Nothing is committed before the frontier says so. */
  hold(): () => void {
    return () => {};
  }

  /** Whoever calls the frontier commits: nothing has to be on disk before a request is sent, since leases outlast every delay. */
  commit(): void {}

  get visitsToCommit(): number {
    return this.changes.visits.length;
  }

  get hasChanges(): boolean {
    return !this.changes.isEmpty || this.newHosts.length > 0;
  }

  /** Asks the owner of a host for a turn of it. */
  askForTurn(host: string, now: number): void {
    this.changes.outbox.push(turnMessage({ host, worker: this.options.worker, now }));
  }

  /** Lets another worker know when it may have its turn of an own host. */
  lend(host: string, worker: number, { opens, closes }: { readonly opens: number; readonly closes: number }): void {
    this.changes.lent.push({ host, worker, opens: realNumber(opens), closes: realNumber(closes) });
  }

  /** Messages from others that are part of what is decided now. */
  received(messages: readonly { readonly bucket: number; readonly id: number }[]): void {
    this.changes.received.push(...messages);
  }

  /** All statements of the next transaction, with what to do when it is committed. */
  takeChanges(judge: number): { statements: Iterable<Statement>; documents: number; committed: () => void } {
    const { changes } = this;
    for (const host of this.newHosts.splice(0)) this.hosts.save(this.scheduler.hosts.get(host)!);
    this.changes = new Changes();
    this.urls.changes = this.changes;
    this.visits.changes = this.changes;
    return {
      statements: changes.statements(judge, this.options.worker, bucketOf),
      documents: changes.documents,
      committed: () => {
        const rows = [...this.rows.pinned.byId.values()];
        this.rows.unpin(rows.filter(({ id }) => !this.inFlight.has(id)));
        this.visits.pending.clear();
      },
    };
  }

  /** Brings what is known of these URLs of own hosts, and numbers for those that turn out to be new. */
  async bring(urls: Iterable<string>, visits = 0): Promise<void> {
    const hashes: bigint[] = [];
    const hosts = new Set<string>();
    await inLots([...new Set(urls)], (url) => {
      const host = hostOf(url);
      if (!this.isOwn(host) || this.isAtHand(this.rows.byUrl(url))) return;
      hashes.push(urlHash(url));
      if (this.scheduler.hosts.get(host) === undefined) hosts.add(host);
    });
    const known = async () => {
      for (let from = 0; from < hashes.length; from += mostAsked) {
        const asked = hashes.slice(from, from + mostAsked);
        await this.select('u.hash = ANY($1::text::bigint[])', [`{${asked.join()}}`], asked.length);
      }
    };
    await Promise.all([
      known(),
      this.ids.url.ensure(hashes.length),
      this.ids.host.ensure(hosts.size),
      this.ids.visit.ensure(visits),
    ]);
  }

  async load(urlIds: readonly number[]): Promise<void> {
    const missing = urlIds.filter((id) => !this.isAtHand(this.rows.byId(id)));
    await this.select('u.id = ANY($1::text::bigint[])', [`{${missing.join()}}`], missing.length);
  }

  /** Brings the URLs that stand beside this one, so that `siblings` finds them. All visits have to be committed before. */
  async bringSiblings(parents: readonly number[]): Promise<void> {
    this.visits.redirects.clear();
    this.visits.families.clear();
    for (const parent of new Set(parents)) {
      if (parent === 0) continue;
      const chain = await this.db.query<{ seq: number }>(redirectChain, [parent]);
      for (const [index, { seq }] of chain.entries()) this.visits.redirects.set(seq, chain[index + 1]?.seq);
      const first = chain.at(-1)?.seq ?? parent;
      const rows = await this.db.query<SelectedRow>(familyOf, [first]);
      const isOurs = ({ url }: SelectedRow) => this.isOwn(hostOf(url));
      for (const row of rows.filter(isOurs)) this.bringRow(row);
      const queuedElsewhere = rows.filter((row) => !isOurs(row) && row.queue !== null);
      this.visits.families.set(first, {
        own: rows.filter(isOurs).map(({ url }) => url),
        others: queuedElsewhere.map(({ url }) => url),
      });
    }
  }

  /** Fills the scheduler with the hosts of these buckets and their queues. `onRows` is called now and then: millions take a while. */
  async adopt(adopted: readonly number[], onRows: () => Promise<void>): Promise<void> {
    if (adopted.length === 0) return;
    const list: readonly Value[] = [adopted];
    const hostById = new Map<number, HostState>();
    for (const { id, host, delay, given, address, ...state } of await this.db.query<HostRow>(hostsOf, list)) {
      const kept = { ...state, delay: delay ?? undefined, isGiven: given === 1, address: address ?? undefined };
      hostById.set(id, this.scheduler.hosts.add(id, host, kept));
    }
    for await (const rows of this.db.pages<PlaceRow>(placesOf, list, 5_000)) {
      for (const { url, queue, level, host, priority } of rows)
        this.scheduler.put(this.scheduler.hostQueue(queue, level, hostById.get(host)!), url, priority);
      await onRows();
    }
  }

  /** Forgets the hosts of these buckets. Everything has to be committed before. */
  abandon(given: ReadonlySet<number>): void {
    const leaving = this.scheduler.hosts.all.filter(({ host }) => given.has(bucketOf(host)));
    this.scheduler.forget(new Set(leaving));
    this.rows.forget(({ bucket }) => given.has(bucket));
  }

  /** Numbers that were not needed go to others. */
  async giveBack(): Promise<void> {
    for (const block of Object.values(this.ids)) await block.giveBack();
  }

  get ownBuckets(): ReadonlySet<number> {
    return this.options.own;
  }

  isOwn(host: string): boolean {
    return this.options.own.has(bucketOf(host));
  }

  private async select(condition: string, values: readonly Value[], count: number): Promise<void> {
    if (count === 0) return;
    const text = `SELECT ${rowColumns} FROM url u LEFT JOIN frontier f ON f.bucket = u.bucket AND f.url = u.id WHERE ${condition}`;
    for (const row of await this.db.query<SelectedRow>(text, values)) this.bringRow(row);
  }

  /** What memory knows of it is as new or newer. */
  private bringRow(selected: SelectedRow): void {
    if (!this.isAtHand(this.rows.byId(selected.id))) this.rows.bring(rowOf(selected));
  }

  private isAtHand(row: UrlRow | undefined): boolean {
    if (row === undefined) return false;
    this.rows.bring(row);
    return true;
  }
}

const redirectChain = `
  WITH RECURSIVE chain AS (
    SELECT $1::bigint AS seq, 0 AS step
    UNION ALL
    SELECT u.parent, c.step + 1 FROM chain c JOIN visit v ON v.seq = c.seq AND v.outcome = 'redirect' JOIN url u ON u.id = v.url
    WHERE c.step < 100
  ) SELECT seq FROM chain ORDER BY step`;
const familyOf = `
  SELECT ${rowColumns} FROM (SELECT DISTINCT dst FROM link WHERE visit = $1) l JOIN url u ON u.hash = l.dst
  LEFT JOIN frontier f ON f.bucket = u.bucket AND f.url = u.id WHERE u.parent = $1 ORDER BY u.id`;
const hostsOf = `
  SELECT id, name AS host, next_at AS "nextAt", delay, failures, fetched, relevant, given, address FROM host
  WHERE bucket IN (SELECT unnest($1::smallint[])) ORDER BY id`;
/** Joined, not compared with a list: for every row, the server would look through a list that it does not know beforehand. */
const placesOf = `
  SELECT f.url, f.queue, f.level, f.host, f.priority FROM frontier f JOIN unnest($1::smallint[]) b (id) ON b.id = f.bucket`;

interface HostRow {
  readonly id: number;
  readonly host: string;
  readonly nextAt: number;
  readonly delay: number | null;
  readonly failures: number;
  readonly fetched: number;
  readonly relevant: number;
  readonly given: number;
  readonly address: string | null;
}

interface PlaceRow {
  readonly url: number;
  readonly queue: number;
  readonly level: number;
  readonly host: number;
  readonly priority: number;
}
