import { UsageError } from '../failure.js';
import { osprey } from './osprey/osprey.js';
import type { StrategyEntry } from './strategy-entry.js';
import { isStrategyFile, loadStrategyFile } from './strategy-file.js';

/**
 * A strategy of ours by its name, or a user's own by the path of its file. All but the default are loaded when one is named: most crawls
 * would wait for a hundred modules that they do not use.
 */
export async function entryOf(given: string): Promise<StrategyEntry> {
  if (given === osprey.name) return osprey;
  const { findStrategy, strategies } = await import('./strategies.js');
  if (!isStrategyFile(given)) return findStrategy(given);
  const entry = await loadStrategyFile(given);
  if (strategies.some(({ name }) => name === entry.name))
    throw new UsageError(
      'taken-name',
      `The strategy file ${given} calls itself ${entry.name}, as one of Osprey's own; choose another name.`,
    );
  return entry;
}
