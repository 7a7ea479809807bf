import { bucketOf } from '../../../frontier/bucket-of.js';
import { InMemoryOrderFrontier } from '../../../frontier/in-memory-order-frontier.js';
import { toRevalue } from '../../../frontier/queue-changes.js';
import type {
  Candidate,
  Claim,
  ClaimRequest,
  ClaimResult,
  Frontier,
  FrontierRules,
  FrontierStats,
  MergeScores,
  OnBehalfOf,
  Rescore,
  RevalueRequest,
  SettleBatch,
  SettleResult,
} from '../../../model/frontier.js';
import type { PostgresDatabase } from '../postgres-database.js';
import type { WorkerTime } from '../worker-time.js';
import type { AddressTurns } from './address-turns.js';
import type { Statement } from './changes.js';
import { ForeignTurns, lentFor } from './foreign-turns.js';
import type { PostgresTables } from './postgres-tables.js';
import { type HostTurnRequest, readMessages } from './read-messages.js';

/** A commit is due after so many visits, or so long (ms) after the first change. */
const mostVisits = 50;
const longestMs = 200;
/** Messages of others that are taken at a time. */
const messagesAtOnce = 1_000;

export interface PostgresFrontierParts {
  readonly db: PostgresDatabase;
  readonly tables: PostgresTables;
  readonly worker: number;
  readonly rules: FrontierRules;
  readonly turns: AddressTurns;
  /** Commits the statements as a whole, fenced. */
  readonly commit: (statements: Iterable<Statement>, documents: number) => Promise<void>;
  readonly judge: () => number;
  readonly after: WorkerTime['after'];
}

/**
 * The frontier of one worker: prefetch, decide, commit. What a decision will ask for is brought from the database in a few questions; the
 * decision itself is made in memory by the logic that all stores share; what it changes is committed with other changes in one transaction,
 * soon after. One thing is done at a time. A commit that fails leaves memory ahead of the database: from then on everything is refused,
 * and the worker has to begin anew.
 */
export class PostgresFrontier implements Frontier {
  private readonly decisions: InMemoryOrderFrontier;
  private tail: Promise<unknown> = Promise.resolve();
  /** Set while a commit is due. */
  private cancel: (() => void) | undefined;
  private failure: { readonly thrown: unknown } | undefined;
  /** How the strategy merges scores, where that is a function: messages of others say only that it is. */
  private merge: MergeScores | undefined;

  private rules: FrontierRules;
  private readonly foreignTurns: ForeignTurns;

  constructor(private readonly parts: PostgresFrontierParts) {
    const { tables } = parts;
    this.rules = parts.rules;
    this.foreignTurns = new ForeignTurns(parts.db, parts.worker, (host, now) => tables.askForTurn(host, now));
    this.decisions = new InMemoryOrderFrontier(parts.tables, parts.rules);
  }

  /** What workers that spend one budget offer each other. */
  get market(): InMemoryOrderFrontier['market'] {
    return this.decisions.market;
  }

  get hasFailed(): boolean {
    return this.failure !== undefined;
  }

  add(candidates: readonly Candidate[]): Promise<number> {
    return this.inTurn(async () => {
      this.learnMerge(candidates);
      await this.parts.tables.bring(candidates.map(({ url }) => url));
      const added = await this.decisions.add(candidates);
      await this.commit();
      return added;
    });
  }

  claim(request: ClaimRequest): Promise<ClaimResult> {
    return this.inTurn(async () => {
      const { tables } = this.parts;
      tables.queues.add(request.queue);
      const { claims, ...awaited } = await this.decisions.claim(request);
      for (const { urlId } of claims) {
        tables.inFlight.add(urlId);
        tables.rows.pin(tables.rows.byId(urlId)!);
      }
      const waits = await this.withoutTurn(claims, request.now);
      if (waits.size === 0) return { claims, ...awaited };
      const nextAt = Math.min(awaited.nextAt ?? Number.POSITIVE_INFINITY, ...waits.values());
      return { claims: claims.filter((claim) => !waits.has(claim)), nextAt };
    });
  }

