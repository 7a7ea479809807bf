import TinyQueue from 'tinyqueue';
import type { Latency } from '../runs/assignment.js';
import { latencyOf } from '../runs/simulated-latency.js';
import type { Goal } from '../topics/task.js';
import { type LinkGraph, linksOf, pagesIn } from '../web/link-graph.js';
import { type RankedPage, rankedQueue } from './ranked-queue.js';

/** How hosts are spared. */
export interface Manners {
  readonly requests: number;
  readonly delayMs: number;
  readonly latency: Latency;
}

export interface TimedVisits {
  readonly pages: readonly number[];
  /** When each arrived (ms). */
  readonly at: readonly number[];
}

interface Arrival {
  readonly page: number;
  readonly at: number;
}

/**
 * The label oracle as a polite crawl: one request to a host at a time and a delay after it, so many requests in all. It takes
 * finds as their hosts open, and nothing else while a find waits.
 */
export function politeOracle(
  graph: LinkGraph,
  start: readonly number[],
  { relevance, wanted }: Pick<Goal, 'relevance' | 'wanted'>,
  budget: number,
  { hosts, urls }: { readonly hosts: Int32Array; readonly urls: readonly string[] },
  { requests, delayMs, latency }: Manners,
): TimedVisits {
  const known = new Uint8Array(pagesIn(graph));
  const queues = new Map<number, TinyQueue<RankedPage>>();
  const opensAt = new Map<number, number>();
  const inFlight = new TinyQueue<Arrival>([], (a, b) => a.at - b.at);
  const [pages, at]: [number[], number[]] = [[], []];
  let [now, place, begun] = [0, 0, 0];
  const find = (page: number, worth: number) => {
    if (known[page] === 1) return;
    known[page] = 1;
    const host = hosts[page]!;
    const queue = queues.get(host) ?? rankedQueue();
    queue.push({ page, worth, place: place++ });
    queues.set(host, queue);
  };
  const open = (host: number) => opensAt.get(host) ?? 0;
  // Seeds come first, as in any crawl.
  for (const seed of start) find(seed, 4);
  while (pages.length < budget) {
    const tops = [...queues].flatMap(([host, queue]) => (queue.length === 0 ? [] : [{ host, ...queue.peek()! }]));
    const best = tops.reduce((most, { worth }) => Math.max(most, worth), 0);
    const least = best >= 2 ? 2 : 0;
    const ready = tops
      .filter(({ host, worth }) => open(host) <= now && worth >= least)
      .sort((a, b) => b.worth - a.worth || a.place - b.place)[0];
    if (ready !== undefined && inFlight.length < requests && begun < budget) {
      queues.get(ready.host)!.pop();
      const arrives = now + latencyOf(urls[ready.page]!, latency);
      opensAt.set(ready.host, arrives + delayMs);
      inFlight.push({ page: ready.page, at: arrives });
      begun++;
      continue;
    }
    const openings = tops.filter(({ worth }) => worth >= least).map(({ host }) => open(host));
    const next = Math.min(inFlight.peek()?.at ?? Number.POSITIVE_INFINITY, ...openings.filter((time) => time > now));
    if (next === Number.POSITIVE_INFINITY) break;
    now = next;
    while (inFlight.length > 0 && inFlight.peek()!.at <= now) {
      const { page } = inFlight.pop()!;
      pages.push(page);
      at.push(now);
      for (const target of linksOf(graph, page)) find(target, 2 * wanted[target]! + relevance[target]!);
    }
  }
  return { pages, at };
}
