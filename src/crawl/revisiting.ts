import { revisitLevel } from '../model/frontier.js';
import type { Queueing, Strategy } from '../model/strategy.js';
import { strategyWith } from '../strategy/strategy-with.js';
import type { CommonParts } from './agent-pool.js';
import type { Limits } from './progress/budget.js';
import type { StopReason } from './progress/stop-reason.js';

/** A refresh has none of the crawl's: it may have come to them. */
export const noGoals = {
  maxPages: Number.POSITIVE_INFINITY,
  maxRelevant: Number.POSITIVE_INFINITY,
  stopWhenYieldBelow: 0,
} as const;

/** The strategy for as long as pages are visited again: nothing else is, whatever levels it would choose. */
export function revisiting(strategy: Strategy): Strategy {
  const queueing = strategyWith<Queueing>(strategy.queueing ?? {}, { levels: () => [revisitLevel] });
  return strategyWith(strategy, { queueing });
}

/** For a refresh, which has limits of its own: the crawl may have come to its goals, or to the end of its budget. */
export function withoutGoals(parts: CommonParts, limits: Partial<Limits>): CommonParts {
  return {
    ...parts,
    budget: parts.budget.with({ ...noGoals, ...limits }),
    // The other rules are those of the crawl, also when these change.
    rules: Object.create(parts.rules, { relevantPerAgent: { value: Number.POSITIVE_INFINITY } }),
  };
}

/** Whether agents that stopped so have nothing left to do that could be done now. */
export function isDone(reason: StopReason): boolean {
  return done.has(reason);
}

const done: ReadonlySet<StopReason> = new Set([
  'max-pages',
  'frontier-empty',
  'expired',
  'hosts-closed',
  'hosts-waiting',
  'seeds-failed',
]);