  /** Gives back the claims at whose address others have their turn. Returns until when. */
  private async withoutTurn(claims: readonly Claim[], now: number): Promise<Map<Claim, number>> {
    const { tables, turns } = this.parts;
    const waits = new Map<Claim, number>();
    for (const claim of claims) {
      const { address, token, host, attempts } = claim;
      const until = address === undefined ? undefined : await turns.take(address, now, this.rules, token);
      if (until === undefined) continue;
      waits.set(claim, until);
      await this.decisions.settle({ settlements: [{ claim, requeue: { attempts }, unused: true }] });
      tables.inFlight.delete(claim.urlId);
      const shared = tables.scheduler.hosts.get(host)?.address;
      if (shared !== undefined) shared.nextAt = Math.max(shared.nextAt, until);
    }
    return waits;
  }

  settle(batch: SettleBatch): Promise<SettleResult> {
    return this.inTurn(async () => {
      await this.bringFor(batch);
      const result = await this.decisions.settle(batch);
      for (const [index, { claim }] of batch.settlements.entries()) {
        // Whoever comes after its lease has no say: the URL may be in flight for another.
        if (result.seqs[index] !== -1) this.parts.tables.inFlight.delete(claim.urlId);
        await this.parts.turns.leave(claim.token);
      }
      if (this.parts.tables.visitsToCommit >= mostVisits) await this.commit();
      return result;
    });
  }

  revalue(request: RevalueRequest): Promise<number> {
    return this.inTurn(async () => {
      const { tables } = this.parts;
      await tables.load(toRevalue(tables.scheduler, request).map(({ urlId }) => urlId));
      return this.decisions.revalue(request);
    });
  }

  acquireHostSlot(host: string, now: number, onBehalfOf?: OnBehalfOf): Promise<number | undefined> {
    return this.inTurn(async () => {
      const { tables, turns } = this.parts;
      // Nobody but its owner can spare a host.
      if (!tables.isOwn(host)) return this.foreignTurns.take(host, now);
      await tables.bring([`http://${host}/`]);
      const addressOf = (name = '') => tables.scheduler.hosts.get(name)?.address?.name;
      const address = addressOf(host);
      // Who asks on behalf of a host there has a turn of that address already.
      if (address !== undefined && addressOf(onBehalfOf?.host) !== address) {
        const until = await turns.take(address, now, this.rules);
        if (until !== undefined) return until;
      }
      return this.decisions.acquireHostSlot(host, now, onBehalfOf);
    });
  }

  stats(now: number): Promise<FrontierStats> {
    return this.inTurn(() => this.decisions.stats(now));
  }

  changeRules(rules: FrontierRules): Promise<void> {
    this.rules = rules;
    return this.inTurn(() => this.decisions.changeRules(rules));
  }

  nextOpening(now: number): Promise<number | undefined> {
    return this.inTurn(() => this.decisions.nextOpening(now));
  }

  /** Everything that was decided is in the database when it resolves. */
  flush(): Promise<void> {
    return this.inTurn(() => this.commit());
  }

  /** Takes what others have found for own hosts. `before` is called before it is in the queue. Returns how many messages there were. */
  receive(before: () => Promise<void> = async () => {}): Promise<number> {
    return this.inTurn(async () => {
      const { db, tables } = this.parts;
      const own = `{${[...tables.ownBuckets].join()}}`;
      const messages = await db.query<{ bucket: number; id: number; data: string }>(
        'SELECT bucket, id, data FROM inbox WHERE bucket = ANY($1::text::smallint[]) ORDER BY id LIMIT $2',
        [own, messagesAtOnce],
      );
      await before();
      if (messages.length === 0) return 0;
      const { found, rescores, turns } = readMessages(messages, this.merge);
      const hosts = turns.map(({ host }) => `http://${host}/`);
      await tables.bring([...found.map(({ candidate }) => candidate.url), ...urlsOf(rescores), ...hosts]);
      tables.received(messages);
      this.decisions.receive(found, rescores);
      for (const turn of turns) await this.lend(turn);
      await this.commit();
      return messages.length;
    });
  }

