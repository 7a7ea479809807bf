import type { Queries } from '../postgres-database.js';

/** Numbers that no other worker has: taken from a counter of the crawl in blocks, so that most of them cost no question. */
export class NumberBlocks {
  private readonly blocks: { next: number; end: number }[] = [];
  /** The last one that was taken here. */
  last = 0;

  constructor(
    private readonly db: Queries,
    private readonly name: 'url' | 'host' | 'visit',
    private readonly size: number,
  ) {}

  /** So many can be taken from here on. */
  async ensure(count: number): Promise<void> {
    const left = this.blocks.reduce((sum, { next, end }) => sum + end - next, 0);
    if (left >= count) return;
    const more = Math.max(count - left, this.size);
    const [row] = await this.db.query<{ value: number }>(
      'UPDATE counter SET value = value + $2 WHERE name = $1 RETURNING value',
      [this.name, more],
    );
    const end = row!.value + 1;
    const tail = this.blocks.at(-1);
    if (tail?.end === end - more) tail.end = end;
    else this.blocks.push({ next: end - more, end });
  }

  take(): number {
    const block = this.blocks[0]!;
    this.last = block.next++;
    if (block.next === block.end) this.blocks.shift();
    return this.last;
  }

  /** What was not taken is for others, as long as they have not taken any since. */
  async giveBack(): Promise<void> {
    const block = this.blocks.pop();
    this.blocks.length = 0;
    if (block === undefined) return;
    await this.db.query('UPDATE counter SET value = $2 WHERE name = $1 AND value = $3', [
      this.name,
      block.next - 1,
      block.end - 1,
    ]);
  }
}
