import type { CollectedHtml } from '../html/html-collector.js';
import type { InlineMarks, Listing, Table } from '../html/inline-marks.js';
import { BlockStructures } from './block-structure.js';
import { codeListing } from './code-listing.js';
import { escapeLineStart } from './escape-markdown.js';
import { InlineMarkdown, type MarkdownOptions } from './inline-markdown.js';
import { MarkdownLayout } from './markdown-layout.js';
import { isDataTable, markdownTable } from './markdown-table.js';

export type MarkedHtml = CollectedHtml & { readonly marks: InlineMarks };

/** The kept blocks of a page as Markdown: headings, lists, quotations, tables, code, links. `base` is what links are relative to. */
export function markdownOf(page: MarkedHtml, kept: Uint8Array, base: string, options: MarkdownOptions = {}): string {
  return new MarkdownWriter(page, kept, base, options).write();
}

class MarkdownWriter {
  private readonly structures: BlockStructures;
  private readonly inline: InlineMarkdown;
  private readonly layout: MarkdownLayout;
  private readonly tables: readonly Table[];
  private readonly listings: ReadonlyMap<number, Listing>;
  private nextTable = 0;
  private lastListing = -1;

  constructor(
    private readonly page: MarkedHtml,
    private readonly kept: Uint8Array,
    base: string,
    options: MarkdownOptions,
  ) {
    this.structures = new BlockStructures(page.places);
    this.inline = new InlineMarkdown(page, page.marks, base, options);
    this.layout = new MarkdownLayout(this.structures);
    this.tables = page.marks.tables.filter(isDataTable);
    this.listings = new Map(page.marks.listings.map((listing) => [listing.place, listing]));
  }

  write(): string {
    const { blocks } = this.page;
    for (let i = 0; i < blocks.length; ) {
      if (!this.kept[i]) i++;
      else i = this.writeTable(i) ?? this.writeBlock(i);
    }
    return this.layout.toString();
  }

  /** Writes the table that the block is in, if it is in one, and returns the first block behind it. */
  private writeTable(i: number): number | undefined {
    const { blocks } = this.page;
    const { start, place } = blocks[i]!;
    while (this.nextTable < this.tables.length && this.tables[this.nextTable]!.end <= start) this.nextTable++;
    const table = this.tables[this.nextTable];
    if (table === undefined || table.start > start) return undefined;
    let next = i;
    const starts: number[] = [];
    for (; next < blocks.length && blocks[next]!.start < table.end; next++)
      if (this.kept[next]) starts.push(blocks[next]!.start);
    const rows = table.rows.filter((row) => row.length > 0 && this.isRowKept(row[0]!.start, row.at(-1)!.end, i, next));
    if (rows.length < 2) return undefined;
    const caption = this.captionOf(table, i);
    const { containers } = this.structures.of(place);
    if (caption !== '') this.layout.add(caption, containers);
    this.layout.add(
      markdownTable(rows, (cell) => this.inline.write(cell.start, cell.end, cell.isHeader)),
      containers,
    );
    return next;
  }

  private isRowKept(start: number, end: number, from: number, to: number): boolean {
    const { blocks } = this.page;
    for (let i = from; i < to; i++) if (this.kept[i] && blocks[i]!.end > start && blocks[i]!.start < end) return true;
    return false;
  }

  /** What stands in a table before its first row. */
  private captionOf({ rows }: Table, i: number): string {
    const { start, end } = this.page.blocks[i]!;
    const first = rows.find(({ length }) => length > 0)![0]!;
    return end <= first.start ? escapeLineStart(this.inline.write(start, end)) : '';
  }

  private writeBlock(i: number): number {
    const { blocks } = this.page;
    const { start, end, place } = blocks[i]!;
    const structure = this.structures.of(place);
    const { containers, heading, listing } = structure;
    if (listing >= 0) this.writeListing(listing, start, end);
    else {
      const line = this.inline.write(start, end, heading > 0 || structure.isTerm);
      if (line === '') return i + 1;
      if (heading > 0) this.layout.add(`${'#'.repeat(heading)} ${this.withSamePlace(line, i)}`, containers);
      else if (structure.isTerm) this.layout.add(`**${line}**`, containers);
      else if (this.continues(i)) this.layout.continueLine(escapeLineStart(line));
      else this.layout.add(escapeLineStart(line), containers);
      if (heading > 0) return this.endOfPlace(i);
    }
    return i + 1;
  }

  /** Whether only a line break parts a block from the one before. */
  private continues(i: number): boolean {
    const { blocks, text } = this.page;
    if (i === 0 || !this.kept[i - 1] || blocks[i - 1]!.place !== blocks[i]!.place) return false;
    return blocks[i]!.place >= 0 && text.charCodeAt(blocks[i]!.start - 1) === 10 && !this.isAcrossRows(i);
  }

  /** Rows of one table part share a place only where the source leaves them out. */
  private isAcrossRows(i: number): boolean {
    return /^(?:tbody|thead|table|body|html)$/.test(this.structures.nameOf(this.page.blocks[i]!.place));
  }

  /** The lines of a heading on one line. */
  private withSamePlace(line: string, i: number): string {
    const { blocks } = this.page;
    let whole = line;
    for (let next = i + 1; next < this.endOfPlace(i); next++)
      whole += ` ${this.inline.write(blocks[next]!.start, blocks[next]!.end, true)}`;
    return whole;
  }

  private endOfPlace(i: number): number {
    const { blocks } = this.page;
    let next = i + 1;
    while (next < blocks.length && this.kept[next] && blocks[next]!.place === blocks[i]!.place) next++;
    return next;
  }

  /** Code stands outside of lists and quotations, where every reader sees where it ends; all of it at its first block. */
  private writeListing(place: number, start: number, end: number): void {
    if (this.lastListing === place) return;
    const listing = this.listings.get(place);
    const text = listing?.text ?? this.page.text.slice(start, end);
    if (listing !== undefined) this.lastListing = place;
    this.layout.add(codeListing(text, `${listing?.classes ?? ''} ${this.structures.classesAround(place)}`), []);
  }
}