  private async lend({ host, worker, now }: HostTurnRequest): Promise<void> {
    const { tables, turns } = this.parts;
    const lent = this.decisions.lend(host, now, lentFor);
    const address = tables.scheduler.hosts.get(host)?.address?.name;
    const isLent = address !== undefined && lent.closes > lent.opens;
    const until = isLent ? await turns.take(address, lent.closes, this.rules) : undefined;
    tables.lend(host, worker, until === undefined ? lent : { opens: until, closes: until });
  }

  /**
   * Takes over the buckets that `take` brings: nothing is decided between taking them and knowing their hosts. `stay` is called while
   * they are read, which may take longer than a lease. Returns how many.
   */
  adopt(take: () => Promise<readonly number[]>, stay: () => Promise<void>): Promise<number> {
    return this.inTurn(async () => {
      const taken = await take();
      await this.parts.tables.adopt(taken, stay);
      return taken.length;
    });
  }

  /** Gives up some of these buckets, those without a request under way, at most so many; `release` lets others have them. */
  giveUp(
    buckets: readonly number[],
    most: number,
    release: (given: readonly number[]) => Promise<void>,
  ): Promise<void> {
    return this.inTurn(async () => {
      const isFree = (bucket: number) => !this.decisions.isAt((host) => bucketOf(host) === bucket);
      const given = buckets.filter(isFree).slice(0, most);
      if (given.length === 0) return;
      await this.commit();
      this.parts.tables.abandon(new Set(given));
      await release(given);
    });
  }

  /** Nothing is done from here on but to tell why. */
  fail(thrown: unknown): void {
    this.failure ??= { thrown };
  }

  /** Nothing may follow it: what was not committed is lost. */
  async close(): Promise<void> {
    this.cancel?.();
    await this.tail.catch(() => undefined);
  }

  private async bringFor({ settlements, rescores = [] }: SettleBatch): Promise<void> {
    const { tables } = this.parts;
    const changes = [...settlements.flatMap((settlement) => settlement.rescores ?? []), ...rescores];
    const links = settlements.flatMap((settlement) => settlement.links ?? []);
    this.learnMerge(links);
    const asked = changes.flatMap((change) => ('siblingsOf' in change ? [change.siblingsOf] : []));
    if (asked.length > 0) await this.commit();
    await tables.bring([...links.map(({ url }) => url), ...urlsOf(changes), ...asked], settlements.length);
    if (asked.length > 0) {
      const parents = asked.flatMap((url) => tables.rows.byUrl(url)?.parent ?? []);
      await tables.bringSiblings([...parents, ...settlements.map(({ claim }) => claim.parent)]);
    }
    // What is lowered by other changes makes room for as many.
    const room = changes.length + [...tables.visits.families.values()].reduce((sum, { own }) => sum + own.length, 0);
    for (const change of changes)
      if ('promote' in change) {
        const best = tables.scheduler.bestOf(change.queue ?? 0, change.from, change.promote + room);
        await tables.load(best.map(({ urlId }) => urlId));
      }
  }

  private learnMerge(candidates: readonly Candidate[]): void {
    const merge = candidates.find((candidate) => typeof candidate.merge === 'function')?.merge;
    if (typeof merge === 'function') this.merge = merge;
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.tail.then(async () => {
      if (this.failure !== undefined) throw this.failure.thrown;
      try {
        return await work();
      } finally {
        this.parts.tables.rows.decided();
        this.schedule();
      }
    });
    this.tail = turn.catch(() => undefined);
    return turn;
  }

  private schedule(): void {
    if (this.cancel !== undefined || this.failure !== undefined || !this.parts.tables.hasChanges) return;
    // Whoever comes next meets its failure.
    this.cancel = this.parts.after(longestMs, () => this.flush().catch(() => undefined));
  }

  private async commit(): Promise<void> {
    this.cancel?.();
    this.cancel = undefined;
    if (!this.parts.tables.hasChanges) return;
    const { statements, documents, committed } = this.parts.tables.takeChanges(this.parts.judge());
    try {
      await this.parts.commit(statements, documents);
    } catch (thrown) {
      this.failure = { thrown };
      throw thrown;
    }
    committed();
  }
}

function urlsOf(changes: readonly Rescore[]): string[] {
  return changes.flatMap((change) => ('url' in change ? [change.url] : []));
}
