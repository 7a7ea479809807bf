import { flagOf } from './option.js';
import type { Source } from './option-kind.js';
import { isOptionKey, type OptionKey, optionTable } from './options.js';
import { collect, type Problem, shownName, unknownName } from './problem.js';

/** What one source of options says. */
export interface Layer {
  readonly given: ReadonlyMap<OptionKey, Given>;
  readonly problems: readonly Problem[];
}

export interface Given {
  /** Parsed, file names absolute; undefined when it was wrong. */
  readonly value: unknown;
  /** As problems name it: `crawl.yaml:3:1: maxPages`, `--max-pages` or `maxPages`. */
  readonly where: string;
}

/** Options as they were written, by key. Undefined means not given. */
export type RawOptions = Readonly<Record<string, unknown>>;

/** Reads the options of a program or of the command line; file names in them are relative to `folder`. */
export function readOptions(raw: RawOptions, source: Source, folder: string): Layer {
  const given = new Map<OptionKey, Given>();
  const problems: Problem[] = [];
  for (const [name, input] of Object.entries(raw)) {
    if (input === undefined) continue;
    if (!isOptionKey(name)) {
      problems.push({ where: shownName(name), reason: unknownName('option', name) });
      continue;
    }
    // The query is an argument of its own on the command line.
    const where = source === 'flag' && name !== 'query' ? flagOf(name) : name;
    given.set(name, {
      where,
      value: collect(
        problems,
        () => where,
        () => parseOption(name, input, source, folder),
      ),
    });
  }
  return { given, problems };
}

/** Throws `BadValue`. */
export function parseOption(key: OptionKey, input: unknown, source: Source, folder: string): unknown {
  const { kind } = optionTable[key];
  const value = kind.parse(input, source);
  return kind.locate ? kind.locate(value, folder) : value;
}
