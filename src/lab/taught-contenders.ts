import type { CrawlOptions } from '../config/options.js';
import { settingsFrom } from '../config/settings.js';
import { prepareStrategy } from '../strategy/prepare-strategy.js';
import { Topic } from '../topic/topic.js';
import type { Contender } from './contender.js';

/** Every contender, and those that learn from labels once more for each number of answers of a simulated person. */
export async function taughtContenders(
  contenders: readonly Contender[],
  answers: readonly number[],
): Promise<Contender[]> {
  const taught = await Promise.all(
    contenders.map(async (contender) =>
      (await learnsFromLabels(contender))
        ? answers.map((count) => ({ ...contender, name: `${contender.name}, ${count} answers`, answers: count }))
        : [],
    ),
  );
  return [...contenders, ...taught.flat()];
}

async function learnsFromLabels({ strategy, options, model }: Contender): Promise<boolean> {
  if (model !== undefined) return false;
  const given = { query: 'topic', seed: 'http://lab.invalid/', strategy, ...options };
  const settings = settingsFrom({ options: given as unknown as CrawlOptions });
  try {
    const { make } = await prepareStrategy(settings);
    return make(Topic.from(settings, [])).labels !== undefined;
  } catch {
    // It needs more than a query, such as a genre: whoever runs it says what is missing.
    return false;
  }
}
