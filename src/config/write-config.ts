import { isDeepStrictEqual } from 'node:util';
import { type OptionKey, optionKeys, optionTable, type Settings } from './options.js';
import { defaultOf } from './settings.js';
import { yamlText } from './yaml-text.js';

/**
 * The config file of a crawl's folder: reading it gives the settings again, without secrets (passwords of a proxy, headers
 * such as Cookie) and without the folder. A resumed crawl must be given its secrets anew; a comment says which.
 */
export function writeConfig(settings: Settings): string {
  const kept = withoutSecrets(settings);
  const fields: Partial<Record<OptionKey, unknown>> = {};
  for (const key of optionKeys) {
    const value: unknown = kept[key];
    const { kind, essential } = optionTable[key];
    if (value === undefined || (!essential && isDeepStrictEqual(value, defaultOf(key)))) continue;
    fields[key] = kind.format(value);
  }
  const lost = optionKeys.filter((key) => !places.includes(key) && !isDeepStrictEqual(settings[key], kept[key]));
  const comments = ['# Settings of this crawl, written by osprey. Options that are not here have their defaults.'];
  if (lost.length > 0) comments.push(`# Secrets are not kept: give them again to resume (${lost.join(', ')}).`);
  return `${comments.join('\n')}\n${yamlText(fields)}`;
}

/** Where the crawl is: whoever goes on with it says so. */
const places: readonly OptionKey[] = ['out', 'store', 'name'];

/** The settings as they may be shown and stored: no secrets, nor the folder they are stored in. */
export function withoutSecrets(settings: Settings): Settings {
  const kept: Partial<Record<OptionKey, unknown>> = {};
  for (const key of optionKeys) {
    const value: unknown = settings[key];
    const { keep } = optionTable[key];
    const left = value !== undefined && keep ? keep(value) : value;
    if (left !== undefined) kept[key] = left;
  }
  return kept as unknown as Settings;
}
