import { hostOf } from '../../url/canonical-url.js';
import { registrableDomain } from '../../url/registrable-domain.js';
import { folderOf, templateOf } from './template-of.js';
import { allowance, bestOfLate, firstBest, hostAllowance, type Yield } from './yields.js';

/** A host, registrable domain or template with what its pages have brought. */
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
  /** Of registrable domains with several hosts: what a host keeps of which nothing is known yet. */
  readonly domains: Payers;
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
 * Which hosts, domains and templates get more of the budget and which get less, judged by the pages that links led to, in the order
 * of their visits. They come in lots: there may be a million.
 */
export async function whatPays(
  lots: AsyncIterable<readonly VisitedPage[]> | Iterable<readonly VisitedPage[]>,
): Promise<WhatPays> {
  const hosts = new Map<string, HostBrought>();
  const domains = new Map<string, Brought>();
  const templates = new Map<string, Brought>();
  const placeOf = (url: string) => {
    const name = hostOf(url);
    const host = hosts.get(name) ?? { own: new Brought(), domain: entryOf(domains, registrableDomain(name)) };
    hosts.set(name, host);
    return { host, template: entryOf(templates, templateOf(url)) };
  };
  const folders = new Map<string, ReturnType<typeof placeOf>>();
  let best = firstBest;
  for await (const lot of lots)
    for (const { url, reward, relevant, priorityParent } of lot) {
      // The strategy chose no seed.
      if (priorityParent === 0) continue;
      const folder = folderOf(url);
      let place = folders.get(folder);
      if (place === undefined) {
        place = placeOf(url);
        if (folder !== url) folders.set(folder, place);
      }
      place.host.own.add(reward, relevant);
      place.host.domain.add(reward, relevant);
      place.template.add(reward, relevant);
      best = bestOfLate(best, reward);
    }
  // One of a single host is that host.
  for (const [host, { own, domain }] of hosts) if (own.pages === domain.pages) domains.delete(registrableDomain(host));
  const own = new Map([...hosts].map(([host, brought]) => [host, brought.own]));
  return {
    hosts: payersOf(own, (yielded, host) => hostAllowance(yielded, hosts.get(host)!.domain, best)),
    domains: payersOf(domains, (yielded) => allowance(yielded, best)),
    templates: payersOf(templates, (yielded) => allowance(yielded, best)),
  };
}

interface HostBrought {
  readonly own: Brought;
  readonly domain: Brought;
}

/** A class, since objects of several shapes take three times as long to add to. */
class Brought {
  pages = 0;
  reward = 0;
  relevant = 0;

  add(reward: number, relevant: number): void {
    this.pages++;
    this.reward += reward;
    this.relevant += relevant;
  }
}

function entryOf(brought: Map<string, Brought>, name: string): Brought {
  let entry = brought.get(name);
  if (entry === undefined) {
    entry = new Brought();
    brought.set(name, entry);
  }
  return entry;
}

function payersOf(brought: ReadonlyMap<string, Brought>, allowanceOf: (of: Yield, name: string) => number): Payers {
  const tried: Payer[] = [];
  for (const [name, yielded] of brought) {
    const { pages, reward, relevant } = yielded;
    if (pages >= fewestPages) tried.push({ name, pages, reward, relevant, allowance: allowanceOf(yielded, name) });
  }
  const deprioritised = tried.filter((payer) => payer.allowance < deprioritisedBelow);
  const isPaying = (payer: Payer) => payer.relevant > 0 && payer.allowance >= deprioritisedBelow;
  const winners = tried.length < 2 ? [] : tried.filter(isPaying);
  return {
    deprioritised: deprioritised.sort((a, b) => a.allowance - b.allowance || b.pages - a.pages),
    best: winners.sort((a, b) => b.reward / b.pages - a.reward / a.pages || b.pages - a.pages),
  };
}
