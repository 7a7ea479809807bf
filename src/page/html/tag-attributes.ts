import { NameTable } from './name-table.js';

/** The attributes that say something about text, links or the page. All others are never read out of the source. */
export const Attribute = {
  id: 0,
  class: 1,
  href: 2,
  src: 3,
  rel: 4,
  alt: 5,
  title: 6,
  'aria-label': 7,
  name: 8,
  property: 9,
  content: 10,
  itemprop: 11,
  datetime: 12,
  pubdate: 13,
  hidden: 14,
  style: 15,
  lang: 16,
  'http-equiv': 17,
  type: 18,
  role: 19,
  'xml:lang': 20,
} as const;

const SLOTS = new NameTable(Object.entries(Attribute));
const NOT_WANTED = -1;

/** The attributes of the tag that is being read; filled by the tokenizer's events, reused for every tag. */
export class TagAttributes {
  private readonly values: string[] = new Array<string>(Object.keys(Attribute).length).fill('');
  private present = 0;
  private slot = NOT_WANTED;

  constructor(private readonly source: string) {}

  clear(): void {
    this.present = 0;
    this.slot = NOT_WANTED;
  }

  startValue(nameStart: number, nameEnd: number): void {
    this.slot = SLOTS.find(this.source, nameStart, nameEnd) ?? NOT_WANTED;
    if (this.slot === NOT_WANTED) return;
    // The first of several attributes with the same name wins.
    if (this.present & (1 << this.slot)) this.slot = NOT_WANTED;
    else {
      this.present |= 1 << this.slot;
      this.values[this.slot] = '';
    }
  }

  addToValue(start: number, end: number): void {
    if (this.slot !== NOT_WANTED) this.values[this.slot] += this.source.slice(start, end);
  }

  addCodePoint(codePoint: number): void {
    if (this.slot !== NOT_WANTED) this.values[this.slot] += String.fromCodePoint(codePoint);
  }

  has(slot: number): boolean {
    return (this.present & (1 << slot)) !== 0;
  }

  /** The value, or '' where the attribute is absent or empty. */
  get(slot: number): string {
    return this.has(slot) ? (this.values[slot] as string) : '';
  }
}
