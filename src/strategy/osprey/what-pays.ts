import { hostOf } from '../../url/canonical-url.js';
import { templateOf } from './template-of.js';
import { allowance, bestOfLate, firstBest, type Yield } from './yields.js';

/** A host or template with what its pages have brought. */
export interface Payer extends Yield {
  readonly name: string;
  readonly relevant: number;
  /** What is left of the worth of its links, 0.1..1. */
  readonly allowance: number;
}

export interface Payers {
  /** Those that keep less than half of their worth, least first. */
  readonly deprioritised: readonly Payer[];
  /** Those that brought a relevant page and are not held back, by what a page brings, most first; empty where there is nothing to choose between. */
  readonly best: readonly Payer[];
}

export interface WhatPays {
  readonly hosts: Payers;
  readonly templates: Payers;
}

/** Hosts and templates with fewer pages are not listed: they are still on trial. */
const fewestPages = 10;
const deprioritisedBelow = 0.5;

/** What has to be known of a visit. */
export interface VisitedPage {
  readonly url: string;
  readonly reward: number;
  /** 1 or 0. */
  readonly relevant: number;
  readonly priorityParent: number;
}

/**
 * Which hosts and templates get more of the budget and which get less, judged by the pages that links led to, in the order
 * of their visits.
 */
export async function whatPays(visits: AsyncIterable<VisitedPage> | Iterable<VisitedPage>): Promise<WhatPays> {
  const hosts = new Map<string, Brought>();
  const templates = new Map<string, Brought>();
  let best = firstBest;
  for await (const { url, reward, relevant, priorityParent } of visits) {
    // The strategy chose no seed.
    if (priorityParent === 0) continue;
    add(hosts, hostOf(url), reward, relevant);
    add(templates, templateOf(url), reward, relevant);
    best = bestOfLate(best, reward);
  }
  return { hosts: payersOf(hosts, best), templates: payersOf(templates, best) };
}

type Brought = { pages: number; reward: number; relevant: number };

function add(brought: Map<string, Brought>, name: string, reward: number, relevant: number): void {
  const before = brought.get(name);
  if (before === undefined) brought.set(name, { pages: 1, reward, relevant });
  else {
    before.pages++;
    before.reward += reward;
    before.relevant += relevant;
  }
}

function payersOf(brought: ReadonlyMap<string, Brought>, best: number): Payers {
  const tried: Payer[] = [];
  for (const [name, yielded] of brought)
    if (yielded.pages >= fewestPages) tried.push({ name, ...yielded, allowance: allowance(yielded, best) });
  const deprioritised = tried.filter((payer) => payer.allowance < deprioritisedBelow);
  const isPaying = (payer: Payer) => payer.relevant > 0 && payer.allowance >= deprioritisedBelow;
  const winners = tried.length < 2 ? [] : tried.filter(isPaying);
  return {
    deprioritised: deprioritised.sort((a, b) => a.allowance - b.allowance || b.pages - a.pages),
    best: winners.sort((a, b) => b.reward / b.pages - a.reward / a.pages || b.pages - a.pages),
  };
}
