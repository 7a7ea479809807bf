import type { Settings } from '../config/options.js';
import { parsePlace } from '../topic/query.js';
import type { SeedSource, SourceAccess } from './seed-source.js';
import { brave } from './sources/brave.js';
import { commonCrawl } from './sources/common-crawl.js';
import { gdelt } from './sources/gdelt.js';
import { google } from './sources/google.js';
import { hackerNews } from './sources/hacker-news.js';
import { marginalia } from './sources/marginalia.js';
import { searxng } from './sources/searxng.js';
import { stackExchange } from './sources/stack-exchange.js';
import { wikipedia } from './sources/wikipedia.js';

/** All sources. Where pages are equally good, those of the first ones come first. */
export const seedSources: readonly SeedSource[] = [
  searxng,
  brave,
  google,
  wikipedia,
  marginalia,
  gdelt,
  hackerNews,
  stackExchange,
  commonCrawl,
];

export type AccessSettings = Pick<Settings, 'query' | 'sourceUrl' | 'sourceKey'>;
export type Environment = Readonly<Record<string, string | undefined>>;

export type AccessCheck =
  | { readonly access: SourceAccess }
  /** What the user has to do, such as "set OSPREY_BRAVE_KEY". */
  | { readonly missing: readonly string[] };

/**
 * How a source is reached, by what the settings say (`--source-url`, `--source-key`) and else the environment; or what is missing
 * for asking it.
 */
export function sourceAccess(source: SeedSource, settings: AccessSettings, env: Environment): AccessCheck {
  const missing: string[] = [];
  const url = settings.sourceUrl.get(source.name) ?? source.url;
  if (url === undefined) missing.push(`give --source-url ${source.name}=URL`);
  const keys: Record<string, string> = {};
  for (const { name, variable, optional } of keysOf(source)) {
    const key = keyOf(source, name, settings, env);
    if (key !== undefined) keys[name] = key;
    else if (!optional) missing.push(`set ${variable}`);
  }
  if (source.needsSite && parsePlace(settings.query ?? '').site === undefined)
    missing.push('add site:example.org to the query');
  return url === undefined || missing.length > 0 ? { missing } : { access: { url, keys } };
}

export interface SourceKey {
  readonly name: string;
  /** Its environment variable. */
  readonly variable: string;
  readonly optional: boolean;
}

/** The keys that a source knows of, those first that it cannot do without. */
export function keysOf({ keys = {}, optionalKeys = {} }: SeedSource): SourceKey[] {
  const named = (variables: Readonly<Record<string, string>>, optional: boolean) =>
    Object.entries(variables).map(([name, variable]) => ({ name, variable, optional }));
  return [...named(keys, false), ...named(optionalKeys, true)];
}

/** A key by its full name, `google.cx`; the first of a source also by the name of the source alone, `brave`. */
export function keyOf(
  source: SeedSource,
  name: string,
  { sourceKey }: Pick<AccessSettings, 'sourceKey'>,
  env: Environment,
): string | undefined {
  const all = keysOf(source);
  const short = all[0]?.name === name ? sourceKey.get(source.name) : undefined;
  const variable = all.find((key) => key.name === name)?.variable ?? '';
  return sourceKey.get(`${source.name}.${name}`) ?? short ?? (env[variable]?.trim() || undefined);
}
