import { nearest } from '../config/nearest.js';
import type { Settings } from '../config/options.js';
import { Failure, messageOf, UsageError } from '../failure.js';
import { oneLine } from '../page/one-line.js';
import { mergeSeeds, type SourceAnswer } from './merge-seeds.js';
import type { Seed } from './seed.js';
import { seedGenreOf } from './seed-genre.js';
import type { SeedGenre, SeedSource, SeedWish, SourceAccess } from './seed-source.js';
import type { SeedWeb } from './seed-web.js';
import { type Environment, keysOf, seedSources, sourceAccess } from './sources.js';

/** What came of asking sources, and why each page is where it is. */
export interface SeedReport {
  /** Best first. */
  readonly seeds: readonly Seed[];
  readonly asked: readonly AskedSource[];
  /** Not asked, and why. */
  readonly left: readonly { readonly source: string; readonly why: string }[];
}

export interface AskedSource {
  readonly source: string;
  readonly genre: SeedGenre;
  readonly answers: number;
  /** In words, without any key. */
  readonly failure?: string;
}

export type FindSettings = Pick<
  Settings,
  'query' | 'genre' | 'language' | 'sources' | 'sourceUrl' | 'sourceKey' | 'seedCount'
>;

interface Task {
  readonly source: SeedSource;
  readonly access: SourceAccess;
  readonly genres: readonly SeedGenre[];
}

/** A page of results: no source is asked for fewer, since agreement shows only where lists are long enough to meet. */
const fewestAnswers = 10;
const longestFailure = 300;
/** After these, a source answers nothing else for now. */
const lasting: ReadonlySet<string> = new Set(['source-unreachable', 'source-quota', 'source-refused']);

/**
 * Seeds for the query from all sources that can be asked, or from those that the user named. Throws `UsageError` when nothing was
 * found, with what was tried and what to do.
 */
export async function findSeeds(
  settings: FindSettings,
  web: SeedWeb,
  env: Environment,
  sources: readonly SeedSource[] = seedSources,
): Promise<SeedReport> {
  const report = await askSources(settings, web, env, sources);
  if (report.seeds.length === 0) throw nothingFound(settings.query!, report);
  return report;
}

/** The same for a user who has other seeds too: finding none is no fault. Named sources that cannot be asked are. */
export async function askSources(
  settings: FindSettings,
  web: SeedWeb,
  env: Environment,
  sources: readonly SeedSource[] = seedSources,
): Promise<SeedReport> {
  const { query, language, seedCount } = settings;
  if (query === undefined) {
    throw new UsageError(
      'no-query',
      'Sources of seeds are asked with the query: give one, or give pages to start from with --seed URL.',
    );
  }
  checkNames(settings, sources);
  const { tasks, left } = plan(settings, env, sources);
  const genres = new Set(tasks.flatMap((task) => task.genres)).size;
  const count = Math.max(fewestAnswers, Math.ceil(seedCount / Math.max(1, genres)));
  const answers = await Promise.all(tasks.map((task) => ask(task, { query, language, count }, web)));
  const asked = answers.flat();
  return {
    seeds: mergeSeeds(asked, seedCount),
    asked: asked.map(({ found, ...rest }) => ({ ...rest, answers: found.length })),
    left,
  };
}

/** Paper 000's genres among those that the user wants; search engines know no others, so these are looked for as web pages. */
export function seedGenresOf({ genre }: Pick<Settings, 'genre'>): SeedGenre[] {
  const wanted = genre.map((name) => seedGenreOf(name) ?? 'web');
  return wanted.length === 0 ? ['web'] : [...new Set(wanted)];
}

