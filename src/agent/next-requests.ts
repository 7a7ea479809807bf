import type { Rescore, Revalue } from '../frontier/frontier.js';
import type { AgentParts } from './agent.js';
import { arrive } from './arrival.js';
import type { InFlight } from './in-flight.js';
import type { KnowledgeSaving } from './knowledge-saving.js';

/** How long the other levels wait for a host that keeps level 1 back. */
const longestHold = 30_000;

/**
 * How often the best of the queue is valued anew, and how much of it. Claims let fall what was overrated; what was underrated is
 * only found here, so this has to reach well beyond what is taken until the next time: four times as far. With a million queued
 * URLs, of which all that are valued change, it takes about 4 ms of CPU (bench/revalue-scale.ts).
 */
const documentsBetween = 25;
const bestRevalued = 100;

/** Which URLs an agent asks for next: the best that may be visited now, of the levels that its strategy wants served. */
export class NextRequests {
  /** Nothing more will come up to level 1: the levels are served in their order. */
  private staysDry = false;
  private readonly value: Revalue | undefined;

  constructor(
    private readonly parts: AgentParts,
    private readonly inFlight: InFlight,
    private readonly saving: KnowledgeSaving,
  ) {
    const { strategy } = parts;
    this.value = strategy.revalue?.bind(strategy);
  }

  /** Begins as many requests as are allowed. Returns when the next host opens, if one is waited for. */
  async begin(): Promise<number | undefined> {
    const { rules, budget, tally, strategy } = this.parts;
    const room = Math.min(rules.requests - this.inFlight.size, budget.pagesLeft(tally, this.inFlight.size));
    if (room <= 0) return undefined;
    if (strategy.levels !== undefined) return this.claimByLevel(room);
    return strategy.refill === undefined ? this.claim(room) : this.claimAndRefill(room, strategy.refill.bind(strategy));
  }

  /** Serves level 1 alone while it lasts; when it has run dry, what comes up to it, or else all levels. */
  private async claimAndRefill(count: number, refill: () => readonly Rescore[]): Promise<number | undefined> {
    if (this.staysDry) return this.claim(count);
    let nextAt = await this.claim(count, [1]);
    while (this.inFlight.size === 0 && this.isDry(nextAt)) {
      const changes = refill();
      const moved = await this.change(changes);
      this.staysDry = changes.length === 0;
      if (moved === 0) return this.claim(count);
      nextAt = await this.claim(count, [1]);
    }
    return nextAt;
  }

  /** Nothing is left, or only what a host keeps back for so long that nothing else should wait for it. */
  private isDry(nextAt: number | undefined): boolean {
    const { clock, rules } = this.parts;
    return nextAt === undefined || nextAt - clock.now() > Math.max(longestHold, 2 * rules.pace.delayMs);
  }

  /** Begins requests for the best URLs of the levels, or of all. */
  private async claim(count: number, levels?: readonly number[]): Promise<number | undefined> {
    const { rules, store, clock, id, downloader, reader, archive } = this.parts;
    const revalue = this.value;
    const wish = { agent: id, count, now: clock.now(), ...(levels && { levels }), ...(revalue && { revalue }) };
    const { claims, nextAt } = await store.frontier.claim(wish);
    const parts = { downloader, reader, archive: archive !== undefined, maxPageBytes: rules.maxPageBytes };
    for (const claim of claims) this.inFlight.add(claim, arrive(claim, parts));
    return nextAt;
  }

  /** Requests are numbered by what is visited and under way, so that a resumed crawl goes on with the same number. */
  private async claimByLevel(count: number): Promise<number | undefined> {
    const { strategy, tally } = this.parts;
    for (let left = count; left > 0; left--) {
      const before = this.inFlight.size;
      const nextAt = await this.claim(1, strategy.levels!(tally.visits + before));
      if (this.inFlight.size === before) return nextAt;
    }
    return undefined;
  }

  /**
   * Values the best of the queue anew when it is time, after a batch that began at so many documents. All documents of the
   * crawl are counted, so that a resumed one goes on in step.
   */
  async revalue(documentsBefore: number): Promise<void> {
    const { store, id, tally } = this.parts;
    const rounds = (documents: number) => Math.floor(documents / documentsBetween);
    if (this.value === undefined || rounds(tally.documents) === rounds(documentsBefore)) return;
    await store.frontier.revalue({ agent: id, count: bestRevalued, value: this.value });
  }

  /** Changes the queue, and saves what the strategy knows by now with it. Returns how many URLs moved. */
  async change(changes: readonly Rescore[]): Promise<number> {
    const { store, id } = this.parts;
    const rescores = changes.map((change) => ('promote' in change ? { ...change, agent: id } : change));
    const knowledge = this.saving.now();
    const { moved } = await store.frontier.settle({ settlements: [], rescores, ...(knowledge && { knowledge }) });
    return moved;
  }
}
