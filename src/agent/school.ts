import { Failure, messageOf } from '../failure.js';
import type { Claim } from '../frontier/frontier.js';
import { hostOf } from '../page/canonical-url.js';
import type { AgentState, RegisteredAgent } from '../store/directory.js';
import type { Strategy } from '../strategy/strategy.js';
import { Agent, type AgentParts, idle, type Visited } from './agent.js';
import { Exchange } from './exchange.js';
import type { StopReason } from './stop-reason.js';
import { Tally } from './tally.js';

/** What all agents of a crawl have in common. */
export type CommonParts = Omit<AgentParts, 'id' | 'queue' | 'queueForAll' | 'strategy' | 'tally' | 'exchange'>;

export interface SchoolOptions {
  readonly share: 'none' | 'tables' | 'all';
  /** Pages of an agent after which it learns from those of the others. */
  readonly shareEvery: number;
  /** An agent that works on one page for longer than this (ms) is started anew; never where time is simulated. */
  readonly hang: number;
}

/** Pages in a row that an agent has failed at for good, after which its failure is the crawl's. */
const mostFailures = 3;
/** Signs of life are written so often (ms) at most. */
const beatEvery = 5_000;
const wordsTold = 10;

/** An agent at work. */
interface Member {
  readonly entry: RegisteredAgent;
  agent: Agent;
  visits: AsyncGenerator<Visited | typeof idle, StopReason>;
  restarts: number;
  /** Pages that it has failed at for good since the last one that it managed. */
  failures: number;
  host: string;
  beatAt: number;
  /** Ends the step it is at with a failure. */
  giveUp: (why: Failure) => void;
}

/**
 * The agents of a crawl, as its manager sees them: started, fed with what the others learnt, started anew when they throw or
 * hang, and their visits brought together. They are logical: one thread of control, many requests; pages are read on all cores.
 */
export class School {
  readonly #members: Member[] = [];
  readonly #reasons: StopReason[] = [];
  readonly #exchange: Exchange | undefined;
  readonly #steps = new Set<Promise<unknown>>();
  #stopRequest: StopReason | undefined;

