import { Spacing, spacingOf } from '../one-line.js';

const NEWLINE = 10;
const SPACE = 32;

/** Units kept between pages; a larger page takes a buffer of its own, so that one giant does not pin memory. */
const SHARED_UNITS = 1 << 18;
const shared = new Uint16Array(SHARED_UNITS);

/**
 * The visible text of a page as it grows: words separated by single spaces, lines by single newlines. Everything else
 * that is known of the page's text (blocks, anchors, sentences) is a pair of offsets into it, so no text is copied
 * twice. Reading a page is synchronous, so all pages share one array: only one TextBuffer may be in use at a time.
 */
export class TextBuffer {
  length = 0;
  private readonly units: Uint16Array;
  private readonly capacity: number;
  private spacePending = false;
  private seenBits = 0;

  constructor(limit: number) {
    this.capacity = limit;
    this.units = limit <= SHARED_UNITS ? shared : new Uint16Array(limit);
  }

  get atLineStart(): boolean {
    return this.length === 0 || this.units[this.length - 1] === NEWLINE;
  }

  /** Appends `source[start, end)`; line ends count as spaces unless `keepLines`. */
  append(source: string, start: number, end: number, keepLines: boolean): void {
    const { units, capacity } = this;
    let { length, spacePending, seenBits } = this;
    let lineStart = this.atLineStart;
    for (let i = start; i < end && length < capacity; i++) {
      const code = source.charCodeAt(i);
      if (code > SPACE && code < 0x7f ? false : spacingOf(code) !== Spacing.None) {
        if (keepLines && code === NEWLINE && !lineStart) {
          units[length++] = NEWLINE;
          lineStart = true;
          spacePending = false;
        } else if (!spacePending) spacePending = spacingOf(code) === Spacing.Space;
        continue;
      }
      if (spacePending) {
        spacePending = false;
        if (!lineStart) {
          units[length++] = SPACE;
          if (length === capacity) break;
        }
      }
      lineStart = false;
      units[length++] = code;
      seenBits |= code;
    }
    this.length = length;
    this.spacePending = spacePending;
    this.seenBits = seenBits;
  }

  space(): void {
    this.spacePending = true;
  }

  /** Ends the line, if anything stands on it. */
  breakLine(): void {
    this.spacePending = false;
    if (this.length < this.capacity && !this.atLineStart) this.units[this.length++] = NEWLINE;
  }

  toString(): string {
    const { length, units } = this;
    // A string of bytes is half the size and quicker to search, and most pages fit into one.
    if (this.seenBits < 0x100) {
      const bytes = Buffer.allocUnsafe(length);
      for (let i = 0; i < length; i++) bytes[i] = units[i] as number;
      return bytes.toString('latin1');
    }
    return Buffer.from(units.buffer, units.byteOffset, length * 2).toString('utf16le');
  }
}
