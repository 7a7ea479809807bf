import { nearest } from '../config/nearest.js';
import type { Settings } from '../config/options.js';
import { UsageError } from '../failure.js';
import type { LinkText } from '../page/page.js';
import type { ReadOptions } from '../page/read-page.js';
import { Topic, type TopicSettings } from '../topic/topic.js';
import { bestFirst } from './best-first.js';
import { bestFirstAnchor } from './best-first-anchor.js';
import { bestFirstPage } from './best-first-page.js';
import { breadthFirst } from './breadth-first.js';
import type { Strategy } from './strategy.js';

export interface StrategyEntry {
  make(topic: Topic): Strategy;
  /** What it reads of a link besides the anchor text. */
  readonly linkTexts?: readonly LinkText[];
  /** Names of what can be set with --set. */
  readonly parameters?: readonly string[];
}

/** Every strategy by its name. */
export const strategies: Readonly<Record<string, StrategyEntry>> = {
  'breadth-first': { make: breadthFirst },
  'best-first-page': { make: bestFirstPage },
  'best-first-anchor': { make: bestFirstAnchor },
  'best-first': { make: bestFirst },
};

/** Throws when there is no strategy of this name. */
export function strategyEntry(name: string): StrategyEntry {
  const entry = Object.hasOwn(strategies, name) ? strategies[name] : undefined;
  if (entry !== undefined) return entry;
  const names = Object.keys(strategies);
  const guess = nearest(name, names);
  throw new UsageError(
    'unknown-strategy',
    `There is no strategy "${name}"${guess === undefined ? '' : `; did you mean "${guess}"?`} Known are ${names.join(', ')}.`,
    { name },
  );
}

/** Throws when --set names a strategy or a parameter that does not exist: a slip must not go unnoticed. */
export function checkParameters(set: Settings['set']): void {
  for (const name of set.keys()) {
    const dot = name.indexOf('.');
    const strategy = name.slice(0, dot);
    const known = strategyEntry(strategy).parameters ?? [];
    if (known.includes(name.slice(dot + 1))) continue;
    const has = known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`;
    throw new UsageError(
      'unknown-parameter',
      `The strategy ${strategy} has no parameter "${name.slice(dot + 1)}"; ${has}.`,
    );
  }
}

export function makeStrategy(settings: Pick<Settings, 'strategy'>, topic: Topic): Strategy {
  return strategyEntry(settings.strategy).make(topic);
}

/** How pages have to be read for this topic and strategy. */
export function readOptionsFor(settings: TopicSettings & Pick<Settings, 'strategy'>): ReadOptions {
  return { ...Topic.readOptions(settings), linkTexts: strategyEntry(settings.strategy).linkTexts ?? [] };
}
