import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CrawlStore } from '../../src/model/crawl-store.js';
import type { Candidate, Claim, FrontierRules, MergeRule, Rescore, Settlement } from '../../src/model/frontier.js';
import type { Visit } from '../../src/model/visit.js';
import { FrontierModel } from './frontier-model.js';
import { collect, page, rescored, rules } from './invented-crawl.js';

/** Few hosts, pages and priorities, so that URLs are met again, hosts are busy and priorities are equal. */
const places = ['a.org', 'b.org', 'c.org', 'bad.org'].flatMap((host) =>
  [1, 2, 3, 4].map((number) => `${host}/${number}`),
);
const simpleRules = ['max', 'sum', 'keep', 'set', 'follow'] as const;
/** Parts that add up, and parts of which the best counts. */
const byParts: MergeRule = (queued, offered) => {
  const sum = (queued.parts.sum ?? 0) + (offered.parts.sum ?? 0);
  const best = Math.max(queued.parts.best ?? 0, offered.parts.best ?? 0);
  return { value: sum + best, parts: { sum, best } };
};
const mergeRules: readonly MergeRule[] = [...simpleRules, byParts];

type Operation =
  | { readonly kind: 'add'; readonly links: readonly Candidate[] }
  | {
      readonly kind: 'claim';
      readonly queue: number;
      readonly count: number;
      readonly levels: readonly number[] | undefined;
      readonly values: Values | undefined;
    }
  | { readonly kind: 'settle'; readonly endings: readonly Ending[]; readonly rescores: readonly Rescore[] }
  | { readonly kind: 'rescore'; readonly changes: readonly Rescore[] }
  | { readonly kind: 'revalue'; readonly queue: number; readonly count: number; readonly values: Values }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'reopen' };

/** What URLs are worth by now, where that is known. */
type Values = ReadonlyMap<string, number>;

/** How one of the claims ends; `which` may also pick one that was settled or ran out long ago. */
type Ending = { readonly which: number } & Omit<Settlement, 'claim'>;

const url = fc.constantFrom(...places).map((place) => `http://${place}`);
const priority = fc.constantFrom(0, 0.25, 0.5, 1);
const values: fc.Arbitrary<Values> = fc
  .array(fc.tuple(url, fc.constantFrom(0, 0.25, 0.255, 0.5, 0.51, 1)), { maxLength: 12 })
  .map((entries) => new Map(entries));
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });

const candidate: fc.Arbitrary<Candidate> = fc
  .record({
    url,
    queue: fc.constantFrom(0, 0, 1),
    level: fc.integer({ min: 1, max: 3 }),
    depth: fc.integer({ min: 0, max: 4 }),
    value: priority,
    merge: fc.constantFrom(...mergeRules),
    hops: fc.integer({ min: 0, max: 2 }),
    rejected: fc.constantFrom('domain' as const, 'max-depth' as const, undefined, undefined, undefined, undefined),
    expiresAt: fc.constantFrom(30, 90, undefined, undefined, undefined, undefined),
    expiresAfter: fc.constantFrom(0, 2, undefined, undefined, undefined, undefined),
    priorityParent: fc.constantFrom(0, 1, undefined, undefined),
  })
  .map(({ value, priorityParent, ...rest }) => {
    const score = { value, parts: { sum: value / 2, best: value / 2 } };
    return { ...rest, score, ...(priorityParent !== undefined && { priorityParent }) };
  });

const newScore = { score: priority, merge: fc.constantFrom(...simpleRules) };
const level = fc.integer({ min: 1, max: 3 });
const change: fc.Arbitrary<Rescore> = fc.oneof(
  fc.record({ url, ...newScore }),
  fc.record({ url, level, ...newScore }),
  fc.record({ siblingsOf: url, ...newScore }),
  fc.record({ promote: fc.nat(4), queue: fc.constantFrom(0, 1), from: level, to: level }),
);

const visit: fc.Arbitrary<Visit> = fc
  .constantFrom('page' as const, 'page' as const, 'duplicate' as const, 'redirect' as const, 'failed' as const)
  .map((outcome) => page({ outcome, reason: outcome === 'failed' ? 'timeout' : '' }));

const ending: fc.Arbitrary<Ending> = fc
  .record({
    which: fc.nat(30),
    pace: optional(fc.record({ delay: fc.constantFrom(10, 25), failures: fc.nat(2), notBefore: fc.nat(120) })),
    unused: fc.boolean(),
    result: fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          visit,
          links: fc.array(candidate, { maxLength: 5 }),
          rescores: fc.array(change, { maxLength: 1 }),
        }),
      },
      fc.record({ requeue: fc.record({ attempts: fc.nat(3) }) }),
    ),
  })
  .map(({ result, pace, ...rest }) => ({ ...rest, ...result, ...(pace && { pace }) }));

