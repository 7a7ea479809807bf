import { resolve } from 'node:path';
import { nearest } from './nearest.js';
import { badValue, mustBe, type OptionKind } from './option-kind.js';

interface Range {
  readonly min?: number;
  readonly max?: number;
}

/** A kind whose values are single; `expected` completes "must be …". */
export interface ScalarKind<Value, Input = unknown> extends OptionKind<Value, Input> {
  readonly expected: string;
}

/** One line of text that is not empty, narrowed by `accepts`. */
export function text(
  placeholder: string,
  expected = 'one line of text',
  accepts: (text: string) => boolean = () => true,
): ScalarKind<string, string> {
  return {
    placeholder,
    expected,
    parse(input) {
      const value = lineOf(input);
      if (value === undefined || !accepts(value)) throw mustBe(expected, input);
      return value;
    },
    format: (value) => value,
  };
}

/** A file or folder name, unless `isName` says that the text names something else, such as a URL. */
export function file(
  placeholder = 'file',
  expected = 'a file name',
  isName: (text: string) => boolean = () => false,
): ScalarKind<string, string> {
  return {
    ...text(placeholder, expected, (value) => isName(value) || !/^[a-z][a-z0-9+.-]*:\/\//i.test(value)),
    locate: (value, folder) => (isName(value) ? value : resolve(folder, value)),
  };
}

export function integer(range: Range = {}): ScalarKind<number, number> {
  const read = (input: string) => (/^[+-]?\d+$/.test(input) ? Number(input) : undefined);
  return numeric('n', withRange('a whole number', range), range, read, Number.isSafeInteger);
}

export function number(range: Range = {}): ScalarKind<number, number> {
  return numeric('x', withRange('a number', range), range, numberOf, Number.isFinite);
}

export function ratio(): ScalarKind<number, number> {
  return number({ min: 0, max: 1 });
}

const MILLISECONDS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** Milliseconds, written as `500ms`, `1.5s`, `10m`, `2h` or `1d`; a bare number is seconds. The range is in milliseconds. */
export function duration(range: Range = {}): ScalarKind<number, number | string> {
  const format = (value: number) => (value === 0 ? '0s' : withLargestUnit(value, MILLISECONDS));
  return measure('time', 'a duration such as 500ms, 10s or 2h', { '': 1000, ...MILLISECONDS }, range, format);
}

const BYTES = {
  TiB: 1024 ** 4,
  TB: 1000 ** 4,
  GiB: 1024 ** 3,
  GB: 1000 ** 3,
  MiB: 1024 ** 2,
  MB: 1000 ** 2,
  KiB: 1024,
  kB: 1000,
};

/** A number of bytes, written as `500k`, `10MB` or `1.5GiB`: `MB` are millions, `MiB` powers of two. */
export function bytes(range: Range = {}): ScalarKind<number, number | string> {
  const units: Record<string, number> = { '': 1, b: 1, k: 1000, m: 1000 ** 2, g: 1000 ** 3, t: 1000 ** 4 };
  for (const [name, size] of Object.entries(BYTES)) units[name.toLowerCase()] = size;
  const format = (value: number) => withLargestUnit(value, BYTES);
  return measure('bytes', 'a size such as 500k, 10MB or 1.5GiB', units, range, format);
}

const TRUTHS = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  ['yes', true],
  [false, false],
  ['false', false],
  ['no', false],
]);

export function boolean(): ScalarKind<boolean, boolean> {
  const expected = 'true or false';
  return {
    placeholder: '',
    expected,
    parse(input) {
      const value = TRUTHS.get(typeof input === 'string' ? input.trim().toLowerCase() : input);
      if (value === undefined) throw mustBe(expected, input);
      return value;
    },
    format: (value) => value,
  };
}

export function choice<const Choice extends string>(...choices: readonly Choice[]): ScalarKind<Choice, Choice> {
  const expected = `one of ${choices.join(', ')}`;
  return {
    placeholder: choices.join('|'),
    expected,
    parse(input) {
      const value = choices.find((candidate) => candidate === lineOf(input)?.toLowerCase());
      if (value !== undefined) return value;
      const near = typeof input === 'string' ? nearest(input, choices) : undefined;
      const hint = near === undefined ? '' : `; did you mean ${near}?`;
      throw badValue(mustBe(expected, input).message + hint);
    },
    format: (value) => value,
  };
}

/** A number that may be lifted: `none` is Infinity, so that comparing with the limit needs no special case. */
export function limit<Input>(kind: ScalarKind<number, Input>): ScalarKind<number, Input | 'none'> {
  return orWord(kind, 'none', Number.POSITIVE_INFINITY);
}

