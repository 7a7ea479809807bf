import { MAX_BLOCKS } from '../page-limits.js';
import { Content } from './html-tags.js';
import type { OpenElements } from './open-elements.js';
import { TextBuffer } from './text-buffer.js';

/** A stretch of the visible text between two block boundaries of the page. */
export interface Block {
  readonly start: number;
  readonly end: number;
  /** How much of it is anchor text. */
  readonly linked: number;
  /** Number of the innermost element around it among the page's places; -1 where there is none. */
  readonly place: number;
}

/** Visible text cut into blocks, with the share of anchor text in each. */
export class TextBlocks {
  readonly blocks: Block[] = [];
  private readonly buffer: TextBuffer;
  private blockStart = 0;
  private linked = 0;
  private linkMark = -1;

  constructor(limit: number) {
    this.buffer = new TextBuffer(limit);
  }

  /** Offset at which the next text will stand (or the space before it). */
  get length(): number {
    return this.buffer.length;
  }

  append(source: string, start: number, end: number, content: number): void {
    this.buffer.append(source, start, end, (content & Content.Preformatted) !== 0);
  }

  space(): void {
    this.buffer.space();
  }

  startLink(): void {
    this.linkMark = this.buffer.length;
  }

  endLink(): void {
    this.linked += this.buffer.length - this.linkMark;
    this.linkMark = -1;
  }

  /** Ends the block; tells whether there was any text in it. */
  break(elements: Pick<OpenElements, 'place'>): boolean {
    const { blockStart, buffer } = this;
    if (buffer.length === blockStart) {
      buffer.breakLine();
      return false;
    }
    const end = buffer.atLineStart ? buffer.length - 1 : buffer.length;
    if (this.linkMark >= 0) this.linked += Math.max(0, end - this.linkMark);
    buffer.breakLine();
    // A link that ends with a line of preformatted text counted the line's end too.
    const linked = Math.min(this.linked, end - blockStart);
    this.add({ start: blockStart, end, linked, place: elements.place() });
    this.blockStart = buffer.length;
    this.linked = 0;
    if (this.linkMark >= 0) this.linkMark = buffer.length;
    return true;
  }

  private add(block: Block): void {
    const { blocks } = this;
    const last = blocks.length === MAX_BLOCKS ? blocks.pop() : undefined;
    blocks.push(last === undefined ? block : { ...last, end: block.end, linked: last.linked + block.linked });
  }

  toString(): string {
    return this.buffer.toString();
  }
}
