import { dirname } from 'node:path';
import { isMap, type Pair, type YAMLMap } from 'yaml';
import { type Given, type Layer, parseOption } from './layer.js';
import { isOptionKey, type OptionKey } from './options.js';
import { collect, type Problem, shownName, unknownName } from './problem.js';
import { MOST_PROBLEMS, nameOf, YamlFile } from './yaml-file.js';

/** Reads a YAML config file. Values are read as text, by the same rules as flags: `language: no` is Norwegian. */
export function readConfigFile(path: string, text: string): Layer {
  const problems: Problem[] = [];
  const file = YamlFile.parse(path, text, 'a config file', problems);
  const contents = file?.contents;
  if (file === undefined || contents === undefined) return { given: new Map(), problems };
  if (isMap(contents)) return new FieldReader(file, dirname(path)).read(contents);
  const where = file.placeOf(contents);
  return { given: new Map(), problems: [{ where, reason: 'must be a mapping, such as "query: jaguar car"' }] };
}

class FieldReader {
  readonly #given = new Map<OptionKey, Given>();
  readonly #problems: Problem[] = [];
  readonly #seen = new Set<string>();

  constructor(
    readonly file: YamlFile,
    readonly folder: string,
  ) {}

  read(fields: YAMLMap): Layer {
    for (const field of fields.items) {
      if (this.#problems.length >= MOST_PROBLEMS) break;
      this.#readField(field);
    }
    return { given: this.#given, problems: this.#problems };
  }

  #readField({ key, value }: Pair): void {
    const name = nameOf(key);
    const where = `${this.file.placeOf(key)}: ${shownName(name)}`;
    if (this.#seen.has(name)) {
      this.#problems.push({ where, reason: 'is given twice' });
    } else if (!isOptionKey(name)) {
      this.#problems.push({ where, reason: unknownName('field', name) });
    } else {
      const whereOf = (item: number | string | undefined) =>
        `${this.file.placeOf(value ?? key, item)}: ${shownName(name)}`;
      const parse = () => parseOption(name, this.file.valueOf(value), 'file', this.folder);
      this.#given.set(name, { where, value: collect(this.#problems, whereOf, parse) });
    }
    this.#seen.add(name);
  }
}
