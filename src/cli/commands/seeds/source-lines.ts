import type { Settings } from '../../../config/options.js';
import type { SeedSource } from '../../../seeding/seed-source.js';
import { keyOf, keysOf, seedSources, sourceAccess } from '../../../seeding/sources.js';

/** A source of seeds as `osprey seeds --list --json` shows it. Keys are never shown. */
export interface SourceRecord {
  readonly name: string;
  readonly summary: string;
  readonly genres: readonly string[];
  /** Where it is; null for one of the user's own that was not named. */
  readonly url: string | null;
  /** Whether the query has to name a site. */
  readonly needsSite: boolean;
  readonly keys: readonly { readonly variable: string; readonly optional: boolean; readonly set: boolean }[];
  /** Whether it would be asked. */
  readonly ready: boolean;
}

export function sourceRecords(settings: Settings): SourceRecord[] {
  return seedSources.map((source) => recordOf(source, settings));
}

/** Two lines a source: what it is; what it finds and needs. */
export function sourceLines(settings: Settings): string[] {
  const records = sourceRecords(settings);
  const width = Math.max(...records.map(({ name }) => name.length)) + 2;
  return [
    ...records.flatMap(({ name, summary, genres, ready, ...needs }) => [
      `${name.padEnd(width)}${summary}`,
      `${''.padEnd(width)}finds ${genres.join(', ')} · ${needsOf(name, needs)} · ${ready ? 'ready' : 'not ready'}`,
    ]),
    '',
    'Set keys in the environment or with --source-key SOURCE=KEY. --source-url SOURCE=URL sets another URL.',
    '--sources NAME,… asks only these; the default is all that are ready and know the genre (--genre, else web).',
  ];
}

function recordOf(source: SeedSource, settings: Settings): SourceRecord {
  const { name, summary, genres } = source;
  return {
    name,
    summary,
    genres,
    url: settings.sourceUrl.get(name) ?? source.url ?? null,
    needsSite: source.needsSite === true,
    keys: keysOf(source).map(({ name: key, variable, optional }) => ({
      variable,
      optional,
      set: keyOf(source, key, settings, process.env) !== undefined,
    })),
    ready: 'access' in sourceAccess(source, settings, process.env),
  };
}

function needsOf(name: string, { url, needsSite, keys }: Pick<SourceRecord, 'url' | 'needsSite' | 'keys'>): string {
  const variables = (optional: boolean) =>
    keys
      .filter((key) => key.optional === optional)
      .map(({ variable, set }) => `${variable} (${set ? 'set' : 'not set'})`);
  const needed = [
    ...(url === null ? [`--source-url ${name}=URL`] : []),
    ...(needsSite ? ['site:example.org in the query'] : []),
    ...variables(false),
  ];
  const taken = variables(true);
  return `needs ${needed.join(', ') || 'nothing'}${taken.length === 0 ? '' : `, optional ${taken.join(', ')}`}`;
}
