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
const COUNT = Object.keys(Attribute).length;

/**
 * The attributes of the tag that is being read; filled by the tokenizer's events, reused for every tag. A value is cut out of the source when
 * somebody asks for it.
 */
export class TagAttributes {
  private readonly starts = new Int32Array(COUNT);
  private readonly ends = new Int32Array(COUNT);
  /** Values that are not in the source as they are, since they have character references. */
  private readonly texts = new Array<string | undefined>(COUNT).fill(undefined);
  private present = 0;
  private slot = NOT_WANTED;

  constructor(private readonly source: string) {}

  clear(): void {
    this.present = 0;
    this.slot = NOT_WANTED;
  }

  /** False where nobody asks for the attribute, or it has a value already: the first of several with the same name wins. */
  startValue(nameStart: number, nameEnd: number): boolean {
    const slot = SLOTS.find(this.source, nameStart, nameEnd) ?? NOT_WANTED;
    const isWanted = slot !== NOT_WANTED && !this.has(slot);
    this.slot = isWanted ? slot : NOT_WANTED;
    if (isWanted) {
      this.present |= 1 << slot;
      this.starts[slot] = 0;
      this.ends[slot] = 0;
      this.texts[slot] = undefined;
    }
    return isWanted;
  }

  addToValue(start: number, end: number): void {
    const { slot } = this;
    if (slot === NOT_WANTED) return;
    if (this.ends[slot] !== 0 || this.texts[slot] !== undefined) {
      this.texts[slot] = this.valueAt(slot) + this.source.slice(start, end);
      return;
    }
    this.starts[slot] = start;
    this.ends[slot] = end;
  }

  addCodePoint(codePoint: number): void {
    const { slot } = this;
    if (slot !== NOT_WANTED) this.texts[slot] = this.valueAt(slot) + String.fromCodePoint(codePoint);
  }

  has(slot: number): boolean {
    return (this.present & (1 << slot)) !== 0;
  }

  /** The value, or '' where the attribute is absent or empty. */
  get(slot: number): string {
    return this.has(slot) ? this.valueAt(slot) : '';
  }

  private valueAt(slot: number): string {
    return this.texts[slot] ?? this.source.slice(this.starts[slot], this.ends[slot]);
  }
}
