import { NameTable } from './name-table.js';

/** What an element means for its content; inherited by everything inside. */
export const Content = {
  Visible: 0,
  /** Text is not shown. */
  Silent: 1,
  /** Neither links nor text are part of the document. */
  Inert: 2,
  /** Site furniture rather than content. */
  Furniture: 4,
  Article: 8,
  /** Line ends are line ends. */
  Preformatted: 16,
  /** SVG and MathML: `/>` closes an element, titles are not the page's. */
  Foreign: 32,
  /** Shown where scripts do not run. */
  Unscripted: 64,
} as const;

/** How the text before and after a tag hangs together. */
export const Flow = {
  Inline: 0,
  /** A table cell: words do not run together, sentences may. */
  Cell: 1,
  Block: 2,
} as const;

export interface Tag {
  readonly name: string;
  /** The name as it stands in tag paths; '' for the root, which is the same everywhere and often left out. */
  readonly label: string;
  readonly flow: number;
  /** Bits of `Content`. */
  readonly content: number;
  readonly void: boolean;
  /** Elements that end, when innermost, as this one starts (the end tags that HTML allows to leave out). */
  readonly ends: ReadonlySet<string> | undefined;
}

const MAX_LABEL = 40;

const words = (list: string): string[] => list.split(' ');

const BLOCKS = words(
  'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main menu nav ol p ' +
    'plaintext pre search section summary table tbody tfoot thead title tr ul xmp',
);
const VOID = new Set(
  words('area base basefont bgsound br col embed frame hr img input isindex keygen link meta param source track wbr'),
);

const CONTENT: ReadonlyMap<string, number> = new Map<string, number>([
  ...words('script style noembed noframes iframe textarea select datalist title').map(
    (name) => [name, Content.Silent | Content.Inert] as const,
  ),
  ['noscript', Content.Silent | Content.Unscripted],
  ['template', Content.Silent | Content.Inert],
  ['svg', Content.Silent | Content.Foreign],
  ['math', Content.Foreign],
  ...words('nav footer aside header').map((name) => [name, Content.Furniture] as const),
  ...words('main article').map((name) => [name, Content.Article] as const),
  ...words('pre xmp listing plaintext').map((name) => [name, Content.Preformatted] as const),
]);

const PARAGRAPH = new Set(['p']);
const HEADINGS = new Set(words('h1 h2 h3 h4 h5 h6 p'));
const ROW_PARTS = new Set(words('td th'));
const ROWS = new Set(words('tr td th'));
const SECTIONS = new Set(words('thead tbody tfoot tr td th'));
const DEFINITIONS = new Set(words('dt dd p'));
const ENDS: ReadonlyMap<string, ReadonlySet<string>> = new Map<string, ReadonlySet<string>>([
  ...words(
    'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form header ' +
      'hgroup hr main menu nav ol p pre search section table ul',
  ).map((name) => [name, PARAGRAPH] as const),
  ...words('h1 h2 h3 h4 h5 h6').map((name) => [name, HEADINGS] as const),
  ...words('td th').map((name) => [name, ROW_PARTS] as const),
  ...words('thead tbody tfoot').map((name) => [name, SECTIONS] as const),
  ...words('dt dd').map((name) => [name, DEFINITIONS] as const),
  ['tr', ROWS],
  ['li', new Set(words('li p'))],
  ['a', new Set(['a'])],
  ['body', new Set(['head'])],
  ['option', new Set(['option'])],
  ['optgroup', new Set(words('option optgroup'))],
]);

const KNOWN = new NameTable<Tag>(
  [
    ...new Set([...BLOCKS, ...VOID, ...CONTENT.keys(), ...ENDS.keys(), ...words('b i u em span font strong code tt')]),
  ].map((name) => [name, describe(name)]),
);

/** The tag whose name stands at `source[start, end)`, in any case. */
export function tagAt(source: string, start: number, end: number): Tag {
  return KNOWN.find(source, start, end) ?? describe(source.slice(start, end).toLowerCase());
}

function describe(name: string): Tag {
  const flow = BLOCKS.includes(name) ? Flow.Block : name === 'td' || name === 'th' ? Flow.Cell : Flow.Inline;
  const label = name === 'html' ? '' : name.slice(0, MAX_LABEL).replace(/[^\p{L}\d_-]/gu, '-');
  const content = CONTENT.get(name) ?? Content.Visible;
  return { name, label, flow, content, void: VOID.has(name), ends: ENDS.get(name) };
}
