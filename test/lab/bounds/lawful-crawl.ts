import assert from 'node:assert/strict';
import { admissibleBound } from '../../../src/lab/bounds/admissible-bound.js';
import { linksOf } from '../../../src/lab/web/link-graph.js';
import { type DrawnWeb, findsAlong } from './drawn-web.js';

/** What holds for every crawl: seeds first, then linked pages, each once; it ends early only when nothing is left. */
export function assertLawful(web: DrawnWeb, visits: readonly number[], budget: number): void {
  const { graph, start, hops } = web;
  const seeds = [...new Set(start)];
  assert.deepEqual(visits.slice(0, seeds.length), seeds.slice(0, budget));
  const known = new Set(seeds);
  for (const page of visits) {
    assert.ok(known.has(page), `page ${page} was visited before a link to it was met`);
    for (const target of linksOf(graph, page)) known.add(target);
  }
  assert.equal(new Set(visits).size, visits.length);
  const reachable = hops.filter((links) => links !== -1).length;
  assert.equal(visits.length, Math.min(budget, reachable));

  const bound = admissibleBound(web, budget);
  for (const [at, finds] of findsAlong(web, visits).entries()) assert.ok(finds <= bound[at]!);
}
