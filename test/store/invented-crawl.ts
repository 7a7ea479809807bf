import {
  type Candidate,
  type Claim,
  type ClaimRequest,
  type Frontier,
  type FrontierRules,
  type Rescore,
  type Settlement,
  unlimited,
} from '../../src/model/frontier.js';
import type { Visit } from '../../src/model/visit.js';

/** Rules that hold nothing back but two requests at once to a host; tests add the rule they are about. */
export function rules(changes: Partial<FrontierRules> = {}): FrontierRules {
  return { ...unlimited, requestsPerHost: 1, leaseMs: 1_000, ...changes };
}

/** A candidate for `http://<place>`, e.g. `link('a.org/1', 0.5)`. */
export function link(place: string, priority = 1, changes: Partial<Omit<Candidate, 'url' | 'score'>> = {}): Candidate {
  return {
    url: `http://${place}`,
    queue: 0,
    level: 1,
    depth: 1,
    score: { value: priority, parts: { test: priority } },
    merge: 'max',
    ...changes,
  };
}

export function page(changes: Partial<Visit> = {}): Visit {
  return { outcome: 'page', reason: '', fetchedAt: 1, status: 200, ...changes };
}

/** A relevant page where `relevance` is at least a half. */
export function judgedPage(relevance: number, changes: Partial<Visit> = {}): Visit {
  const judgement = { relevance, raw: relevance / 2, relevant: relevance >= 0.5, parts: { cosine: relevance } };
  return page({ judgement, ...changes });
}

/** The places of the URLs that are claimed next, in order. */
export async function claimPlaces(
  frontier: Frontier,
  count: number,
  { now = 0, queue = 0, ...rest }: Partial<Omit<ClaimRequest, 'count'>> = {},
): Promise<string[]> {
  const { claims } = await frontier.claim({ queue, count, now, ...rest });
  return claims.map(({ url }) => url.slice('http://'.length));
}

export async function claimOne(frontier: Frontier, now = 0, queue = 0): Promise<Claim> {
  const { claims } = await frontier.claim({ queue, count: 1, now });
  if (claims[0] === undefined) throw new Error('nothing to claim');
  return claims[0];
}

/** Claims the next URL and commits a visit of it; returns the visit's sequence number. */
export async function visitNext(
  frontier: Frontier,
  { now = 0, visit = page(), ...rest }: { now?: number } & Partial<Omit<Settlement, 'claim' | 'requeue'>> = {},
): Promise<number> {
  const claim = await claimOne(frontier, now);
  const { seqs } = await frontier.settle({ settlements: [{ claim, visit, ...rest }] });
  return seqs[0]!;
}

/** Changes the queue outside of any visit; returns how many URLs moved. */
export async function rescored(frontier: Frontier, rescores: readonly Rescore[]): Promise<number> {
  return (await frontier.settle({ settlements: [], rescores })).moved;
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
