import { boundNames } from '../bound-names.js';
import { measureOrder, type RunAbout } from '../measures/measure-run.js';
import { recallByTime } from '../measures/recall-by-time.js';
import { recallCurve } from '../measures/recall-curve.js';
import type { RunResult } from '../results.js';
import type { Goal, Task } from '../topics/task.js';
import type { LinkGraph } from '../web/link-graph.js';
import type { RecordedWeb } from '../web/recorded-web.js';
import { admissibleBound } from './admissible-bound.js';
import { contentOracle, labelOracle } from './greedy-oracles.js';
import { lookAheadOracle } from './look-ahead-oracle.js';
import { type Manners, politeOracle } from './polite-oracle.js';

export interface BoundWeb {
  readonly graph: LinkGraph;
  /** `reversed(graph)`. */
  readonly backward: LinkGraph;
  readonly hosts: Int32Array;
}

/**
 * What the oracles do on a task, and what no crawl can exceed, measured as crawls are. `likeness` of every page to the query;
 * without a query there is no content oracle.
 */
export function boundRuns(
  { topic, seeds, draw, start }: Task,
  goal: Goal,
  budget: number,
  web: BoundWeb,
  likeness: Float64Array | undefined,
): RunResult[] {
  const { graph, backward, hosts } = web;
  const about = (strategy: string): RunAbout => ({ strategy, topic: topic.id, seeds, draw, budget });
  const greedy = labelOracle(graph, start, goal, budget);
  const ahead = lookAheadOracle(graph, start, goal.wanted, budget, backward);
  const most = recallCurve(admissibleBound(goal, budget), goal.wantedReachable, budget);
  return [
    // No order of pages belongs to it, so it has neither hosts nor similarity.
    {
      ...measureOrder([], goal, hosts, about(boundNames.admissible)),
      ...most,
      fetched: Math.min(budget, goal.reachable),
      harvest: most.relevantFound / Math.max(1, Math.min(budget, goal.reachable)),
    },
    measureOrder(ahead, goal, hosts, about(boundNames.lookAhead)),
    measureOrder(greedy, goal, hosts, about(boundNames.label)),
    ...(likeness === undefined
      ? []
      : [measureOrder(contentOracle(graph, start, likeness, budget), goal, hosts, about(boundNames.content))]),
  ];
}

/** What the label oracle does on a task as a polite crawl, by pages and by time. */
export function politeBound(
  { topic, seeds, draw, start }: Task,
  goal: Goal,
  { budget, spanMs = 0 }: { readonly budget: number; readonly spanMs?: number },
  web: Pick<RecordedWeb, 'graph' | 'hosts' | 'urls'>,
  manners: Manners,
): RunResult {
  const { pages, at } = politeOracle(web.graph, start, goal, budget, web, manners);
  const about = { strategy: boundNames.label, topic: topic.id, seeds, draw, budget };
  const order = measureOrder(pages, goal, web.hosts, about);
  return { ...order, ...recallByTime(order.curve, at, spanMs), virtualSeconds: (at.at(-1) ?? 0) / 1000 };
}
