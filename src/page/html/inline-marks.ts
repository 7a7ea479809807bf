import { Content, type Tag } from './html-tags.js';
import type { OpenElements } from './open-elements.js';
import { Attribute, type TagAttributes } from './tag-attributes.js';

/** A stretch of the text in a different hand. */
export interface Mark {
  readonly kind: 'strong' | 'emphasis' | 'code';
  readonly start: number;
  end: number;
}

export interface Picture {
  readonly at: number;
  readonly src: string;
  readonly alt: string;
}

export interface Cell {
  readonly start: number;
  end: number;
  readonly isHeader: boolean;
}

export interface Table {
  readonly start: number;
  end: number;
  readonly rows: Cell[][];
  /** It holds another table or code, so it is there for the layout. */
  isLayout: boolean;
}

/** Preformatted text as it is written, by its place. */
export interface Listing {
  readonly place: number;
  readonly text: string;
  /** Classes of the element and of the code in it, which often name the language. */
  readonly classes: string;
}

/** More than an honest page has of any of these. */
const MOST = 50_000;

const KINDS = new Map<string, Mark['kind']>([
  ...['b', 'strong'].map((name) => [name, 'strong'] as const),
  ...['i', 'em', 'cite', 'dfn', 'var'].map((name) => [name, 'emphasis'] as const),
  ...['code', 'kbd', 'samp', 'tt'].map((name) => [name, 'code'] as const),
]);

/** What the visible text alone does not show: emphasis, code, tables and pictures. Gathered only for those who write it anew. */
export class InlineMarks {
  readonly marks: Mark[] = [];
  readonly pictures: Picture[] = [];
  readonly tables: Table[] = [];
  readonly listings: Listing[] = [];
  /** Of the open elements, by depth. */
  private readonly openMarks: (Mark | Cell | Table | undefined)[] = [];
  private readonly openTables: Table[] = [];
  private listing: { readonly depth: number; text: string; classes: string } | undefined;

  /** An element was opened; it is the innermost, `depth` elements deep. */
  open(tag: Tag, attributes: TagAttributes, depth: number, at: number): void {
    this.openMarks[depth] = undefined;
    const kind = KINDS.get(tag.name);
    if (this.listing !== undefined) {
      if (tag.name === 'code') this.listing.classes += ` ${attributes.get(Attribute.class)}`;
    } else if (kind !== undefined) this.openMarks[depth] = this.kept(this.marks, { kind, start: at, end: at });
    else if (tag.content & Content.Preformatted) this.openListing(depth, attributes);
    else this.openTablePart(tag.name, depth, at);
  }

  close(elements: OpenElements, at: number): void {
    const { depth } = elements;
    const mark = this.openMarks[depth];
    if (mark !== undefined) mark.end = at;
    this.openMarks[depth] = undefined;
    if (this.openTables.at(-1) === mark) this.openTables.pop();
    const { listing } = this;
    if (listing === undefined || listing.depth !== depth) return;
    this.listing = undefined;
    if (listing.text.trim() === '') return;
    this.kept(this.listings, { place: elements.place(), text: listing.text, classes: listing.classes });
  }

  picture(attributes: TagAttributes, at: number): void {
    const [src, alt] = [attributes.get(Attribute.src), attributes.get(Attribute.alt)];
    if (src !== '') this.kept(this.pictures, { at, src, alt });
  }

  text(source: string, start: number, end: number): void {
    if (this.listing !== undefined) this.listing.text += source.slice(start, end);
  }

  lineBreak(): void {
    const { listing } = this;
    if (listing !== undefined && listing.text !== '' && !listing.text.endsWith('\n')) listing.text += '\n';
  }

  private openListing(depth: number, attributes: TagAttributes): void {
    this.listing = { depth, text: '', classes: attributes.get(Attribute.class) };
    for (const table of this.openTables) table.isLayout = true;
  }

  private openTablePart(name: string, depth: number, at: number): void {
    if (name === 'table') {
      for (const table of this.openTables) table.isLayout = true;
      const table = this.kept(this.tables, { start: at, end: at, rows: [], isLayout: false });
      this.openTables.push(table);
      this.openMarks[depth] = table;
    } else if (name === 'tr') this.openTables.at(-1)?.rows.push([]);
    else if (name === 'td' || name === 'th') {
      const cell = { start: at, end: at, isHeader: name === 'th' };
      this.openTables.at(-1)?.rows.at(-1)?.push(cell);
      this.openMarks[depth] = cell;
    }
  }

  private kept<T>(list: T[], item: T): T {
    if (list.length < MOST) list.push(item);
    return item;
  }
}
