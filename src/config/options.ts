import { agentOptions } from './groups/agent-options.js';
import { budgetOptions } from './groups/budget-options.js';
import { engineOptions } from './groups/engine-options.js';
import { networkOptions } from './groups/network-options.js';
import { outputOptions } from './groups/output-options.js';
import { politenessOptions } from './groups/politeness-options.js';
import { scopeOptions } from './groups/scope-options.js';
import { seedOptions } from './groups/seed-options.js';
import { topicOptions } from './groups/topic-options.js';
import type { Option } from './option.js';
import type { OptionKind } from './option-kind.js';

/** Every option of a crawl, group by group. Flags, config file, library types, defaults and help all come from here. */
export const options = {
  ...topicOptions,
  ...seedOptions,
  ...agentOptions,
  ...budgetOptions,
  ...scopeOptions,
  ...politenessOptions,
  ...networkOptions,
  ...outputOptions,
  ...engineOptions,
} satisfies Record<string, Option>;

type Options = typeof options;
export type OptionKey = keyof Options;
export const optionKeys = Object.keys(options) as OptionKey[];

/** The same table for code that treats all options alike. */
export const optionTable: Readonly<Record<OptionKey, Option>> = options;

export function isOptionKey(name: string): name is OptionKey {
  return Object.hasOwn(options, name);
}

type ValueOf<Entry> = Entry extends { readonly kind: OptionKind<infer Value, infer _Input> } ? Value : never;
type InputOf<Entry> = Entry extends { readonly kind: OptionKind<infer _Value, infer Input> } ? Input : never;
type WithDefault = { [Key in OptionKey]: Options[Key] extends { readonly default: unknown } ? Key : never }[OptionKey];

/** Complete and checked: durations in milliseconds, sizes in bytes, limits that are not set Infinity, file names absolute. */
export type Settings = {
  readonly [Key in WithDefault]: ValueOf<Options[Key]>;
} & {
  readonly [Key in Exclude<OptionKey, WithDefault>]?: ValueOf<Options[Key]>;
};

/**
 * What a library user may pass: every option, and one that says what the pages should be about. Durations and sizes may be
 * text such as `10m`.
 */
export type CrawlOptions = {
  readonly [Key in OptionKey]?: InputOf<Options[Key]> | undefined;
} & (
  | { readonly query: string }
  | { readonly example: string | readonly string[] }
  | { readonly contentTerms: string | readonly string[] }
  | { readonly model: string }
  | { readonly queryLog: string }
);
