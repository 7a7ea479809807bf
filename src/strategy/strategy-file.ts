import { existsSync } from 'node:fs';
import path from 'node:path';
import { messageOf, UsageError } from '../failure.js';
import type { StrategyEntry } from './strategy-entry.js';

/** Whether `--strategy` names a file, not one of our own strategies. */
export function isStrategyFile(given: string): boolean {
  return /[/\\]|\.[cm]?[jt]s$/.test(given);
}

/**
 * A user's own strategy: the file exports it as `strategy`. TypeScript is taken as it is, on every version of Node, and
 * `osprey-crawler` is always this Osprey, wherever the file lies.
 */
export async function loadStrategyFile(file: string): Promise<StrategyEntry> {
  const found = path.resolve(file);
  if (!existsSync(found)) {
    throw new UsageError('no-strategy-file', `The strategy file ${found} does not exist; check the path.`, { file });
  }
  const [osprey, { createJiti }] = await Promise.all([import('../index.js'), import('jiti')]);
  const jiti = createJiti(import.meta.url, { fsCache: false, virtualModules: { 'osprey-crawler': osprey } });
  let loaded: { readonly strategy?: Partial<StrategyEntry> };
  try {
    loaded = await jiti.import(found);
  } catch (thrown) {
    throw new UsageError('bad-strategy-file', `The strategy file ${found} cannot be loaded: ${messageOf(thrown)}.`, {
      file,
    });
  }
  const { strategy } = loaded;
  if (typeof strategy?.name !== 'string' || typeof strategy.prepare !== 'function') {
    throw new UsageError(
      'bad-strategy-file',
      `The strategy file ${found} must export one made by defineStrategy, as: export const strategy = defineStrategy({ name, …, prepare }).`,
      { file },
    );
  }
  return { summary: '', source: found, needs: [], parameters: {}, parts: {}, ...strategy } as StrategyEntry;
}
