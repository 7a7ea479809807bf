import { grown } from './grown.js';

/**
 * Numbers URLs from 0 in the order in which they come. Their text lies in one buffer: no string is kept, which would hold
 * on to the page it was cut from, and a snapshot is a copy.
 */
export class UrlIndex {
  #text = Buffer.allocUnsafe(1 << 12);
  /** Where the text of each ends; it starts where that of the one before ends. */
  #ends = new Uint32Array(64);
  #size = 0;
  /** Index + 1 at the first free slot from the text's hash on. At most half full. */
  #slots = new Uint32Array(128);

  get size(): number {
    return this.#size;
  }

  /** -1 if it is not known. */
  find(url: string): number {
    return this.#slots[this.#slotOf(this.#write(url))]! - 1;
  }

  /** The number of a URL, known or new. */
  add(url: string): number {
    const end = this.#write(url);
    const slot = this.#slotOf(end);
    const known = this.#slots[slot]!;
    if (known !== 0) return known - 1;
    this.#ends = grown(this.#ends, this.#size + 1);
    this.#ends[this.#size] = end;
    this.#slots[slot] = ++this.#size;
    if (2 * this.#size > this.#slots.length) this.#rehash(2 * this.#slots.length);
    return this.#size - 1;
  }

  urlOf(index: number): string {
    return this.#text.toString('utf8', this.#start(index), this.#ends[index]);
  }

  /** All texts, and where each of them ends: views that are valid until the next change. */
  get contents(): { text: Uint8Array; ends: Uint32Array } {
    return { text: this.#text.subarray(0, this.#start(this.#size)), ends: this.#ends.subarray(0, this.#size) };
  }

  /** Of such contents, which are copied. */
  static of({ text, ends }: UrlIndex['contents']): UrlIndex {
    const index = new UrlIndex();
    index.#text = Buffer.from(text);
    index.#ends = grown(index.#ends, ends.length);
    index.#ends.set(ends);
    index.#size = ends.length;
    let slots = index.#slots.length;
    while (slots < 2 * ends.length) slots *= 2;
    index.#rehash(slots);
    return index;
  }

  #start(index: number): number {
    return index === 0 ? 0 : this.#ends[index - 1]!;
  }

  /** Writes the URL behind the last one, where it stays if it is new; returns its end. */
  #write(url: string): number {
    const start = this.#start(this.#size);
    const most = start + 3 * url.length;
    if (most > this.#text.length) {
      const text = Buffer.allocUnsafe(2 * most);
      this.#text.copy(text, 0, 0, start);
      this.#text = text;
    }
    return start + this.#text.write(url, start);
  }

  /** The slot of the text that ends here and begins behind the last known one, or the free slot that it would get. */
  #slotOf(end: number): number {
    const [text, slots, mask] = [this.#text, this.#slots, this.#slots.length - 1];
    const start = this.#start(this.#size);
    let slot = hashOf(text, start, end) & mask;
    for (let entry = slots[slot]!; entry !== 0; entry = slots[slot]!) {
      if (isSame(text, start, end, this.#start(entry - 1), this.#ends[entry - 1]!)) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #rehash(length: number): void {
    const slots = new Uint32Array(length);
    const mask = length - 1;
    for (let index = 0; index < this.#size; index++) {
      let slot = hashOf(this.#text, this.#start(index), this.#ends[index]!) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = index + 1;
    }
    this.#slots = slots;
  }
}

/** FNV-1a, with the upper bits folded into the lower ones that are used. */
function hashOf(text: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text[at]!, 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** From the end, where URLs differ. */
function isSame(text: Uint8Array, start: number, end: number, otherStart: number, otherEnd: number): boolean {
  if (end - start !== otherEnd - otherStart) return false;
  let other = otherEnd;
  for (let at = end; at > start; ) if (text[--at] !== text[--other]) return false;
  return true;
}
