import type { Archive } from '../archive/archive.js';
import type { Budget } from '../crawl/progress/budget.js';
import type { Tally } from '../crawl/progress/tally.js';
import type { CrawlStore } from '../model/crawl-store.js';
import type { ClaimRequest, ClaimResult, Rescore, Revalue } from '../model/frontier.js';
import { knownPage } from '../refresh/known-page.js';
import type { AgentParts, AgentRules } from './agent.js';
import { FeatureExtraction, type FeatureExtractionParts } from './feature-extraction.js';
import { fetchClaim } from './fetch-claim.js';
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

/** What of an agent's parts it takes to choose and send requests. */
export interface NextRequestsParts
  extends FeatureExtractionParts,
    Pick<
      AgentParts,
      'id' | 'queue' | 'queueForAll' | 'coordination' | 'downloader' | 'reader' | 'rendering' | 'collectsExamples'
    > {
  readonly store: Pick<CrawlStore, 'frontier' | 'records'>;
  readonly archive?: Pick<Archive, 'bodies'>;
  readonly rules: Pick<
    AgentRules,
    'requests' | 'pace' | 'maxPageBytes' | 'retries' | 'maxRedirects' | 'ordered' | 'prefer' | 'exploration'
  >;
  readonly budget: Pick<Budget, 'pagesLeft' | 'pagesLeftOfAll' | 'deadline'>;
  readonly tally: Pick<Tally, 'visits' | 'documents'>;
  readonly whole: Tally;
}

/** What keeps an agent from more requests, if anything does. */
type Awaited = Omit<ClaimResult, 'claims'>;

/** Which URLs an agent asks for next: the best that may be visited now, of the levels that its strategy wants served. */
export class NextRequests {
  /** Nothing more will come up to level 1: the levels are served in their order. */
  /** Of re-scoring: the last that was begun. */
  private round: number | undefined;
  private staysDry = false;
  private readonly value: Revalue | undefined;
  private readonly features: FeatureExtraction | undefined;

  constructor(
    private readonly parts: NextRequestsParts,
    private readonly inFlight: InFlight,
    private readonly saving: KnowledgeSaving,
  ) {
    const { queueing, features } = parts.strategy;
    this.value = queueing?.revalue?.bind(queueing);
    // Examples are not judged.
    if (features !== undefined && !parts.collectsExamples)
      this.features = new FeatureExtraction(parts, inFlight.features);
  }

  /** Begins as many requests as are allowed. Returns what the next ones wait for, if for anything. */
  begin(): Promise<Awaited> {
    return this.parts.coordination.inTurn(() => this.beginInTurn());
  }

  private async beginInTurn(): Promise<Awaited> {
    const { rules, budget, whole, strategy, coordination, clock } = this.parts;
    const { queueing = {} } = strategy;
    const { requests, nextAt } = coordination.shortage.limit(clock.now());
    if (requests <= this.inFlight.size && requests < rules.requests) return { held: true, ...(nextAt && { nextAt }) };
    const room = Math.min(
      Math.min(rules.requests, requests) - this.inFlight.size,
      budget.pagesLeft(whole, coordination.underWay),
    );
    if (room <= 0) return { held: true };
    if (queueing.levels !== undefined) return this.claimByLevel(room, queueing.levels.bind(queueing));
    return queueing.refill === undefined ? this.claim(room) : this.claimAndRefill(room, queueing.refill.bind(queueing));
  }

  /** Serves level 1 alone while it lasts; when it has run dry, what comes up to it, or else all levels. */
  private async claimAndRefill(count: number, refill: () => readonly Rescore[]): Promise<Awaited> {
    if (this.staysDry) return this.claim(count);
    let awaited = await this.claim(count, [1]);
    while (this.inFlight.size === 0 && this.isDry(awaited)) {
      const changes = refill();
      const moved = await this.change(changes);
      this.staysDry = changes.length === 0;
      if (moved === 0) return this.claim(count);
      awaited = await this.claim(count, [1]);
    }
    return awaited;
  }

