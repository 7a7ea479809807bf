import { flagOf } from '../config/option.js';
import type { OptionKey, Settings } from '../config/options.js';
import { UsageError } from '../failure.js';
import { genresOf } from '../topic/genres.js';
import { entryOf, strategies } from './strategies.js';
import { type StrategyEntry, topicInputs } from './strategy-entry.js';

/** What is missing, or given in vain: nobody should wonder why a crawl does not heed it. */
export function checkInputs(settings: Settings, entry: StrategyEntry): void {
  const { query, example, model } = settings;
  if (entry.needs.includes('query') && query === undefined && example.length === 0) {
    throw new UsageError(
      'no-query',
      `The strategy ${entry.name} needs a query: say what the pages should be about, or give a page about it with --example.`,
    );
  }
  genresOf(settings);
  if (model !== undefined && entry.model === undefined)
    throw unused('model', entry, ({ model: kind }) => kind !== undefined);
  for (const input of topicInputs) {
    const given = settings[input];
    const isGiven = Array.isArray(given) ? given.length > 0 : given !== undefined;
    if (isGiven && !entry.takes?.includes(input))
      throw unused(input, entry, ({ takes }) => takes?.includes(input) ?? false);
  }
}

/** A crawl's own inputs that another strategy does not heed are left out; what is given now stays, to be refused. */
export async function withoutUnheeded(
  settings: Settings,
  given: Partial<Record<OptionKey, unknown>>,
): Promise<Settings> {
  const entry = await entryOf(settings.strategy);
  const unheeded = [
    ...topicInputs.filter((input) => !entry.takes?.includes(input)),
    ...(entry.model === undefined ? (['model'] as const) : []),
  ].filter((input) => given[input] === undefined);
  // Parameters of a user's own strategy mean nothing without its file.
  const isKnown = (name: string) => strategies.some((ours) => ours.name === name) || name === entry.name;
  const isGiven = (name: string) => [given.set].flat().some((text) => String(text).startsWith(`${name}=`));
  const set = [...settings.set].filter(([name]) => isKnown(name.slice(0, name.lastIndexOf('.'))) || isGiven(name));
  const left: Partial<Record<OptionKey, unknown>> = { ...settings, set: new Map(set) };
  for (const input of unheeded) {
    if (Array.isArray(left[input])) left[input] = [];
    else delete left[input];
  }
  return left as Settings;
}

function unused(input: OptionKey, { name }: StrategyEntry, takesIt: (entry: StrategyEntry) => boolean): UsageError {
  const others = strategies.filter(takesIt).map((entry) => entry.name);
  return new UsageError(
    'unused-input',
    `The strategy ${name} takes no ${flagOf(input)}; leave it out, or choose one of ${others.join(', ')}.`,
  );
}
