import type { Settings } from '../config/options.js';
import { parametersOf } from '../config/strategy-parameters.js';
import { UsageError } from '../failure.js';
import type { CrawlNotes } from '../model/crawl-store.js';

/** Share of the frontier that the one agent of a plain crawl works on. */
export const mainAgent = 0;

/** All that shapes what a strategy of this name keeps: one that differs in any of it could not go on with what was learnt. */
export function learnerOf({ strategy, set, idf, language, stem }: Settings, name: string): string {
  const own = [...parametersOf(set, name)].sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ strategy, own, idf, language, stem });
}

/** Throws when the crawl's config was changed by hand so that what was learnt no longer fits. */
export async function checkLearner(notes: CrawlNotes, settings: Settings, name: string): Promise<void> {
  const now = learnerOf(settings, name);
  const before = await notes.get('learner');
  if (before !== undefined && before !== now) {
    throw new UsageError(
      'other-learner',
      'The strategy, its parameters, idf or language in crawl.yaml differ from those of the crawl; restore them, or retrain with: osprey rejudge DIR.',
    );
  }
  if (before === undefined) await notes.set('learner', now);
}
