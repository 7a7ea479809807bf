/** Where a value was written. A flag given several times arrives as a list of its texts. */
export type Source = 'flag' | 'file' | 'library';

/** How the values of an option are read and written back. `Input` is what a library user may pass. */
export interface OptionKind<Value, Input = unknown> {
  /** What stands for the value in help: `n` gives `--max-pages <n>`. Empty for a switch, which takes no value. */
  readonly placeholder: string;
  /** There is a flag with `no-` too, which takes no value and gives `false`. */
  readonly negatable?: boolean;
  /** The flag may be given several times. */
  readonly repeatable?: boolean;
  /** Throws `BadValue`. Text is read alike from every source, so a config file says what a flag says. */
  parse(input: unknown, source: Source): Value;
  /** Plain data for a config file; parsing it gives the value again. */
  format(value: Value): unknown;
  /** Makes the file names in a value absolute. They are relative to the folder of whoever wrote them. */
  locate?(value: Value, folder: string): Value;
  /** Joins the value with that of a source it wins over. Without it, the value replaces the other. */
  merge?(value: Value, weaker: Value): Value;
  /** Carries the type only. */
  readonly accepts?: Input;
}

/** What is wrong with a value, or with one item of it: `reason` completes the sentence "--max-pages: …". */
export interface Fault {
  readonly reason: string;
  /** Index or name of the wrong item. */
  readonly item?: number | string;
}

/** Everything that is wrong with one value. */
export class BadValue extends Error {
  override readonly name = 'BadValue';

  constructor(readonly faults: readonly Fault[]) {
    super(faults.map((fault) => fault.reason).join('; '));
  }
}

/** `must be a number from 1 to 9, not "x"`. */
export function mustBe(expected: string, input: unknown): BadValue {
  return new BadValue([{ reason: `must be ${expected}, not ${quote(input)}` }]);
}

export function badValue(reason: string): BadValue {
  return new BadValue([{ reason }]);
}

const MOST_FAULTS = 100;

/** Runs `parse` on each item and reports the wrong items together, up to a hundred: nobody reads more. */
export function parseEach<Item, Result>(
  items: Iterable<readonly [item: number | string, input: Item]>,
  parse: (input: Item, item: number | string) => Result,
): Result[] {
  const results: Result[] = [];
  const faults: Fault[] = [];
  for (const [item, input] of items) {
    if (faults.length === MOST_FAULTS) break;
    try {
      results.push(parse(input, item));
    } catch (thrown) {
      if (!(thrown instanceof BadValue)) throw thrown;
      for (const fault of thrown.faults) faults.push({ reason: fault.reason, item });
    }
  }
  if (faults.length > 0) throw new BadValue(faults);
  return results;
}

const LONGEST_QUOTE = 60;

/** A value as an error message shows it: on one line and short. */
export function quote(input: unknown): string {
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'object' && input !== null) return 'a mapping';
  if (typeof input !== 'string') return String(input);
  return JSON.stringify(input.length > LONGEST_QUOTE ? `${input.slice(0, LONGEST_QUOTE)}…` : input);
}
