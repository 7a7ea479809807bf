import { badValue, mustBe, type OptionKind, parseEach } from './option-kind.js';

/**
 * Several values of one kind. A text is split at `separator` where there is one; items of a list are taken whole, except
 * that each use of a repeated flag is split too. An empty text is the empty list, so that a flag can clear a file's list.
 */
export function list<Item>(
  item: OptionKind<Item, string>,
  { separator, least = 0 }: { readonly separator?: ','; readonly least?: number } = {},
): OptionKind<readonly Item[], string | readonly string[]> {
  const split = (text: unknown) =>
    typeof text === 'string' && separator !== undefined
      ? text.split(separator).filter((part) => part.trim() !== '')
      : [text];
  const { locate } = item;
  return {
    placeholder: separator === undefined ? item.placeholder : `${item.placeholder}${separator}…`,
    repeatable: true,
    parse(input, source) {
      const items = itemsOf(input);
      if (items === undefined) throw mustBe('a list', input);
      const parts = source === 'flag' || !Array.isArray(input) ? items.flatMap(split) : items;
      if (parts.length < least) throw badValue(`must have at least ${least === 1 ? 'one item' : `${least} items`}`);
      return parseEach(parts.entries(), (part) => item.parse(part, source));
    },
    format: (values) => values.map((value) => item.format(value)),
    ...(locate && {
      locate: (values: readonly Item[], folder: string) => values.map((value) => locate(value, folder)),
    }),
  };
}

interface MapEntries<Value> {
  readonly placeholder: string;
  /** Stands between name and value where both are one text. */
  readonly separator: ':' | '=';
  /** Completes "must be …". */
  readonly expected: string;
  /** What was given may be repeated in messages: it holds no secret. */
  readonly isPublic?: boolean;
  parse(name: string, value: unknown): readonly [name: string, value: Value];
  format(value: Value): unknown;
}

/**
 * Named values: a mapping, or texts with a separator. Names are unique whatever their case. A stronger source changes the
 * names it gives and keeps the others; given empty, it clears them.
 */
export function map<Value, Input>(
  entries: MapEntries<Value>,
): OptionKind<ReadonlyMap<string, Value>, string | readonly string[] | Readonly<Record<string, Input>>> {
  const wrong = (input: unknown) =>
    entries.isPublic ? mustBe(entries.expected, input) : badValue(`must be ${entries.expected}`);
  const parseText = (text: unknown) => {
    const at = typeof text === 'string' ? text.indexOf(entries.separator) : -1;
    if (typeof text !== 'string' || at < 1) throw wrong(text);
    return entries.parse(text.slice(0, at).trim(), text.slice(at + 1));
  };
  return {
    placeholder: entries.placeholder,
    repeatable: true,
    parse(input) {
      const items = itemsOf(input);
      const named = items?.entries() ?? namedOf(input);
      if (named === undefined) throw wrong(input);
      const seen = new Set<string>();
      const pairs = parseEach(named, (value, item) => {
        const pair = items ? parseText(value) : entries.parse(String(item).trim(), value);
        const [name] = pair;
        if (seen.has(name.toLowerCase())) throw badValue(`gives ${name} twice`);
        seen.add(name.toLowerCase());
        return pair;
      });
      return new Map(pairs);
    },
    format: (values) => Object.fromEntries([...values].map(([name, value]) => [name, entries.format(value)])),
    merge(values, weaker) {
      if (values.size === 0) return values;
      const given = new Set([...values.keys()].map((name) => name.toLowerCase()));
      return new Map([...[...weaker].filter(([name]) => !given.has(name.toLowerCase())), ...values]);
    },
  };
}

function itemsOf(input: unknown): readonly unknown[] | undefined {
  const items = Array.isArray(input) ? input : typeof input === 'string' ? [input] : undefined;
  const only = items?.length === 1 ? items[0] : undefined;
  return typeof only === 'string' && only.trim() === '' ? [] : items;
}

function namedOf(input: unknown): Iterable<[string, unknown]> | undefined {
  if (input instanceof Map) return [...input.keys()].every((name) => typeof name === 'string') ? input : undefined;
  return typeof input === 'object' && input !== null ? Object.entries(input) : undefined;
}