  /** Nothing is left, or only what a host keeps back for so long that nothing else should wait for it. */
  private isDry({ nextAt, held }: Awaited): boolean {
    const { clock, rules, coordination } = this.parts;
    if (held && coordination.underWay > 0) return false;
    return nextAt === undefined || nextAt - clock.now() > Math.max(longestHold, 2 * rules.pace.delayMs);
  }

  /** Begins requests for the best URLs of the levels, or of all. */
  private async claim(count: number, levels?: readonly number[]): Promise<Awaited> {
    const { rules, store, clock, id, queue, downloader, reader, archive, rendering } = this.parts;
    const revalue = this.value;
    const request = {
      queue,
      agent: id,
      count,
      now: clock.now(),
      ...(levels && { levels }),
      ...(revalue && { revalue }),
      ...this.spending(),
    };
    const { claims, ...awaited } = await store.frontier.claim(request);
    const archiving = { archive: archive !== undefined, ...(archive && { bodies: archive.bodies }) };
    const reading = { downloader, reader, maxPageBytes: rules.maxPageBytes, ...archiving };
    const parts = { ...reading, ...(rendering && { rendering }) };
    for (const claim of claims) {
      const known = claim.kind === 'revisit' ? await knownPage(store.records, claim.urlId) : undefined;
      const fetching = fetchClaim(claim, parts, known);
      const { features } = this;
      this.inFlight.add(claim, features === undefined ? fetching : fetching.then((result) => features.added(result)));
    }
    return awaited;
  }

  /** How the budget is to be spent; whatever is ready is taken where nobody has to be waited for. */
  private spending(): Pick<ClaimRequest, 'spending'> {
    const { rules, budget, whole, coordination, clock, collectsExamples } = this.parts;
    const { ordered, prefer: stretch, exploration } = rules;
    if (ordered || collectsExamples) return {};
    const pagesLeft = budget.pagesLeftOfAll(whole, coordination.underWay);
    const msLeft = budget.deadline - clock.now();
    return {
      spending: { stretch, exploration, visited: whole.documents, pagesLeft, msLeft, queues: coordination.queues },
    };
  }

  /** Requests are numbered by what is visited and under way, so that a resumed crawl goes on with the same number. */
  private async claimByLevel(count: number, levels: (request: number) => readonly number[]): Promise<Awaited> {
    const { whole, tally, coordination, queueForAll } = this.parts;
    for (let left = count; left > 0; left--) {
      const before = this.inFlight.size;
      const number = queueForAll ? whole.visits + coordination.underWay : tally.visits + before;
      const awaited = await this.claim(1, levels(number));
      if (this.inFlight.size === before) return awaited;
    }
    return {};
  }

  /**
   * Scores the best of the queue again when it is time, after a batch that started at this number of documents. All documents of the
   * agent are counted, those of earlier runs too, so that a resumed crawl goes on in step; and those of other workers, whenever it
   * hears of them.
   */
  async revalue(documentsBefore: number): Promise<void> {
    const { store, queue, tally } = this.parts;
    const roundOf = (documents: number) => Math.floor(documents / documentsBetween);
    const before = this.round ?? roundOf(documentsBefore);
    this.round = roundOf(tally.documents);
    if (this.value === undefined || this.round === before) return;
    await store.frontier.revalue({ queue, count: bestRevalued, value: this.value });
  }

  /** Changes the queue, and saves what the strategy knows by now with it. Returns how many URLs moved. */
  async change(changes: readonly Rescore[]): Promise<number> {
    const { store, queue } = this.parts;
    const rescores = changes.map((change) => ('promote' in change ? { ...change, agent: queue } : change));
    const knowledge = this.saving.now();
    const { moved } = await store.frontier.settle({ settlements: [], rescores, ...(knowledge && { knowledge }) });
    return moved;
  }
}