  constructor(
    private readonly parts: CommonParts,
    private readonly entries: readonly RegisteredAgent[],
    private readonly make: () => Promise<Strategy>,
    private readonly options: SchoolOptions,
  ) {
    const { share, shareEvery } = options;
    if (share !== 'none' && entries.length > 1)
      this.#exchange = new Exchange(
        entries.map(({ id }) => id),
        { share, every: shareEvery },
      );
  }

  /** What the agents have learnt so far. */
  get strategies(): readonly Strategy[] {
    return this.#members.map(({ agent }) => agent.parts.strategy);
  }

  stop(reason: StopReason): void {
    this.#stopRequest ??= reason;
    for (const { agent } of this.#members) agent.stop(reason);
  }

  /** The visits of all agents as they are committed; on an archived web in turn, so that speed has no say in their order. */
  async *run(): AsyncGenerator<Visited, StopReason> {
    for (const entry of this.entries) this.#members.push(await this.#enrol(entry));
    const watch = Number.isFinite(this.options.hang)
      ? setInterval(() => this.#lookForHangs(), this.options.hang / 4).unref()
      : undefined;
    try {
      yield* this.parts.rules.ordered ? this.#inTurn() : this.#together();
      return reasonOf(this.#reasons);
    } finally {
      clearInterval(watch);
      this.stop('interrupted');
      await Promise.allSettled(this.#steps);
    }
  }

  async *#inTurn(): AsyncGenerator<Visited, void> {
    for (let live = this.#members; live.length > 0; ) {
      const left: Member[] = [];
      for (const member of live) {
        const { value, done } = await this.#step(member);
        if (done) await this.#end(member, value);
        else {
          left.push(member);
          if (value !== idle) yield value;
        }
      }
      live = left;
    }
  }

  async *#together(): AsyncGenerator<Visited, void> {
    const ready: { member: Member; result?: Step; thrown?: unknown }[] = [];
    let wake = () => {};
    const advance = (member: Member, after?: Promise<void>) => {
      const step = (after ?? Promise.resolve())
        .then(() => this.#step(member))
        .then(
          (result) => ready.push({ member, result }),
          (thrown: unknown) => ready.push({ member, thrown }),
        )
        .finally(() => {
          this.#steps.delete(step);
          wake();
        });
      this.#steps.add(step);
    };
    for (const member of this.#members) advance(member);
    for (let live = this.#members.length; live > 0; ) {
      if (ready.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      for (const { member, result, thrown } of ready.splice(0)) {
        if (result === undefined) throw thrown;
        if (result.done) {
          live--;
          await this.#end(member, result.value);
        } else if (result.value === idle) {
          await this.#beat(member, 'waiting');
          advance(member, this.parts.company.changedSince(member.agent.idleSince));
        } else {
          // While nobody asks for the next visit, it claims nothing more.
          yield result.value;
          advance(member);
        }
      }
    }
  }

  /** The agent's next visit; one that throws or hangs is started anew. */
  async #step(member: Member): Promise<Step> {
    for (;;) {
      try {
        const result = await new Promise<Step>((resolve, reject) => {
          member.giveUp = reject;
          member.visits.next().then(resolve, reject);
        });
        if (!result.done && result.value !== idle) {
          const { url, visit } = result.value;
          member.host = hostOf(url);
          if (visit.judgement !== undefined) member.failures = 0;
          await this.#beat(member, 'working');
        }
        return result;
      } catch (thrown) {
        await this.#restart(member, thrown);
      }
    }
  }

  async #enrol(entry: RegisteredAgent): Promise<Member> {
    const agent = await this.#agent(entry);
    const { restarts, host } = entry;
    return { entry, agent, visits: agent.run(), restarts, failures: 0, host, beatAt: 0, giveUp: () => {} };
  }

  async #agent({ id, queue }: RegisteredAgent): Promise<Agent> {
    const { store, whole } = this.parts;
    const isAlone = this.entries.length === 1;
    const agent = new Agent({
      ...this.parts,
      id,
      queue,
      queueForAll: this.entries.some((other) => other.queue === queue && other.id !== id),
      strategy: await this.make(),
      tally: isAlone ? whole : Tally.from(await store.records.totals(id)),
      ...(this.#exchange && { exchange: this.#exchange }),
    });
    if (this.#stopRequest !== undefined) agent.stop(this.#stopRequest);
    return agent;
  }

  /**
   * What it had learnt and not saved is lost, and learnt again from the visits that were committed; what it had claimed goes
   * back to the queue. The page that it failed at is tried as often as a request is, and then counts as failed.
   */
  async #restart(member: Member, thrown: unknown): Promise<void> {
    const { work } = member.agent;
    const isLastTry = work !== undefined && work.claim.attempts >= this.parts.rules.retries;
    if (isLastTry) member.failures++;
    // One that has never managed a page will not manage the next.
    const isHopeless = isLastTry && (member.failures === mostFailures || member.agent.parts.tally.documents === 0);
    if (work === undefined || endsCrawl(thrown) || isHopeless) {
      await this.#beat(member, 'given-up', true);
      throw thrown;
    }
    member.restarts++;
    await this.#giveBack(member.agent.abandon(), work.claim, messageOf(thrown));
    member.agent = await this.#agent(member.entry);
    member.visits = member.agent.run();
    await this.#beat(member, 'working', true);
    this.parts.company.tell();
  }

  async #giveBack(claims: readonly Claim[], failed: Claim, why: string): Promise<void> {
    const { store, clock, rules, whole } = this.parts;
    const settlements = claims.map((claim) => {
      const attempts = claim.attempts + Number(claim === failed);
      if (attempts <= rules.retries) return { claim, requeue: { attempts } };
      const detail = why.slice(0, 500);
      const visit = {
        outcome: 'failed',
        reason: 'strategy-failed',
        detail,
        fetchedAt: clock.now(),
        status: 0,
      } as const;
      whole.add(visit);
      return { claim, visit };
    });
    await store.frontier.settle({ settlements });
  }

  async #end(member: Member, reason: StopReason): Promise<void> {
    this.#reasons.push(reason);
    this.#exchange?.leave(member.entry.id);
    await this.#beat(member, 'ended', true);
    this.parts.company.tell();
  }

  async #beat(member: Member, state: AgentState, isNews = false): Promise<void> {
    const { store, clock } = this.parts;
    const now = clock.now();
    if (!isNews && now - member.beatAt < beatEvery) return;
    member.beatAt = now;
    const { restarts, host, agent } = member;
    const table = agent.parts.strategy.table?.(wordsTold) ?? [];
    await store.directory.beat(member.entry.id, { state, restarts, host, table }, now);
  }

  #lookForHangs(): void {
    const { hang } = this.options;
    for (const { agent, giveUp } of this.#members) {
      if (agent.work === undefined || this.parts.clock.now() - agent.work.since <= hang) continue;
      const { url } = agent.work.claim;
      giveUp(
        new Failure('agent-hangs', `The agent has been at ${url} for longer than --hang allows.`, 'skip', { url }),
      );
    }
  }
}

/** What is wrong with the crawl, not with the page or the strategy. */
function endsCrawl(thrown: unknown): boolean {
  return thrown instanceof Failure && thrown.policy === 'fatal' && thrown.code !== 'strategy-failed';
}

type Step = IteratorResult<Visited | typeof idle, StopReason>;

/** What ended one of several agents may not be what ended the crawl: a budget ends all, an empty queue only its own agent. */
const weaker: readonly StopReason[] = ['hosts-waiting', 'hosts-closed', 'frontier-empty', 'seeds-failed'];

function reasonOf(reasons: readonly StopReason[]): StopReason {
  return (
    reasons.find((reason) => !weaker.includes(reason)) ??
    weaker.find((reason) => reasons.includes(reason)) ??
    'interrupted'
  );
}