function operation(reopens: boolean): fc.Arbitrary<Operation> {
  const kinds: fc.WeightedArbitrary<Operation>[] = [
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('add'), links: fc.array(candidate, { maxLength: 6 }) }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('claim'),
        queue: fc.constantFrom(0, 0, 1),
        count: fc.integer({ min: 0, max: 4 }),
        levels: optional(fc.shuffledSubarray([1, 2, 3])),
        values: fc.option(values, { nil: undefined }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('revalue'),
        queue: fc.constantFrom(0, 0, 1),
        count: fc.nat(4),
        values,
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('settle'),
        endings: fc.array(ending, { minLength: 1, maxLength: 3 }),
        rescores: fc.array(change, { maxLength: 1 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('rescore'), changes: fc.array(change, { maxLength: 3 }) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.constantFrom(1, 5, 10, 60) }) },
  ];
  if (reopens) kinds.push({ weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen') }) });
  return fc.oneof(...kinds) as fc.Arbitrary<Operation>;
}

const frontierRules: fc.Arbitrary<FrontierRules> = fc
  .record({
    delay: fc.constantFrom(0, 10),
    requestsPerHost: fc.integer({ min: 1, max: 3 }),
    maxPerHost: fc.constantFrom(2, Number.POSITIVE_INFINITY),
  })
  .map((chosen) => rules({ ...chosen, leaseMs: 50, blocked: (host) => host === 'bad.org' }));

/** A store under test: how to make an empty one, how to close and open it again where it can, how to dispose of it. */
export interface StoreUnderTest {
  open(rules: FrontierRules): CrawlStore | Promise<CrawlStore>;
  reopen?(store: CrawlStore, rules: FrontierRules): Promise<CrawlStore>;
  dispose(store: CrawlStore): Promise<void>;
  /** To look for a smaller counterexample would take minutes: the first one is reported at once. */
  readonly isSlow?: boolean;
}

/** Any sequence of operations leaves the store and the model in the same state, after every single one. */
export async function agreesWithModel(under: StoreUnderTest, numRuns: number): Promise<void> {
  const operations = fc.array(operation(under.reopen !== undefined), { maxLength: 40, size: 'max' });
  await fc.assert(
    fc.asyncProperty(frontierRules, operations, async (chosen, steps) => {
      const walk = new Walk(under, chosen, await under.open(chosen));
      try {
        for (const step of steps) await walk.apply(step);
        await walk.compareRecords();
      } finally {
        await walk.end();
      }
    }),
    { numRuns, endOnFailure: under.isSlow ?? false },
  );
}

/** One sequence of operations, applied to store and model side by side. */
class Walk {
  private readonly model: FrontierModel;
  private readonly claims: Claim[] = [];
  private now = 0;

  constructor(
    private readonly under: StoreUnderTest,
    private readonly rules: FrontierRules,
    private store: CrawlStore,
  ) {
    this.model = new FrontierModel(rules);
  }

  async apply(step: Operation): Promise<void> {
    const { frontier } = this.store;
    switch (step.kind) {
      case 'add':
        assert.equal(await frontier.add(step.links), this.model.add(step.links));
        break;
      case 'claim':
        await this.claim(step.queue, step.count, step.levels, step.values);
        break;
      case 'settle':
        await this.settle(step.endings, step.rescores);
        break;
      case 'rescore':
        assert.equal(await rescored(frontier, step.changes), this.model.rescore(step.changes));
        break;
      case 'revalue': {
        const { queue, count } = step;
        const request = { queue, count, value: (url: string) => step.values.get(url) };
        assert.equal(await frontier.revalue(request), this.model.revalue(request));
        break;
      }
      case 'wait':
        this.now += step.ms;
        break;
      case 'reopen':
        this.store = await this.under.reopen!(this.store, this.rules);
        this.model.reopen();
        break;
    }
    await this.compareQueue();
  }

  async compareRecords(): Promise<void> {
    const { records } = this.store;
    const visits = await collect(records.visits());
    assert.deepEqual(
      visits.map(({ url }) => url),
      this.model.visited,
    );
    for (const { id } of this.model.urls) {
      const links = (await records.inLinks(id, 1_000)).map(({ visit, from, score }) => ({ visit, from, score }));
      assert.deepEqual(links, this.model.inLinks(id));
    }
  }

  async end(): Promise<void> {
    await this.under.dispose(this.store);
  }

  private async claim(
    queue: number,
    count: number,
    levels: readonly number[] | undefined,
    values: Values | undefined,
  ): Promise<void> {
    const revalue = values && ((url: string) => values.get(url));
    const request = { queue, count, now: this.now, ...(levels && { levels }), ...(revalue && { revalue }) };
    const result = await this.store.frontier.claim(request);
    const expected = this.model.claim(request);
    assert.deepEqual({ ...result, claims: result.claims.map(({ token, ...rest }) => rest) }, expected);
    this.model.accept(result);
    this.claims.push(...result.claims);
  }

  private async settle(endings: readonly Ending[], rescores: readonly Rescore[]): Promise<void> {
    if (this.claims.length === 0) return;
    const settlements = endings.map(({ which, ...ending }): Settlement => {
      return { ...ending, claim: this.claims.at(-1 - (which % this.claims.length))! };
    });
    const result = await this.store.frontier.settle({ settlements, rescores });
    const expected = settlements.map((settlement) => this.model.settle(settlement));
    assert.deepEqual(result, {
      seqs: expected.map(({ seq }) => seq),
      added: expected.reduce((sum, { added }) => sum + added, 0),
      moved: expected.reduce((sum, { moved }) => sum + moved, this.model.rescore(rescores)),
    });
  }

  private async compareQueue(): Promise<void> {
    const { frontier, records } = this.store;
    assert.deepEqual(await frontier.stats(this.now), this.model.stats(this.now));
    for (const place of places) {
      assert.deepEqual(await records.find(`http://${place}`), this.model.record(`http://${place}`));
    }
  }
}
