import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';
import { oneLine } from '../page/one-line.js';
import { badValue, parseEach } from './option-kind.js';
import { type Problem, shownName } from './problem.js';

const LONGEST_FILE = 1_000_000;
const LONGEST_REASON = 300;
const DEEPEST = 100; // lists in a field of a topic are four levels
const MOST_ALIASES = 50; // each may stand for as much as the file holds
/** Nobody reads more. */
export const MOST_PROBLEMS = 100;

type Meanings = ReadonlyMap<Alias, unknown>;

/**
 * A YAML file (JSON is YAML too) from anybody. There are no tags, so nothing in it is run, and all scalars are text. A value is
 * one text, a list of texts or a mapping of names to texts, and nothing deeper: aliases cannot multiply.
 */
export class YamlFile {
  /** The node that the file is; undefined where it says nothing. */
  readonly contents: unknown;
  readonly #meanings: Meanings;
  readonly #at: (offset: number) => string;

  private constructor(contents: unknown, meanings: Meanings, at: (offset: number) => string) {
    this.contents = contents === null || (isScalar(contents) && contents.value === '') ? undefined : contents;
    this.#meanings = meanings;
    this.#at = at;
  }

  /** Undefined when it cannot be read: the problems say why. `noun` is what it should be, such as `a config file`. */
  static parse(path: string, text: string, noun: string, problems: Problem[]): YamlFile | undefined {
    if (text.length > LONGEST_FILE) {
      problems.push({ where: path, reason: `is longer than the 1 MB of ${noun}` });
      return undefined;
    }
    if (isTooDeep(text)) {
      problems.push({ where: path, reason: 'is nested too deeply' });
      return undefined;
    }
    const lines = new LineCounter();
    const document = parseDocument(text, {
      schema: 'failsafe',
      resolveKnownTags: false, // not even those of the standard, such as !!binary
      uniqueKeys: false, // left to the caller: the library compares every key with every other
      prettyErrors: false,
      logLevel: 'error', // unknown tags are reported below instead of printed
      lineCounter: lines,
    });
    const at = (offset: number) => {
      const { line, col } = lines.linePos(offset);
      return `${path}:${line}:${col}`;
    };
    const faults = [...document.errors, ...document.warnings].slice(0, MOST_PROBLEMS);
    for (const fault of faults) problems.push({ where: at(fault.pos[0]), reason: syntaxReason(fault) });
    if (faults.length > 0) return undefined;
    const meanings = aliasesIn(document);
    if (meanings.size > MOST_ALIASES) {
      problems.push({ where: path, reason: `has more than ${MOST_ALIASES} aliases` });
      return undefined;
    }
    return new YamlFile(document.contents, meanings, at);
  }

  /** Where a node stands, or an item of it: `crawl.yaml:3:11`. */
  placeOf(node: unknown, item?: number | string): string {
    if (isSeq(node) && typeof item === 'number') return this.#at(offsetOf(node.items[item]) ?? offsetOf(node) ?? 0);
    if (isMap(node) && item !== undefined) {
      const entry = node.items.findLast(({ key }) => isScalar(key) && String(key.value) === item);
      return this.#at(offsetOf(entry?.key) ?? offsetOf(node) ?? 0);
    }
    return this.#at(offsetOf(node) ?? 0);
  }

  /** A text, a list of texts, or a map of texts. Throws `BadValue`. */
  valueOf(node: unknown): unknown {
    const target = this.#resolve(node);
    if (isSeq(target)) return parseEach(target.items.entries(), (item) => this.#textOf(item));
    if (isMap(target)) return this.#mapOf(target);
    if (isBlank(target)) throw badValue('has no value; give one or remove the field');
    return this.#textOf(target);
  }

  #mapOf(map: YAMLMap): ReadonlyMap<string, string> {
    const entries = new Map<string, string>();
    const named = map.items.map(({ key, value }) => [nameOf(key), value] as const);
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
    const target = this.#meanings.get(node);
    if (target === undefined) throw badValue(`refers to &${shownName(node.source)}, which is not there`);
    return target;
  }
}

/**
 * The library reads nested collections by recursion. Where these use up the stack, the process may end before anything can be
 * caught, so the levels are counted first, by its parser alone, which has a stack of its own.
 */
function isTooDeep(text: string): boolean {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > DEEPEST) return true;
  }
  return false;
}

/** The name that a key of a mapping is; '' for a key that is no text. */
export function nameOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : '';
}

/** What each alias stands for; undefined where nothing before it has its name. The library walks over the file for each. */
function aliasesIn(document: Document.Parsed): Meanings {
  const anchored = new Map<string, unknown>();
  const meanings = new Map<Alias, unknown>();
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node)) meanings.set(node, anchored.get(node.source));
      else if (node.anchor !== undefined) anchored.set(node.anchor, node);
    },
  });
  return meanings;
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
  // Some messages quote the file, line ends and all.
  return `is not valid YAML: ${oneLine(message, LONGEST_REASON)}`;
}
