import { UsageError } from '../failure.js';
import { nearest } from './nearest.js';
import { BadValue, type OptionKind } from './option-kind.js';
import type { ParameterValue } from './strategy-parameters.js';

/** One number, choice or switch of a strategy, settable with `--set strategy.name=value`. */
export interface Parameter<Value = unknown> {
  readonly kind: OptionKind<Value>;
  /** The paper's value where it gives one. */
  readonly default: Value;
  /** One sentence. */
  readonly help: string;
}

/** By name, in kebab-case, as users write them. */
export type ParameterTable = Readonly<Record<string, Parameter>>;

/** The values of a table's parameters. */
export type ParametersOf<Table extends ParameterTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Parameter<infer Value> ? Value : never;
};

export function parameter<Value>(kind: OptionKind<Value>, byDefault: NoInfer<Value>, help: string): Parameter<Value> {
  return { kind, default: byDefault, help };
}

/** What was set, and the defaults of all else. Throws when something is set that does not exist or cannot be. */
export function readParameters<Table extends ParameterTable>(
  strategy: string,
  table: Table,
  given: ReadonlyMap<string, ParameterValue>,
): ParametersOf<Table> {
  const values: Record<string, unknown> = {};
  for (const [name, { default: byDefault }] of Object.entries(table)) values[name] = byDefault;
  for (const [name, input] of given) {
    const known = Object.hasOwn(table, name) ? table[name] : undefined;
    if (known === undefined) throw unknownParameter(strategy, name, Object.keys(table));
    try {
      values[name] = known.kind.parse(input, 'flag');
    } catch (thrown) {
      if (!(thrown instanceof BadValue)) throw thrown;
      throw new UsageError('bad-parameter', `--set ${strategy}.${name}: ${thrown.message}.`, { strategy, name });
    }
  }
  return values as ParametersOf<Table>;
}

function unknownParameter(strategy: string, name: string, known: readonly string[]): UsageError {
  const guess = nearest(name, known);
  const hint = guess === undefined ? '' : ` Did you mean "${guess}"?`;
  const has = known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`;
  return new UsageError('unknown-parameter', `The strategy ${strategy} has no parameter "${name}"; ${has}.${hint}`);
}
