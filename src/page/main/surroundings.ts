import type { Laid } from './block-features.js';
import type { PageLayout } from './page-layout.js';

/** Blocks on each side whose verdicts are looked at. */
const REACH = 4;
const LEVELS = 4;
/** Log-odds beyond this are as good as certain. */
const CERTAIN = 6;

const steps = (count: number, name: string): string[] => Array.from({ length: count }, (_, i) => `${name} ${i + 1}`);
export const surroundingNames: readonly string[] = [
  'own',
  ...steps(REACH, 'before'),
  ...steps(REACH, 'behind'),
  ...steps(LEVELS, 'box'),
  'page',
  'kept before',
  'nothing before',
  'nothing behind',
  'stretch',
  'size',
];

/** What the first verdicts on a page say about a block: its own, those of its neighbours, of the boxes around it, of the page. */
export class Surroundings {
  private readonly chances: Float64Array;
  private readonly boxKept: Float64Array;
  private readonly share: number;
  private readonly before: Float64Array;
  private readonly around: Float64Array;

  constructor(
    private readonly page: Pick<Laid, 'blocks' | 'places'>,
    private readonly layout: PageLayout,
    private readonly odds: Float64Array,
  ) {
    const { blocks, places } = page;
    const { sizes, count, total, boxSizes } = layout;
    this.chances = new Float64Array(count);
    this.boxKept = new Float64Array(boxSizes.length);
    this.before = new Float64Array(count + 1);
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const chance = 1 / (1 + Math.exp(-odds[i]!));
      this.chances[i] = chance;
      this.before[i] = kept;
      kept += chance * sizes[i]!;
      const { place } = blocks[i]!;
      if (place >= 0) this.boxKept[place]! += chance * sizes[i]!;
    }
    this.before[count] = kept;
    this.share = kept / total;
    for (let i = places.length - 1; i >= 0; i--) {
      const { parent } = places[i]!;
      if (parent >= 0) this.boxKept[parent]! += this.boxKept[i]!;
    }
    this.around = this.smoothed();
  }

  /** Verdicts averaged over a wider stretch, by size, fading with distance. */
  private smoothed(): Float64Array {
    const { chances } = this;
    const { sizes, count } = this.layout;
    const result = new Float64Array(count);
    const fade = 0.9;
    let [sum, weight] = [0, 0];
    const sums = new Float64Array(count);
    const weights = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      [sums[i], weights[i]] = [sum, weight];
      sum = fade * (sum + chances[i]! * sizes[i]!);
      weight = fade * (weight + sizes[i]!);
    }
    [sum, weight] = [0, 0];
    for (let i = count - 1; i >= 0; i--) {
      result[i] = (sums[i]! + sum) / Math.max(1, weights[i]! + weight);
      sum = fade * (sum + chances[i]! * sizes[i]!);
      weight = fade * (weight + sizes[i]!);
    }
    return result;
  }

  fill(block: number, x: Float64Array): void {
    const { odds, chances, layout, boxKept } = this;
    const { count, up, boxSizes, sizes } = layout;
    x.fill(0);
    x[0] = Math.max(-CERTAIN, Math.min(CERTAIN, odds[block]!)) / 3;
    for (let d = 1; d <= REACH; d++) {
      if (block >= d) x[d] = chances[block - d]! - 0.5;
      if (block + d < count) x[REACH + d] = chances[block + d]! - 0.5;
    }
    let at = 1 + 2 * REACH;
    let box = this.page.blocks[block]!.place;
    for (let level = 0; level < LEVELS; level++, at++) {
      if (box >= 0) box = up[box]!;
      if (box < 0) continue;
      // Without itself.
      const [size, kept] = [boxSizes[box]! - sizes[block]!, boxKept[box]! - chances[block]! * sizes[block]!];
      if (size > 0) x[at] = kept / size - 0.5;
    }
    const keptBefore = this.before[block]! / Math.max(1, this.before[count]!);
    x[at++] = this.share - 0.5;
    x[at++] = keptBefore;
    x[at++] = keptBefore < 0.01 ? 1 : 0;
    x[at++] = keptBefore > 0.99 ? 1 : 0;
    x[at++] = this.around[block]! - 0.5;
    x[at] = Math.log1p(sizes[block]!) / 4;
  }
}
