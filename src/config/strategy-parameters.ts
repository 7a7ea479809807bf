import { map } from './collection-kinds.js';
import { badValue, type OptionKind } from './option-kind.js';
import { lineOf, numberOf } from './scalar-kinds.js';

export type ParameterValue = string | number | boolean;

/** Parameters of strategies, named `strategy.parameter`. Text that is a number, true or false is taken as that. */
export function strategyParameters(): OptionKind<
  ReadonlyMap<string, ParameterValue>,
  string | readonly string[] | Readonly<Record<string, ParameterValue>>
> {
  const expected = 'STRATEGY.PARAMETER=VALUE such as shark-search.gamma=0.1';
  return map<ParameterValue, ParameterValue>({
    placeholder: 'name.parameter=value',
    separator: '=',
    expected,
    parse(name, input) {
      const value = parameterValue(input);
      if (!/^[^\s=]+\.[\w-]+$/.test(name) || lineOf(name) === undefined || value === undefined) {
        throw badValue(`must be ${expected}`);
      }
      return [name, value];
    },
    format: (value) => value,
  });
}

/** The parameters given for one strategy, by their own names. */
export function parametersOf(
  all: ReadonlyMap<string, ParameterValue>,
  strategy: string,
): ReadonlyMap<string, ParameterValue> {
  const own = new Map<string, ParameterValue>();
  for (const [name, value] of all) {
    const dot = name.lastIndexOf('.');
    if (name.slice(0, dot) === strategy) own.set(name.slice(dot + 1), value);
  }
  return own;
}

function parameterValue(input: unknown): ParameterValue | undefined {
  if (typeof input === 'boolean') return input;
  if (typeof input === 'number') return Number.isFinite(input) ? input + 0 : undefined;
  const line = lineOf(input);
  if (line === undefined) return undefined;
  if (line === 'true' || line === 'false') return line === 'true';
  const number = numberOf(line);
  return number === undefined || !Number.isFinite(number) ? line : number + 0;
}