/** A number, or `auto` to leave it to the machine. */
export function automatic<Input>(kind: ScalarKind<number, Input>): ScalarKind<number | 'auto', Input | 'auto'> {
  return orWord(kind, 'auto', 'auto');
}

/** A number, or `off` for not at all. */
export function switchable<Input>(kind: ScalarKind<number, Input>): ScalarKind<number | 'off', Input | 'off'> {
  return orWord(kind, 'off', 'off');
}

/** A number, or one of the names that stand for some. */
export function named<const Name extends string>(
  kind: ScalarKind<number, number>,
  names: Readonly<Record<Name, number>>,
): ScalarKind<number, number | Name> {
  const known = Object.entries(names) as [Name, number][];
  const expected = `${known.map(([name]) => name).join(', ')} or ${kind.expected}`;
  return {
    placeholder: known.map(([name]) => name).join('|'),
    expected,
    parse(input, source) {
      const found = known.find(([name, value]) => name === lineOf(input)?.toLowerCase() || value === input);
      if (found !== undefined) return found[1];
      try {
        return kind.parse(input, source);
      } catch {
        throw mustBe(expected, input);
      }
    },
    format: (value) => known.find(([, meant]) => meant === value)?.[0] ?? (kind.format(value) as number),
  };
}

function orWord<Value, Input, const Word extends string, const Meaning extends Value | string>(
  kind: ScalarKind<Value, Input>,
  word: Word,
  meaning: Meaning,
): ScalarKind<Value | Meaning, Input | Word> {
  const expected = `${kind.expected} or ${word}`;
  return {
    placeholder: kind.placeholder,
    expected,
    parse(input, source) {
      if (input === meaning || lineOf(input)?.toLowerCase() === word) return meaning;
      try {
        return kind.parse(input, source);
      } catch {
        throw mustBe(expected, input);
      }
    },
    format: (value) => (value === meaning ? word : kind.format(value as Value)),
  };
}

/** The text without space around it; undefined when it is empty, has line breaks or other control characters, or is no text. */
export function lineOf(input: unknown): string | undefined {
  if (typeof input !== 'string') return undefined;
  const line = input.trim();
  return line === '' || /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(line) ? undefined : line;
}

/** The number that a text is, in decimal or exponent form. */
export function numberOf(text: string): number | undefined {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
}

function numeric(
  placeholder: string,
  expected: string,
  { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Range,
  read: (text: string) => number | undefined,
  accepts: (value: number) => boolean,
): ScalarKind<number, number> {
  return {
    placeholder,
    expected,
    parse(input) {
      const value = typeof input === 'string' ? read(input.trim()) : input;
      if (typeof value !== 'number' || !accepts(value) || value < min || value > max) throw mustBe(expected, input);
      return value + 0; // -0 becomes 0
    },
    format: (value) => value,
  };
}

/** A number with a unit, in whole base units. Units are in lower case; '' is that of a bare number. */
function measure(
  placeholder: string,
  quantity: string,
  units: Readonly<Record<string, number>>,
  range: Range,
  format: (value: number) => string,
): ScalarKind<number, number | string> {
  const expected = withRange(quantity, range, format);
  const read = (input: string) => {
    const [, amount = '', unit = ''] = /^([\d.]+)\s*([a-z]*)$/i.exec(input) ?? [];
    const size = Object.hasOwn(units, unit.toLowerCase()) ? units[unit.toLowerCase()] : undefined;
    const value = numberOf(amount);
    return value === undefined || size === undefined ? undefined : Math.round(value * size);
  };
  const kind = numeric(placeholder, expected, { min: 0, ...range }, read, Number.isSafeInteger);
  return {
    ...kind,
    // A program may pass a bare number as a number.
    parse: (input, source) => kind.parse(typeof input === 'number' ? String(input) : input, source),
    format,
  };
}

function withLargestUnit(value: number, units: Readonly<Record<string, number>>): string {
  for (const [name, size] of Object.entries(units)) {
    if (value >= size && value % size === 0) return `${value / size}${name}`;
  }
  return String(value);
}

function withRange(expected: string, { min, max }: Range, format: (bound: number) => string = String): string {
  if (min !== undefined && max !== undefined) return `${expected} (${format(min)} to ${format(max)})`;
  if (min !== undefined) return `${expected} (at least ${format(min)})`;
  return max === undefined ? expected : `${expected} (at most ${format(max)})`;
}
