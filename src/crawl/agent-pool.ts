import { Agent, type AgentParts, idle, type Visited } from '../agent/agent.js';
import type { InFlight } from '../agent/in-flight.js';
import { LessonExchange } from '../agent/lesson-exchange.js';
import { Failure, messageOf } from '../failure.js';
import type { CrawlEvent } from '../model/crawl-event.js';
import type { AgentState, RegisteredAgent } from '../model/directory.js';
import type { Settlement } from '../model/frontier.js';
import { replacesKnown } from '../model/replaces-known.js';
import type { Strategy } from '../model/strategy.js';
import { noteSpending } from './progress/spending-note.js';
import type { StopReason } from './progress/stop-reason.js';
import { Tally } from './progress/tally.js';

/** What all agents of a crawl have in common. */
export type CommonParts = Omit<AgentParts, 'id' | 'queue' | 'queueForAll' | 'strategy' | 'tally' | 'exchange'> & {
  /** Hears of agents that start, end and fail. */
  readonly emit?: (event: CrawlEvent<'agent' | 'fault'>) => void;
};

export interface AgentPoolOptions {
  readonly share: 'none' | 'tables' | 'all';
  /** Pages of an agent after which it learns from those of the others. */
  readonly shareEvery: number;
  /** An agent that works on one page for longer than this (ms) is started anew; never where time is simulated. */
  readonly hang: number;
}

/** Failures without a page in between after which an agent is given up: pages that it has failed at for good, or failures at none. */
const mostFailures = 3;
/** Signs of life are written so often (ms) at most. */
const beatEvery = 5_000;
const topTermsShown = 10;
/** An agent that is seen at the same page more often than this, over the time of `hang`, hangs. */
const looksForHang = 4;

/** An agent at work. */
interface Member {
  readonly entry: RegisteredAgent;
  agent: Agent;
  visits: AsyncGenerator<Visited | typeof idle, StopReason>;
  restarts: number;
  /** Pages that it has failed at for good since the last one that it managed. */
  failures: number;
  beatAt: number;
  /** It will not be started anew. */
  isGivenUp?: true;
  hasEnded?: true;
  /** Ends the step it is at with a failure. */
  giveUp: (why: Failure) => void;
}

/**
 * The agents of a crawl, as its manager sees them: started, fed with what the others learnt, started anew when they throw or
 * hang, and their visits brought together. They are logical: one thread of control, many requests; pages are read on all cores.
 */
export class AgentPool {
  readonly #members: Member[] = [];
  readonly #reasons: StopReason[] = [];
  readonly #exchange: LessonExchange | undefined;
  readonly #steps = new Set<Promise<unknown>>();
  #stopRequest: StopReason | undefined;

  constructor(
    private readonly parts: CommonParts,
    private readonly entries: readonly RegisteredAgent[],
    private readonly make: () => Promise<Strategy>,
    private readonly options: AgentPoolOptions,
  ) {
    const { share, shareEvery } = options;
    if (share !== 'none' && entries.length > 1)
      this.#exchange = new LessonExchange(
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
    // Who waits for what others find has to hear of it.
    this.parts.coordination.notify();
  }

  /** The visits of all agents as they are committed; on an archived web in turn, so that speed has no say in their order. */
  async *run(): AsyncGenerator<Visited, StopReason> {
    for (const entry of this.entries) this.#members.push(await this.#enrol(entry));
    this.#nameQueues();
    const { hang } = this.options;
    const watches = [setInterval(() => void this.#beatAll(), beatEvery).unref()];
    if (Number.isFinite(hang)) watches.push(setInterval(() => this.#lookForHangs(), hang / looksForHang).unref());
    try {
      yield* this.parts.rules.ordered ? this.#inTurn() : this.#together();
      return reasonOf(this.#reasons);
    } finally {
      this.stop('interrupted');
      // One that hangs is given up here, too.
      await Promise.allSettled(this.#steps);
      for (const watch of watches) clearInterval(watch);
    }
  }

  async *#inTurn(): AsyncGenerator<Visited, void> {
    const { coordination } = this.parts;
    for (let live = this.#members; live.length > 0; ) {
      const left: Member[] = [];
      const { version } = coordination;
      let areIdle = true;
      for (const member of live) {
        const { value, done } = await this.#step(member);
        if (done) await this.#end(member, value);
        else {
          left.push(member);
          if (value === idle) continue;
          areIdle = false;
          yield value;
        }
      }
      live = left;
      if (areIdle && coordination.isPaused) await coordination.changedSince(version);
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
          await this.#beat(member);
          advance(member, this.parts.coordination.changedSince(member.agent.idleSince));
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
          if (result.value.visit.judgement !== undefined) member.failures = 0;
          await this.#beat(member);
        }
        return result;
      } catch (thrown) {
        const step = await this.#restart(member, thrown);
        if (step !== undefined) return step;
      }
    }
  }

  async #enrol(entry: RegisteredAgent): Promise<Member> {
    const agent = await this.#agent(entry);
    const { restarts } = entry;
    const member = { entry, agent, visits: agent.run(), restarts, failures: 0, beatAt: 0, giveUp: () => {} };
    await this.#beat(member, 'working');
    this.parts.emit?.({ type: 'agent', agent: entry.id, state: 'working' });
    return member;
  }

  async #agent({ id, queue }: RegisteredAgent, inFlight?: InFlight): Promise<Agent> {
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
      ...(inFlight && { inFlight }),
    });
    if (this.#stopRequest !== undefined) agent.stop(this.#stopRequest);
    return agent;
  }