/** Who is asked for what. Throws what keeps named sources from being asked, all at once. */
function plan(
  settings: FindSettings,
  env: Environment,
  sources: readonly SeedSource[],
): { readonly tasks: readonly Task[]; readonly left: SeedReport['left'] } {
  const named = settings.sources.length > 0;
  const tasks: Task[] = [];
  const left: { source: string; why: string }[] = [];
  for (const source of sources) {
    if (named && !settings.sources.includes(source.name)) continue;
    const genres = genresFor(source, settings, named);
    const check = sourceAccess(source, settings, env);
    if (genres.length === 0) left.push({ source: source.name, why: `it finds ${source.genres.join(' and ')} only` });
    else if ('missing' in check) left.push({ source: source.name, why: check.missing.join(', ') });
    else tasks.push({ source, access: check.access, genres });
  }
  if (named && left.length > 0) {
    const why = left.map((one) => `${one.source} (${one.why})`).join('; ');
    throw new UsageError(
      'source-not-ready',
      `These sources cannot be asked as things are: ${why}; do as it says, ask for another --genre, or leave them out of --sources.`,
      { left },
    );
  }
  return { tasks, left };
}

/** Who names a source of news and says nothing of genres wants its news. */
function genresFor(source: SeedSource, settings: FindSettings, named: boolean): SeedGenre[] {
  const common = seedGenresOf(settings).filter((genre) => source.genres.includes(genre));
  return common.length === 0 && named && settings.genre.length === 0 ? source.genres.slice(0, 1) : common;
}

type Answer = SourceAnswer & Pick<AskedSource, 'failure'>;

/** One genre after the other: a source is not asked twice at the same time. */
async function ask(
  { source, access, genres }: Task,
  wish: Omit<SeedWish, 'genre'>,
  web: SeedWeb,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const genre of genres) {
    const asked = { source: source.name, genre };
    try {
      answers.push({ ...asked, found: await source.find({ ...wish, genre }, access, web) });
    } catch (thrown) {
      answers.push({ ...asked, found: [], failure: failureText(thrown, access) });
      if (thrown instanceof Failure && lasting.has(thrown.code)) break;
    }
  }
  return answers;
}

/** Without keys: sources quote what servers say, and a server may quote the key. */
function failureText(thrown: unknown, { keys }: SourceAccess): string {
  const refused = thrown instanceof Failure && thrown.evidence.code === 'address-refused';
  let text = messageOf(thrown) + (refused ? ' Allow it with --allow-private.' : '');
  for (const key of Object.values(keys)) text = text.replaceAll(key, '…').replaceAll(encodeURIComponent(key), '…');
  return oneLine(text, longestFailure);
}

/** A misspelt name would be a source that is silently not asked, or a key that is never used. */
function checkNames({ sources: named, sourceUrl, sourceKey }: FindSettings, sources: readonly SeedSource[]): void {
  const names = sources.map(({ name }) => name);
  const keys = sources.flatMap((source) => {
    const own = keysOf(source).map(({ name }) => `${source.name}.${name}`);
    return own.length === 0 ? [] : [source.name, ...own];
  });
  const known = [
    ['--sources', named, names],
    ['--source-url', sourceUrl.keys(), names],
    ['--source-key', sourceKey.keys(), keys],
  ] as const;
  for (const [flag, given, allowed] of known) {
    for (const name of given) {
      if (allowed.includes(name)) continue;
      const guess = nearest(name, allowed);
      throw new UsageError(
        'unknown-source',
        `${flag}: there is no "${oneLine(name, 40)}"${guess === undefined ? '.' : `; did you mean "${guess}"?`} Known are ${allowed.join(', ')}.`,
        { flag, name },
      );
    }
  }
}

function nothingFound(query: string, { asked, left }: SeedReport): UsageError {
  const lines = [
    ...asked.map(({ source, genre, failure }) => `${source} (${genre}): ${failure ?? 'no page found'}`),
    ...left.map(({ source, why }) => `${source}: not asked (${why})`),
  ];
  const failed = asked.some(({ failure }) => failure !== undefined);
  const fix = failed ? 'Check the network' : 'Use other words';
  return new UsageError(
    'no-seeds-found',
    `No pages to start from were found for ${oneLine(query, 200)}:\n${lines.map((line) => `  ${line}\n`).join('')}${fix}, give pages yourself with --seed URL or --seeds FILE, or add a search engine: --source-url searxng=URL of your own SearXNG, or a key in OSPREY_BRAVE_KEY.`,
    { asked, left },
  );
}
