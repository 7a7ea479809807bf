/** Finds what belongs to a name in the source, in any case, without cutting the name out of it. */
export class NameTable<T> {
  private readonly mask: number;
  private readonly names: (string | undefined)[];
  private readonly values: (T | undefined)[];

  /** Names are in lower-case ASCII. */
  constructor(entries: Iterable<readonly [name: string, value: T]>) {
    const all = [...entries];
    // At most a quarter full, so that most look-ups end at the first slot.
    const size = 2 ** Math.ceil(Math.log2(4 * all.length));
    this.mask = size - 1;
    this.names = new Array<string | undefined>(size).fill(undefined);
    this.values = new Array<T | undefined>(size).fill(undefined);
    for (const [name, value] of all) {
      let slot = hash(name, 0, name.length) & this.mask;
      while (this.names[slot] !== undefined) slot = (slot + 1) & this.mask;
      this.names[slot] = name;
      this.values[slot] = value;
    }
  }

  /** What belongs to the name at `source[start, end)`. */
  find(source: string, start: number, end: number): T | undefined {
    let slot = hash(source, start, end) & this.mask;
    for (let name = this.names[slot]; name !== undefined; name = this.names[slot]) {
      if (isSame(name, source, start, end)) return this.values[slot];
      slot = (slot + 1) & this.mask;
    }
    return undefined;
  }
}

/** Only the first characters count: names that matter are short, and names in a hostile page are not. */
const HASHED = 12;

function hash(source: string, start: number, end: number): number {
  let value = end - start;
  const last = Math.min(end, start + HASHED);
  for (let i = start; i < last; i++) value = (Math.imul(value, 31) + lower(source.charCodeAt(i))) | 0;
  return value ^ (value >>> 7);
}

function isSame(name: string, source: string, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) !== lower(source.charCodeAt(start + i))) return false;
  return true;
}

function lower(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}
