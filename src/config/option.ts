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

/** An option by whatever way it is given. Its key is the field of a config file and of the library; its flag follows from the key. */
export interface Option<Value = unknown, Input = unknown> {
  readonly group: OptionGroup;
  readonly kind: OptionKind<Value, Input>;
  /** As a user would write it. An option without a default may be absent from the settings. */
  readonly default?: NoInfer<Input>;
  /** One sentence. Of a switch that is on by default it says what switching it off does, as its flag is `--no-…`. */
  readonly help: string;
  /** Written to a crawl's config file even where it is the default, since it shapes the results of a resumed crawl. */
  readonly essential?: boolean;
  /** What of a value may be written to a crawl's config file. All of it when absent. */
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
