import { dirname } from 'node:path';
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';
import { type Given, type Layer, parseOption } from './layer.js';
import { badValue, parseEach } from './option-kind.js';
import { isOptionKey, type OptionKey } from './options.js';
import { collect, type Problem, shownName, unknownName } from './problem.js';

const LONGEST_FILE = 1_000_000;
const MOST_ALIASES = 50; // finding what one means takes a walk over the file
const MOST_PROBLEMS = 100;

/**
 * Reads a YAML config file. A field holds one value, a list of values or a mapping of names to values, and nothing deeper:
 * aliases cannot multiply. Values are read as text, by the same rules as flags: `language: no` is Norwegian.
 */
export function readConfigFile(path: string, text: string): Layer {
  if (text.length > LONGEST_FILE) return unreadable(path, 'is longer than the 1 MB of a config file');
  const lines = new LineCounter();
  const document = parseDocument(text, {
    schema: 'failsafe',
    uniqueKeys: false, // checked below: the library compares every key with every other
    prettyErrors: false,
    logLevel: 'error', // unknown tags are reported below instead of printed
    lineCounter: lines,
  });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${path}:${line}:${col}`;
  };
  const faults = [...document.errors, ...document.warnings].slice(0, MOST_PROBLEMS);
  if (faults.length > 0) {
    return {
      given: new Map(),
      problems: faults.map((fault) => ({ where: at(fault.pos[0]), reason: syntaxReason(fault) })),
    };
  }
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === '')) return { given: new Map(), problems: [] };
  if (!isMap(contents))
    return unreadable(at(offsetOf(contents) ?? 0), 'must be a mapping, such as "query: jaguar car"');
  if (aliasesIn(document) > MOST_ALIASES) return unreadable(path, `has more than ${MOST_ALIASES} aliases`);
  return new FieldReader(document, at, dirname(path)).read(contents);
}

class FieldReader {
  readonly #given = new Map<OptionKey, Given>();
  readonly #problems: Problem[] = [];
  readonly #seen = new Set<string>();

  constructor(
    readonly document: Document.Parsed,
    readonly at: (offset: number) => string,
    readonly folder: string,
  ) {}

  read(fields: YAMLMap): Layer {
    for (const field of fields.items) {
      if (this.#problems.length >= MOST_PROBLEMS) break;
      this.#readField(field);
    }
    return { given: this.#given, problems: this.#problems };
  }

  #readField({ key, value: node }: Pair): void {
    const keyOffset = offsetOf(key) ?? 0;
    const name = isScalar(key) ? String(key.value) : '';
    const place = (offset = keyOffset) => `${this.at(offset)}: ${shownName(name)}`;
    if (this.#seen.has(name)) {
      this.#problems.push({ where: place(), reason: 'is given twice' });
    } else if (!isOptionKey(name)) {
      this.#problems.push({ where: place(), reason: unknownName('field', name) });
    } else {
      const whereOf = (item: number | string | undefined) => place(this.#itemOffset(node, item));
      const parse = () => parseOption(name, this.#plain(node), 'file', this.folder);
      this.#given.set(name, { where: place(), value: collect(this.#problems, whereOf, parse) });
    }
    this.#seen.add(name);
  }

  /** The value of a field: text, a list of texts, or a map of texts. */
  #plain(node: unknown): unknown {
    const target = this.#resolve(node);
    if (isSeq(target)) return parseEach(target.items.entries(), (item) => this.#textOf(item));
    if (isMap(target)) return this.#mapOf(target);
    if (isBlank(target)) throw badValue('has no value; give one or remove the field');
    return this.#textOf(target);
  }

  #mapOf(map: YAMLMap): ReadonlyMap<string, string> {
    const entries = new Map<string, string>();
    const named = map.items.map(({ key, value }) => [isScalar(key) ? String(key.value) : '', value] as const);
    parseEach(named, (value, name) => {
      if (entries.has(String(name))) throw badValue(`gives ${shownName(String(name))} twice`);
      entries.set(String(name), this.#textOf(value));
    });
    return entries;
  }

  #textOf(node: unknown): string {
    const target = this.#resolve(node);
    if (isSeq(target) || isMap(target)) throw badValue('must have plain values, not lists or mappings inside');
    return isScalar(target) ? String(target.value ?? '') : '';
  }

  #resolve(node: unknown): unknown {
    if (!isAlias(node)) return node;
    const target = (node as Alias).resolve(this.document);
    if (target === undefined) throw badValue(`refers to &${shownName((node as Alias).source)}, which is not there`);
    return target;
  }

  #itemOffset(node: unknown, item: number | string | undefined): number | undefined {
    if (isSeq(node) && typeof item === 'number') return offsetOf(node.items[item]) ?? offsetOf(node);
    if (isMap(node) && item !== undefined) {
      const entry = node.items.findLast(({ key }) => isScalar(key) && String(key.value) === item);
      return offsetOf(entry?.key) ?? offsetOf(node);
    }
    return offsetOf(node);
  }
}

function aliasesIn(document: Document.Parsed): number {
  let count = 0;
  visit(document, {
    Alias: () => {
      count++;
    },
  });
  return count;
}

function offsetOf(node: unknown): number | undefined {
  return (node as { readonly range?: readonly number[] | null } | null | undefined)?.range?.[0];
}

/** Nothing after the colon, or YAML's words for nothing. */
function isBlank(node: unknown): boolean {
  return node === null || (isScalar(node) && node.type === 'PLAIN' && /^(?:|~|null)$/i.test(String(node.value ?? '')));
}

function syntaxReason({ code, message }: { readonly code: string; readonly message: string }): string {
  if (code === 'TAG_RESOLVE_FAILED') return 'YAML tags (!…) are not allowed';
  if (code === 'MULTIPLE_DOCS') return 'there must be only one document in the file';
  if (message.includes('call stack')) return 'is nested too deeply';
  return `is not valid YAML: ${message}`;
}

function unreadable(where: string, reason: string): Layer {
  return { given: new Map(), problems: [{ where, reason }] };
}