  /**
   * What it had learnt and not saved is lost, and learnt again from the visits that were committed; its requests go on. The page
   * that it failed at is tried as often as a request is, and then counts as failed: that is the step it comes to. One that fails
   * time and again is given up alone, unless it is the last.
   */
  async #restart(member: Member, thrown: unknown): Promise<Step | undefined> {
    if (endsCrawl(thrown)) throw thrown;
    const { agent } = member;
    const { work } = agent;
    const isLastTry = work === undefined || work.claim.attempts >= this.parts.rules.retries;
    if (isLastTry) member.failures++;
    const settlement = agent.abandon(messageOf(thrown));
    const visited = settlement && (await this.#settle(member, settlement));
    // One that has never managed a page will not manage the next.
    const isHopeless = isLastTry && (member.failures === mostFailures || agent.parts.tally.documents === 0);
    if (isHopeless) return this.#giveUp(member, thrown, visited);
    member.restarts++;
    this.#tellFault(member, 'agent-restarted', thrown);
    member.agent = await this.#agent(member.entry, agent.inFlight);
    member.visits = member.agent.run();
    await this.#beat(member, 'working');
    this.parts.coordination.notify();
    return visited && { done: false, value: visited };
  }

  async #settle({ entry }: Member, settlement: Settlement): Promise<Visited | undefined> {
    const { store, whole } = this.parts;
    const { claim, visit } = settlement;
    const { seqs } = await store.frontier.settle({ settlements: [settlement] });
    if (visit === undefined || seqs[0]! <= 0) return undefined;
    // Of a page that was visited again it says nothing.
    if (replacesKnown(claim, visit)) whole.add(visit);
    return { seq: seqs[0]!, agent: entry.id, url: claim.url, visit };
  }

  /** Its failure is the crawl's where no other agent is left. */
  async #giveUp(member: Member, thrown: unknown, last: Visited | undefined): Promise<Step> {
    const { store, coordination } = this.parts;
    member.isGivenUp = true;
    await this.#beat(member, 'given-up');
    this.#tellFault(member, 'agent-given-up', thrown);
    await store.frontier.settle({ settlements: await member.agent.giveBack() });
    if (this.#members.every(({ isGivenUp }) => isGivenUp)) throw thrown;
    coordination.notify();
    member.visits = onlyThen(last);
    return member.visits.next();
  }

  async #end(member: Member, reason: StopReason): Promise<void> {
    member.hasEnded = true;
    this.#nameQueues();
    this.#exchange?.leave(member.entry.id);
    if (!member.isGivenUp) {
      this.#reasons.push(reason);
      const state = ofOneAgent.includes(reason) ? 'ended' : 'stopped';
      await this.#beat(member, state);
      this.parts.emit?.({ type: 'agent', agent: member.entry.id, state, reason });
    }
    this.parts.coordination.notify();
  }

  /** Nobody waits for what is in the queue of one that has ended. */
  #nameQueues(): void {
    const live = this.#members.filter(({ hasEnded }) => !hasEnded);
    this.parts.coordination.queues = [...new Set(live.map(({ entry }) => entry.queue))];
  }

  #tellFault({ entry, agent }: Member, code: string, thrown: unknown): void {
    const url = agent.work?.claim.url;
    this.parts.emit?.({ type: 'fault', code, message: messageOf(thrown), agent: entry.id, ...(url && { url }) });
  }

  /** A sign of life; `state` where that is news. */
  async #beat(member: Member, state?: AgentState): Promise<void> {
    const { store, clock } = this.parts;
    const now = clock.now();
    if (state === undefined && now - member.beatAt < beatEvery) return;
    member.beatAt = now;
    const { restarts, agent, entry } = member;
    const table = agent.parts.strategy.topTerms?.(topTermsShown) ?? [];
    const beat = { state: state ?? (agent.isWaiting ? 'waiting' : 'working'), restarts, table };
    await store.directory.beat(entry.id, { ...beat, host: agent.inFlight.host || entry.host }, now);
  }

  /** Of those that wait or work for long, too. */
  async #beatAll(): Promise<void> {
    try {
      for (const member of this.#members) if (!member.hasEnded) await this.#beat(member);
      await noteSpending(this.parts.store, this.parts.clock.now());
    } catch {
      // What keeps it from being written keeps the next visit from being written, and that is reported.
    }
  }

  /** Looks are counted, not time: a process that was stopped for an hour hangs no more than one that was not. */
  #lookForHangs(): void {
    for (const { agent, giveUp } of this.#members) {
      agent.inFlight.features.look(looksForHang, hangsAt);
      if (agent.work === undefined || ++agent.work.looks <= looksForHang) continue;
      giveUp(hangsAt(agent.work.claim.url));
    }
  }
}

function hangsAt(url: string): Failure {
  return new Failure('agent-hangs', `The agent was stuck on ${url} for longer than --hang.`, 'skip', { url });
}

/** The steps of an agent that was given up. */
async function* onlyThen(last: Visited | undefined): AsyncGenerator<Visited, StopReason> {
  if (last !== undefined) yield last;
  return 'interrupted';
}

/** What is wrong with the crawl, not with the page or the strategy. */
function endsCrawl(thrown: unknown): boolean {
  return thrown instanceof Failure && thrown.policy === 'fatal' && thrown.code !== 'strategy-failed';
}

type Step = IteratorResult<Visited | typeof idle, StopReason>;

/** What ends one agent alone: a budget ends all. Of several such, the first of these is what ended the crawl. */
const ofOneAgent: readonly StopReason[] = [
  'hosts-waiting',
  'hosts-closed',
  'agent-goals',
  'expired',
  'frontier-empty',
  'seeds-failed',
];

function reasonOf(reasons: readonly StopReason[]): StopReason {
  return (
    reasons.find((reason) => !ofOneAgent.includes(reason)) ??
    ofOneAgent.find((reason) => reasons.includes(reason)) ??
    'interrupted'
  );
}
