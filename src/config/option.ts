import type { OptionKind } from './option-kind.js';

/** Groups of the help text, in the order shown. */
export type OptionGroup =
  | 'Topic'
  | 'Seeds'
  | 'Agents'
  | 'Budget'
  | 'Scope'
  | 'Politeness'
  | 'Network'
  | 'Output'
  | 'Engine';

/** An option, however it is given. Its key is the field of a config file and of the library; its flag follows from the key. */
export interface Option<Value = unknown, Input = unknown> {
  readonly group: OptionGroup;
  readonly kind: OptionKind<Value, Input>;
  /** As a user would write it. An option without a default may be absent from the settings. */
  readonly default?: NoInfer<Input>;
  /** One short sentence. For a switch that is on by default it describes `--no-…`, the flag that help shows. */
  readonly help: string;
  /** What the flag with `no-` does, of an option that takes a value too. */
  readonly helpOff?: string;
  /** What docs/options.md adds to the help, in Markdown. */
  readonly details?: string;
  /** Written to the config file of a crawl even if it is the default, since it shapes the results of a resumed crawl. */
  readonly essential?: boolean;
  /** The part of a value that may be written to the config file of a crawl; by default all of it. */
  keep?(value: Value): Value | undefined;
}

/** Checks the default against the kind, and remembers in the type whether there is one. */
export function option<Value, Input>(
  entry: Option<Value, Input> & { readonly default: NoInfer<Input> },
): Option<Value, Input> & { readonly default: Input };
export function option<Value, Input>(entry: Option<Value, Input>): Option<Value, Input>;
export function option(entry: Option): Option {
  return entry;
}

/** `maxPages` is given as `--max-pages`. */
export function flagOf(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
