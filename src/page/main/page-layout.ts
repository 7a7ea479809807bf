import { Content } from '../html/html-tags.js';
import type { Laid } from './block-features.js';
import { Copies } from './copies.js';
import type { NameScores } from './name-scores.js';
import { readShape, type TextShape } from './text-shape.js';

/** A block of this size with few links is prose rather than a label: about fifteen words. */
const PROSE = 90;
const FEW_LINKS = 0.35;
/** Shares of the prose that the main boxes hold. */
const MAIN_SHARES = [0.6, 0.9];
/** Names further out say less. */
const FADING = 0.7;

/** How the text of a page is spread over its elements: sums by block, by place and over all, each found in one sweep. */
export class PageLayout {
  readonly count: number;
  readonly sizes: Float64Array;
  /** Share of each block that is anchor text. */
  readonly links: Float64Array;
  readonly marks: Float64Array;
  readonly digits: Float64Array;
  readonly capitals: Float64Array;
  readonly ends: Uint8Array;
  /** Size of all blocks before. */
  readonly offsets: Float64Array;
  /** The nearest block of prose before and after, or -1. */
  readonly lastProse: Int32Array;
  readonly nextProse: Int32Array;
  readonly copies: Copies;
  total = 0;
  linked = 0;
  prose = 0;
  /** Prose within articles or the main part of the page, as it names them. */
  articleProse = 0;
  /** First block in an h1, or -1. */
  headline = -1;
  articles = 0;

  readonly boxSizes: Float64Array;
  readonly boxLinks: Float64Array;
  readonly boxMarks: Float64Array;
  readonly boxBlocks: Int32Array;
  readonly firstBlock: Int32Array;
  readonly lastBlock: Int32Array;
  /** The nearest place around each that has more blocks in it, or -1. */
  readonly up: Int32Array;
  /** Children of each place that look like the one before them. */
  readonly repeats: Int32Array;
  readonly depths: Uint8Array;
  readonly ownNames: Float64Array;
  readonly bestNames: Float64Array;
  readonly worstNames: Float64Array;
  readonly sumNames: Float64Array;
  /** For each share of the prose the innermost place that holds it, or -1. */
  readonly mainBoxes: number[] = [];
  private readonly boxProse: Float64Array;

  constructor(
    private readonly page: Laid,
    names: NameScores,
  ) {
    const { length } = page.blocks;
    const places = page.places.length;
    this.count = length;
    [this.sizes, this.links, this.marks] = [
      new Float64Array(length),
      new Float64Array(length),
      new Float64Array(length),
    ];
    [this.digits, this.capitals] = [new Float64Array(length), new Float64Array(length)];
    this.ends = new Uint8Array(length);
    this.offsets = new Float64Array(length);
    [this.lastProse, this.nextProse] = [new Int32Array(length), new Int32Array(length)];
    this.copies = new Copies(length);
    [this.boxSizes, this.boxLinks] = [new Float64Array(places), new Float64Array(places)];
    [this.boxMarks, this.boxProse] = [new Float64Array(places), new Float64Array(places)];
    [this.boxBlocks, this.firstBlock] = [new Int32Array(places), new Int32Array(places).fill(length)];
    [this.lastBlock, this.up] = [new Int32Array(places).fill(-1), new Int32Array(places).fill(-1)];
    [this.repeats, this.depths] = [new Int32Array(places), new Uint8Array(places)];
    [this.ownNames, this.bestNames] = [new Float64Array(places), new Float64Array(places)];
    [this.worstNames, this.sumNames] = [new Float64Array(places), new Float64Array(places)];
    this.readBlocks();
    this.findProse();
    this.sumPlaces();
    this.readPlaces(names);
    this.findMainBoxes();
  }

  /** Whether two places are the same, or hang in the same place. */
  isSibling(one: number, other: number): boolean {
    return one === other || this.page.places[one]!.parent === this.page.places[other]!.parent;
  }

