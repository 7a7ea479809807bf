import { isDeepStrictEqual } from 'node:util';
import type { RawOptions } from '../../config/layer.js';
import { flagOf } from '../../config/option.js';
import { type CrawlOptions, optionTable, type Settings } from '../../config/options.js';
import { settingsFrom } from '../../config/settings.js';
import { writeConfig } from '../../config/write-config.js';
import { UsageError } from '../../failure.js';
import { type SteerableKey, steerableKeys } from './steerable-keys.js';

/** New values of options that can be changed while a crawl runs; a list takes the place of the one before. */
export type SteerableOptions = { readonly [Key in SteerableKey]?: CrawlOptions[Key] };

/** Values as a config file has them. */
export type WrittenChanges = Readonly<Partial<Record<SteerableKey, unknown>>>;

/**
 * Checks new values of options against the settings of a crawl. Returns them as they are kept. Throws one `UsageError` with all that
 * is wrong.
 */
export function writtenChanges(settings: Settings, given: RawOptions, source: 'flags' | 'options'): WrittenChanges {
  const keys = Object.keys(given).filter((key) => given[key] !== undefined);
  const fixed = keys.filter((key) => key in optionTable && !isSteerable(key));
  if (fixed.length > 0) {
    const named = fixed.map((key) => (source === 'flags' ? flagOf(key) : key)).join(', ');
    throw new UsageError(
      'not-steerable',
      `A running crawl cannot change ${named}; stop it and use "osprey resume" or "osprey rejudge".`,
      { keys: fixed },
    );
  }
  if (keys.length === 0)
    throw new UsageError('no-change', 'Nothing to change: give at least one option, such as --max-pages 2000.');
  const changed = settingsFrom({ file: fileOf(settings), [source]: given });
  return Object.fromEntries(
    keys.filter(isSteerable).map((key) => [key, optionTable[key].kind.format(changed[key] as never)]),
  );
}

/** The settings with changes that were checked before; throws `UsageError` where they do not fit these settings. */
export function withChanges(settings: Settings, changes: WrittenChanges): Settings {
  const parsed = Object.entries(changes)
    .filter(([key]) => isSteerable(key))
    .map(([key, value]) => [key, optionTable[key as SteerableKey].kind.parse(value, 'file')]);
  const changed: Settings = { ...settings, ...Object.fromEntries(parsed) };
  settingsFrom({ file: fileOf(changed) });
  return changed;
}

/** Which options have other values. */
export function changedKeys(before: Settings, after: Settings): SteerableKey[] {
  return steerableKeys.filter((key) => !isDeepStrictEqual(before[key], after[key]));
}

function isSteerable(key: string): key is SteerableKey {
  return (steerableKeys as readonly string[]).includes(key);
}

function fileOf(settings: Settings): { path: string; text: string } {
  return { path: 'crawl.yaml', text: writeConfig(settings) };
}
