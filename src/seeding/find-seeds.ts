import type { Settings } from '../config/options.js';
import { Failure, messageOf, UsageError } from '../failure.js';
import { oneLine } from '../page/one-line.js';
import { parsePlace } from '../topic/query.js';
import { canonicalUrl, hostOf, isDescendantDomain } from '../url/canonical-url.js';
import { seedGenreOf } from './seed-genre.js';
import type { SeedReport, ToldAnswer } from './seed-report.js';
import type { SeedGenre, SeedRequest, SeedSource, SourceAccess } from './seed-source.js';
import type { SeedWeb } from './seed-web.js';
import { checkSourceNames } from './source-names.js';
import { type Environment, seedSources, sourceAccess } from './sources.js';

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

/** What all sources that can be asked say to the query, or those that the user named. Named ones that cannot be asked are a fault. */
export async function findSeeds(
  settings: FindSettings,
  web: SeedWeb,
  env: Environment,
  sources: readonly SeedSource[] = seedSources,
): Promise<{ readonly answers: readonly ToldAnswer[]; readonly left: SeedReport['left'] }> {
  const { language, seedCount } = settings;
  const query = queryOf(settings);
  checkSourceNames(settings, sources);
  const { tasks, left } = plan(settings, env, sources);
  const genres = new Set(tasks.flatMap((task) => task.genres)).size;
  const count = Math.max(fewestAnswers, Math.ceil(seedCount / Math.max(1, genres)));
  const answers = await Promise.all(tasks.map((task) => ask(task, { ...query, language, count }, web)));
  return { answers: answers.flat(), left };
}

function queryOf({ query: written }: FindSettings): Pick<SeedRequest, 'query' | 'site'> {
  if (written === undefined) {
    throw new UsageError(
      'no-query',
      'Sources of seeds are asked with the query: give one, or give pages to start from with --seed URL.',
    );
  }
  const { text: query, ...place } = parsePlace(written);
  if (query === '')
    throw new UsageError('empty-query', `The query "${oneLine(written, 200)}" names no topic; add words that do.`);
  return { query, ...place };
}

/** Pappas et al. 2012's genres among those that the user wants; search engines know no others, so these are looked for as web pages. */
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

/** One genre after the other: a source is not asked twice at the same time. */
async function ask(
  { source, access, genres }: Task,
  request: Omit<SeedRequest, 'genre'>,
  web: SeedWeb,
): Promise<readonly ToldAnswer[]> {
  const answers: ToldAnswer[] = [];
  for (const genre of genres) {
    const asked = { source: source.name, genre };
    try {
      const found = await source.find({ ...request, genre }, access, web);
      answers.push({ ...asked, found: found.filter(({ url }) => isWithin(url, request.site)) });
    } catch (thrown) {
      answers.push({ ...asked, found: [], failure: failureText(thrown, access) });
      if (thrown instanceof Failure && lasting.has(thrown.code)) break;
    }
  }
  return answers;
}

/** Not every source can be restricted to a site. */
function isWithin(given: string, site: string | undefined): boolean {
  const url = canonicalUrl(given);
  if (site === undefined || url === undefined) return true;
  const [domain = '', ...path] = site.split('/');
  return isDescendantDomain(hostOf(url), domain) && new URL(url).pathname.startsWith(['', ...path].join('/'));
}

/** Without keys: sources quote what servers say, and a server may quote the key. */
function failureText(thrown: unknown, { keys }: SourceAccess): string {
  const refused = thrown instanceof Failure && thrown.evidence.code === 'address-refused';
  let text = messageOf(thrown) + (refused ? ' Allow it with --allow-private.' : '');
  for (const key of Object.values(keys)) text = text.replaceAll(key, '…').replaceAll(encodeURIComponent(key), '…');
  return oneLine(text, longestFailure);
}
