import { createRequire } from 'node:module';
import { type Given, type Layer, type RawOptions, readOptions } from './layer.js';
import { type CrawlOptions, type OptionKey, optionKeys, optionTable, type Settings } from './options.js';
import { refuse } from './problem.js';
import { clashes, combinationProblems, emptied, withoutClashing } from './settings-checks.js';

const require = createRequire(import.meta.url);

export interface SettingsSources {
  readonly file?: { readonly path: string; readonly text: string } | undefined;
  readonly options?: CrawlOptions | undefined;
  /** As `flagsOf` gives them. */
  readonly flags?: RawOptions | undefined;
  /** Folder that file names in `options` and `flags` are relative to; the working folder when absent. */
  readonly folder?: string | undefined;
}

/**
 * The settings of a crawl: flags win over library options, those over the file, and defaults come last. Throws one
 * `UsageError` (code `bad-config`) with everything that is wrong in any of them, one problem a line.
 */
export function settingsFrom({ file, options, flags, folder = process.cwd() }: SettingsSources): Settings {
  const layers: Layer[] = [];
  if (file) layers.push(configLayer(file.path, file.text));
  if (options) layers.push(readOptions(options, 'library', folder));
  if (flags) layers.push(readOptions(flags, 'flag', folder));

  let given: ReadonlyMap<OptionKey, Given> = new Map();
  for (const layer of layers) given = laidOver(withoutClashing(given, layer), layer);
  const settings = withDefaults(given);
  const wrong = layers.flatMap((layer) => [...layer.problems, ...clashes(layer)]);
  if (flags && layers.length === 1) wrong.push(...emptied(layers[0]!));
  // Where a source said nothing that could be read, what seems to be missing may be in it.
  const unread = layers.some((layer) => layer.problems.length > 0 && layer.given.size === 0);
  refuse(unread ? wrong : [...wrong, ...combinationProblems(settings, given)]);
  return settings;
}

/** What reads YAML is loaded when there is a file to read: a new crawl has none, and would wait for seventy modules. */
function configLayer(path: string, text: string): Layer {
  const { readConfigFile } = require('./config-file.js') as typeof import('./config-file.js');
  return readConfigFile(path, text);
}

/** Value of an option that nobody gave; undefined where it may be absent. */
export function defaultOf(key: OptionKey): unknown {
  const { kind, default: written } = optionTable[key];
  return written === undefined ? undefined : kind.parse(written, 'library');
}

function laidOver(weaker: ReadonlyMap<OptionKey, Given>, layer: Layer): ReadonlyMap<OptionKey, Given> {
  const all = new Map(weaker);
  for (const [key, { value, where }] of layer.given) {
    const { merge } = optionTable[key].kind;
    const under = weaker.get(key)?.value;
    all.set(key, { where, value: merge && value !== undefined && under !== undefined ? merge(value, under) : value });
  }
  return all;
}

function withDefaults(given: ReadonlyMap<OptionKey, Given>): Settings {
  const settings: Partial<Record<OptionKey, unknown>> = {};
  for (const key of optionKeys) {
    const value = given.get(key)?.value ?? defaultOf(key);
    if (value !== undefined) settings[key] = value;
  }
  return settings as unknown as Settings;
}
