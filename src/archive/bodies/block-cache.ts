/** Fetches bytes of a file that never changes: fewer than asked for where it ends, undefined where there is no such file. */
export type FetchRange = (file: string, offset: number, length: number) => Promise<Buffer | undefined>;

const BLOCK_BYTES = 256 * 1024;
const MOST_BLOCKS = 128;

/**
 * Blocks of remote files that were read lately (32 MiB). Records that follow each other, as an export reads them, come out of one request
 * for many; blocks that are wanted together are fetched together, and one that is on its way is waited for.
 */
export class BlockCache {
  /** The least recently used first. */
  private readonly blocks = new Map<string, Promise<Buffer | undefined>>();

  constructor(
    private readonly fetch: FetchRange,
    private readonly blockBytes = BLOCK_BYTES,
    private readonly mostBlocks = MOST_BLOCKS,
  ) {}

  /** Undefined where the file does not have all of these bytes. */
  async read(file: string, offset: number, length: number): Promise<Buffer | undefined> {
    const numbers = this.numbersOf(offset, length);
    this.want(file, numbers);
    const wanted = numbers.map((number) => this.use(keyOf(file, number)));
    this.shrink();
    const parts = await Promise.all(wanted);
    if (parts.some((part) => part === undefined)) return undefined;
    const start = offset - numbers[0]! * this.blockBytes;
    const bytes = Buffer.concat(parts as Buffer[]).subarray(start, start + length);
    return bytes.length < length ? undefined : bytes;
  }

  forget(file: string, offset: number, length: number): void {
    for (const number of this.numbersOf(offset, length)) this.blocks.delete(keyOf(file, number));
  }

  private numbersOf(offset: number, length: number): number[] {
    const first = Math.floor(offset / this.blockBytes);
    const last = Math.floor((offset + Math.max(1, length) - 1) / this.blockBytes);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  }

  /** Asks for what is not there, one request for each run of blocks. */
  private want(file: string, numbers: readonly number[]): void {
    for (let from = 0; from < numbers.length; from++) {
      if (this.blocks.has(keyOf(file, numbers[from]!))) continue;
      let to = from;
      while (to + 1 < numbers.length && !this.blocks.has(keyOf(file, numbers[to + 1]!))) to++;
      const first = numbers[from]!;
      const run = this.fetch(file, first * this.blockBytes, (to - from + 1) * this.blockBytes);
      for (let number = first; number <= numbers[to]!; number++) this.keep(file, number, first, run);
      from = to;
    }
  }

  private keep(file: string, number: number, first: number, run: Promise<Buffer | undefined>): void {
    const key = keyOf(file, number);
    const start = (number - first) * this.blockBytes;
    const block = run.then((bytes) => bytes?.subarray(start, start + this.blockBytes));
    this.blocks.set(key, block);
    // A file that is not there may come, and what failed may succeed.
    const drop = () => this.blocks.get(key) === block && this.blocks.delete(key);
    block.then((bytes) => bytes === undefined && drop(), drop);
  }

  private use(key: string): Promise<Buffer | undefined> {
    const block = this.blocks.get(key)!;
    this.blocks.delete(key);
    this.blocks.set(key, block);
    return block;
  }

  private shrink(): void {
    for (const key of this.blocks.keys()) {
      if (this.blocks.size <= this.mostBlocks) return;
      this.blocks.delete(key);
    }
  }
}

function keyOf(file: string, number: number): string {
  return `${file} ${number}`;
}