  private readBlocks(): void {
    const { text, blocks } = this.page;
    const shape: TextShape = { size: 0, marks: 0, digits: 0, capitals: 0, endsSentence: false, hash: 0 };
    for (let i = 0; i < blocks.length; i++) {
      const { start, end, linked, place } = blocks[i]!;
      readShape(text, start, end, shape);
      this.offsets[i] = this.total;
      this.sizes[i] = shape.size;
      this.links[i] = linked / Math.max(1, end - start);
      this.marks[i] = shape.marks;
      this.digits[i] = shape.digits;
      this.capitals[i] = shape.capitals;
      this.ends[i] = shape.endsSentence ? 1 : 0;
      this.total += shape.size;
      this.linked += shape.size * this.links[i]!;
      this.copies.add(i, shape.hash);
      if (place < 0) continue;
      this.boxSizes[place]! += shape.size;
      this.boxLinks[place]! += shape.size * this.links[i]!;
      this.boxMarks[place]! += shape.marks;
      this.boxBlocks[place]! += 1;
      if (this.firstBlock[place]! > i) this.firstBlock[place] = i;
      this.lastBlock[place] = i;
    }
  }

  private isProse(i: number): boolean {
    const { place } = this.page.blocks[i]!;
    if (this.sizes[i]! < PROSE || this.links[i]! > FEW_LINKS) return false;
    return place < 0 || (this.page.places[place]!.content & Content.Furniture) === 0;
  }

  private findProse(): void {
    const { count, lastProse, nextProse } = this;
    for (let i = 0, last = -1; i < count; i++) {
      if (this.isProse(i)) {
        last = i;
        this.prose += this.sizes[i]!;
        const { place } = this.page.blocks[i]!;
        if (place >= 0) this.boxProse[place]! += this.sizes[i]!;
        if (place >= 0 && this.page.places[place]!.content & Content.Article) this.articleProse += this.sizes[i]!;
      }
      lastProse[i] = last;
    }
    for (let i = count - 1, next = -1; i >= 0; i--) {
      if (lastProse[i] === i) next = i;
      nextProse[i] = next;
    }
  }

  /** Places come from the outside in, so that a sweep backwards has every sum complete before it is handed on. */
  private sumPlaces(): void {
    const { places } = this.page;
    for (let i = places.length - 1; i >= 0; i--) {
      const { parent } = places[i]!;
      if (parent < 0) continue;
      this.boxSizes[parent]! += this.boxSizes[i]!;
      this.boxLinks[parent]! += this.boxLinks[i]!;
      this.boxMarks[parent]! += this.boxMarks[i]!;
      this.boxProse[parent]! += this.boxProse[i]!;
      this.boxBlocks[parent]! += this.boxBlocks[i]!;
      if (this.firstBlock[i]! < this.firstBlock[parent]!) this.firstBlock[parent] = this.firstBlock[i]!;
      if (this.lastBlock[i]! > this.lastBlock[parent]!) this.lastBlock[parent] = this.lastBlock[i]!;
    }
  }

  private readPlaces(names: NameScores): void {
    const { places } = this.page;
    const lastChild = new Int32Array(places.length).fill(-1);
    for (let i = 0; i < places.length; i++) {
      const { parent, tag, id, classes } = places[i]!;
      const { name } = tag;
      if (name === 'article') this.articles++;
      else if (name === 'h1' && this.headline < 0) this.headline = this.firstBlock[i]!;
      // Names of the whole page say nothing of its parts.
      const own = name === 'body' || name === 'html' ? 0 : names.scoreOf(id, classes);
      this.ownNames[i] = own;
      if (parent < 0) {
        this.bestNames[i] = Math.max(0, own);
        this.worstNames[i] = Math.min(0, own);
        this.sumNames[i] = own;
        continue;
      }
      this.up[i] = this.boxBlocks[parent]! > this.boxBlocks[i]! ? parent : this.up[parent]!;
      this.depths[i] = this.depths[parent]! + 1;
      this.bestNames[i] = Math.max(this.bestNames[parent]!, own);
      this.worstNames[i] = Math.min(this.worstNames[parent]!, own);
      this.sumNames[i] = FADING * this.sumNames[parent]! + own;
      const sibling = lastChild[parent]!;
      if (sibling >= 0 && places[sibling]!.tag === tag && places[sibling]!.classes === classes)
        this.repeats[parent]! += 1;
      lastChild[parent] = i;
    }
  }

  private findMainBoxes(): void {
    const { places } = this.page;
    for (const share of MAIN_SHARES) {
      let main = -1;
      for (let i = 0; i < places.length; i++) {
        if (this.boxProse[i]! >= share * this.prose && this.prose > 0 && places[i]!.parent === main) main = i;
      }
      this.mainBoxes.push(main);
    }
  }
}
