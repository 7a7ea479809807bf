import { nearest } from '../config/nearest.js';
import type { Settings } from '../config/options.js';
import { UsageError } from '../failure.js';
import type { Topic } from '../topic/topic.js';
import { bestFirst } from './best-first.js';
import { bestFirstAnchor } from './best-first-anchor.js';
import { bestFirstPage } from './best-first-page.js';
import { breadthFirst } from './breadth-first.js';
import type { Strategy } from './strategy.js';

export type StrategyFactory = (topic: Topic) => Strategy;

/** Every strategy by its name. */
export const strategies: Readonly<Record<string, StrategyFactory>> = {
  'breadth-first': breadthFirst,
  'best-first-page': bestFirstPage,
  'best-first-anchor': bestFirstAnchor,
  'best-first': bestFirst,
};

/** Throws when there is no strategy of this name. */
export function strategyFactory(name: string): StrategyFactory {
  const factory = Object.hasOwn(strategies, name) ? strategies[name] : undefined;
  if (factory !== undefined) return factory;
  const names = Object.keys(strategies);
  const guess = nearest(name, names);
  throw new UsageError(
    'unknown-strategy',
    `There is no strategy "${name}"${guess === undefined ? '' : `; did you mean "${guess}"?`} Known are ${names.join(', ')}.`,
    { name },
  );
}

export function makeStrategy(settings: Pick<Settings, 'strategy'>, topic: Topic): Strategy {
  return strategyFactory(settings.strategy)(topic);
}
