import type { RawOptions } from '../../config/layer.js';
import { findStrategy } from '../../strategy/strategies.js';
import type { Contender } from '../contender.js';

/** A strategy under the name that an experiment gives it, with parameters by their own names and options of the crawl. */
export function variant(
  name: string,
  strategy: string,
  parameters: Readonly<Record<string, string | number | boolean>> = {},
  options: RawOptions = {},
): Contender {
  const { summary, model } = findStrategy(strategy);
  const set = Object.fromEntries(Object.entries(parameters).map(([own, value]) => [`${strategy}.${own}`, value]));
  return {
    name,
    strategy,
    summary,
    options: { ...(Object.keys(set).length > 0 && { set }), ...options },
    supervision: model === undefined ? 'none' : 'labels',
    ...(model !== undefined && { model }),
  };
}
