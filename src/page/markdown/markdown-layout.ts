import type { BlockStructures } from './block-structure.js';

/** Puts pieces of Markdown below each other, in the lists and quotations that they belong to. */
export class MarkdownLayout {
  private document = '';
  private current: readonly number[] = [];
  private readonly numbers = new Map<number, number>();
  private readonly numberOf = new Map<number, number>();

  constructor(private readonly structures: BlockStructures) {}

  /** A piece of one or more lines. */
  add(piece: string, containers: readonly number[]): void {
    const common = commonLength(this.current, containers);
    for (const item of containers.slice(common)) this.number(item);
    const first = this.prefix(containers, common);
    const rest = this.prefix(containers, containers.length);
    const [line, ...others] = piece.split('\n');
    this.document += this.separator(containers, common) + first + line;
    for (const other of others) this.document += `\n${`${rest}${other}`.trimEnd()}`;
    this.current = containers;
  }

  /** A line that goes on where the last piece ended. */
  continueLine(line: string): void {
    this.document += `  \n${this.prefix(this.current, this.current.length)}${line}`;
  }

  toString(): string {
    return this.document;
  }

  private separator(containers: readonly number[], common: number): string {
    if (this.document === '') return '';
    const item = containers[common];
    if (item !== undefined && this.isItem(item) && this.isNextItem(item, common)) return '\n';
    const blank = this.prefix(containers.slice(0, common), common).trimEnd();
    return `\n${blank}\n`;
  }

  /** Items of one list, and the first of a list within an item, follow without a blank line. */
  private isNextItem(item: number, common: number): boolean {
    const last = this.current[common];
    const list = this.structures.listOf(item);
    if (last !== undefined) return this.isItem(last) && this.structures.listOf(last) === list;
    return common > 0 && this.isItem(this.current[common - 1]!);
  }

  /** What stands before a line: marks of the items that begin with it, behind the first `common`. */
  private prefix(containers: readonly number[], common: number): string {
    let prefix = '';
    for (const [i, container] of containers.entries()) {
      if (!this.isItem(container)) prefix += '> ';
      else prefix += i < common ? ' '.repeat(this.bullet(container).length) : this.bullet(container);
    }
    return prefix;
  }

  private bullet(item: number): string {
    const number = this.numberOf.get(item);
    return number === undefined ? '- ' : `${number}. `;
  }

  private number(item: number): void {
    if (!this.isItem(item) || this.numberOf.has(item)) return;
    const list = this.structures.listOf(item);
    if (list < 0 || this.structures.nameOf(list) !== 'ol') return;
    const number = (this.numbers.get(list) ?? 0) + 1;
    this.numbers.set(list, number);
    this.numberOf.set(item, number);
  }

  private isItem(container: number): boolean {
    return this.structures.nameOf(container) === 'li';
  }
}

function commonLength(one: readonly number[], other: readonly number[]): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
