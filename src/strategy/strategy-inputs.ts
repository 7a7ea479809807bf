import { flagOf } from '../config/option.js';
import type { OptionKey, Settings } from '../config/options.js';
import { defaultOf } from '../config/settings.js';
import { UsageError } from '../failure.js';
import { asksSources } from '../seeding/asks-sources.js';
import { seedGenreOf } from '../seeding/seed-genre.js';
import { seedGenres } from '../seeding/seed-source.js';
import { genresOf } from '../topic/genres.js';
import { entryOf } from './entry-of.js';
import { type StrategyEntry, type TopicInput, topicInputs } from './strategy-entry.js';

/** Throws for what is missing, and for what the strategy would ignore: nobody should wonder why it has no effect. */
export async function checkInputs(settings: Settings, entry: StrategyEntry): Promise<void> {
  const { query, example, model } = settings;
  if (entry.needs.includes('query') && query === undefined && example.length === 0) {
    throw new UsageError('no-query', `The strategy ${entry.name} needs a query, or an example page with --example.`);
  }
  genresOf(settings);
  if (model !== undefined && entry.model === undefined)
    throw await unused('model', entry, ({ model: kind }) => kind !== undefined);
  for (const input of topicInputs) {
    const given = settings[input];
    const isGiven = Array.isArray(given) ? given.length > 0 : given !== undefined;
    if (isGiven && !entry.takes?.includes(input) && !(input === 'genre' && chooseSeeds(settings)))
      throw await unused(input, entry, ({ takes }) => takes?.includes(input) ?? false);
  }
  if (entry.ownLevels) refuseLevels(settings, entry);
}

/** Those of a coordinator, for a strategy that has its own. */
function refuseLevels(settings: Settings, { name, parameters }: StrategyEntry): void {
  for (const key of ['levels', 'tunnelling'] as const) {
    if (settings[key] === defaultOf(key)) continue;
    const instead = Object.hasOwn(parameters, key) ? ` and give --set ${name}.${key}=… instead` : '';
    throw new UsageError(
      'unused-input',
      `The strategy ${name} has levels of its own; leave ${flagOf(key)} out${instead}.`,
    );
  }
}

/** Whether the genres say something whatever the strategy is: what the sources are asked for. */
function chooseSeeds(settings: Settings): boolean {
  return asksSources(settings) && settings.genre.every((name) => seedGenreOf(name) !== undefined);
}

/** The same settings for a crawl that goes on with other seeds: genres that only chose the first ones have done so. */
export async function withoutSeedGenres(settings: Settings): Promise<Settings> {
  const { takes } = await entryOf(settings.strategy);
  const areSpent = !takes?.includes('genre') && settings.genre.every((name) => seedGenreOf(name) !== undefined);
  return areSpent ? { ...settings, genre: [] } : settings;
}

/** Leaves out a crawl's own inputs that another strategy does not take; what is given now stays, to be refused. */
export async function withoutUnusedInputs(
  settings: Settings,
  given: Partial<Record<OptionKey, unknown>>,
): Promise<Settings> {
  const entry = await entryOf(settings.strategy);
  const isTaken = (input: TopicInput) => entry.takes?.includes(input) ?? false;
  // No page is sought again, so that genres can only say what pages are wanted.
  if (given.genre !== undefined && !isTaken('genre'))
    throw await unused('genre', entry, ({ takes }) => takes?.includes('genre') ?? false);
  const leftOut = [
    ...topicInputs.filter((input) => !isTaken(input) && !(input === 'genre' && chooseSeeds(settings))),
    ...(entry.model === undefined ? (['model'] as const) : []),
  ].filter((input) => given[input] === undefined);
  // Parameters of a user's own strategy mean nothing without its file.
  const { strategies } = await import('./strategies.js');
  const isKnown = (name: string) => strategies.some((ours) => ours.name === name) || name === entry.name;
  const isGiven = (name: string) => [given.set].flat().some((text) => String(text).startsWith(`${name}=`));
  const set = [...settings.set].filter(([name]) => isKnown(name.slice(0, name.lastIndexOf('.'))) || isGiven(name));
  const left: Partial<Record<OptionKey, unknown>> = { ...settings, set: new Map(set) };
  for (const input of leftOut) {
    if (Array.isArray(left[input])) left[input] = [];
    else delete left[input];
  }
  return left as Settings;
}

async function unused(
  input: OptionKey,
  { name }: StrategyEntry,
  takesIt: (entry: StrategyEntry) => boolean,
): Promise<UsageError> {
  const { strategies } = await import('./strategies.js');
  const others = strategies.filter(takesIt).map((entry) => entry.name);
  const unless =
    input === 'genre' ? ` (${seedGenres.join(', ')} are for any strategy where sources are asked for seeds)` : '';
  return new UsageError(
    'unused-input',
    `The strategy ${name} takes no ${flagOf(input)}; leave it out, or choose one of ${others.join(', ')}${unless}.`,
  );
}
