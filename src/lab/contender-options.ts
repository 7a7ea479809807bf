import type { RawOptions } from '../config/layer.js';
import { nearest } from '../config/nearest.js';
import { flagOf } from '../config/option.js';
import { BadValue } from '../config/option-kind.js';
import { type OptionKey, optionKeys, optionTable } from '../config/options.js';
import { readParameters } from '../config/parameters.js';
import type { ParameterValue } from '../config/strategy-parameters.js';
import { UsageError } from '../failure.js';
import type { StrategyEntry } from '../strategy/strategy-entry.js';

/** Options of a crawl that a contender may have its own of: how agents work together, how much each does at a time, what is forgotten. */
const besides: readonly OptionKey[] = ['requests', 'prefer', 'exploration', 'expire', 'expirePages'];
const ownOptions = new Map<string, OptionKey>(
  optionKeys
    .filter((key) => optionTable[key].group === 'Agents' || besides.includes(key))
    .map((key) => [flagOf(key).slice('--'.length), key]),
);

/**
 * What a contender is given in its name, such as `agents=4`, and `common` parameters that it does not say otherwise. A name
 * that both the strategy and the crawl have is the strategy's. Throws `UsageError` on what neither has.
 */
export function contenderOptions(
  entry: StrategyEntry,
  assignments: readonly string[],
  common: ReadonlyMap<string, ParameterValue>,
): RawOptions {
  const parameters = new Map(common);
  const options: Record<string, unknown> = {};
  for (const assignment of assignments) {
    const at = assignment.indexOf('=');
    const [name, value] = [assignment.slice(0, at), assignment.slice(at + 1)];
    const key = ownOptions.get(name);
    if (Object.hasOwn(entry.parameters, name)) parameters.set(name, value);
    else if (key !== undefined) options[key] = optionValue(key, value, `${entry.name}+${assignment}`);
    else throw unknownName(entry, name);
  }
  readParameters(entry.name, entry.parameters, parameters);
  const set = Object.fromEntries([...parameters].map(([name, value]) => [`${entry.name}.${name}`, value]));
  return { ...options, ...(parameters.size > 0 && { set }) };
}

function optionValue(key: OptionKey, value: string, where: string): unknown {
  const { kind } = optionTable[key];
  try {
    return kind.format(kind.parse(value, 'flag') as never);
  } catch (thrown) {
    if (!(thrown instanceof BadValue)) throw thrown;
    throw new UsageError('bad-contender', `${where} (--strategies): ${flagOf(key)} ${thrown.message}.`, { where });
  }
}

function unknownName(entry: StrategyEntry, name: string): UsageError {
  const own = Object.keys(entry.parameters);
  const guess = nearest(name, [...own, ...ownOptions.keys()]);
  const hint = guess === undefined ? '' : ` Did you mean "${guess}"?`;
  const has = own.length === 0 ? 'it has none' : `it has ${own.join(', ')}`;
  return new UsageError(
    'unknown-parameter',
    `The strategy ${entry.name} has no parameter "${name}"; ${has}. Crawl options that can be set: ${[...ownOptions.keys()].join(', ')}.${hint}`,
  );
}
