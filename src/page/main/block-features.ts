import type { CollectedHtml } from '../html/html-collector.js';
import { Content } from '../html/html-tags.js';
import type { NameScores } from './name-scores.js';
import { PageLayout } from './page-layout.js';

export type Laid = Pick<CollectedHtml, 'text' | 'blocks' | 'places' | 'title' | 'published' | 'author'>;

/** What the innermost elements of a block are, one feature each; the ancestors up to the next block of text count. */
const LEAVES = 'p li h1 h2 h3 h4 tr pre blockquote dd dt figcaption a button label div span td body summary'.split(' ');
/** Elements anywhere around a block. */
const AROUND = 'article main nav header footer aside form ul ol table figure blockquote a section details button'.split(
  ' ',
);
const LEAF_AT = new Map(LEAVES.map((name, at) => [name === 'h5' || name === 'h6' ? 'h4' : name, at]));
const AROUND_AT = new Map(AROUND.map((name, at) => [name, at]));

const HEADLINE = LEAF_AT.get('h1')!;

const names: string[] = [];
const feature = (name: string): number => names.push(name) - 1;
const features = (count: number, name: (index: number) => string): number => {
  const first = names.length;
  for (let i = 0; i < count; i++) names.push(name(i));
  return first;
};
const STEPS = [12, 25, 45, 80, 140, 250, 500];
const NEAR = [-3, -2, -1, 1, 2, 3];

const F = {
  size: feature('log size'),
  steps: features(STEPS.length, (i) => `size over ${STEPS[i]}`),
  links: feature('link density'),
  noLink: feature('no link'),
  allLink: feature('all link'),
  marks: feature('marks'),
  noMark: feature('no mark'),
  digits: feature('digits'),
  capitals: feature('capitals'),
  ends: feature('ends a sentence'),
  leaf: features(LEAVES.length, (i) => `leaf ${LEAVES[i]}`),
  around: features(AROUND.length, (i) => `in ${AROUND[i]}`),
  furniture: feature('furniture'),
  article: feature('in article or main'),
  near: features(NEAR.length * 4, (i) => `${['size', 'links', 'marks', 'same place'][i % 4]} at ${NEAR[i >> 2]}`),
  box: features(
    3 * 6,
    (i) => `${['size', 'links', 'share', 'blocks', 'marks', 'repeats'][i % 6]} of box ${1 + Math.floor(i / 6)}`,
  ),
  ownName: feature('own name'),
  bestName: feature('best name'),
  worstName: feature('worst name'),
  sumName: feature('sum of names'),
  inMain: features(2, (i) => `in main box ${i}`),
  after: features(2, (i) => `behind main box ${i}`),
  outside: feature('outside of the article'),
  linkOutside: feature('all link outside of the article'),
  linkBeside: feature('all link outside of main box'),
  linkInProse: feature('all link on a page of prose'),
  position: feature('position'),
  offset: feature('offset'),
  sinceProse: feature('since prose'),
  untilProse: feature('until prose'),
  noProseBefore: feature('no prose before'),
  noProseAfter: feature('no prose after'),
  headed: feature('behind h1'),
  noHeadline: feature('no h1'),
  sinceHeadline: feature('since h1'),
  depth: feature('depth'),
  title: feature('is the title'),
  pageSize: feature('page size'),
  pageLinks: feature('page links'),
  pageProse: feature('page prose share'),
  pageBlocks: feature('page blocks'),
  pageArticle: feature('page has article or main'),
  pageArticles: feature('articles of the page'),
  pageDated: feature('page is dated'),
  pageAuthor: feature('page has an author'),
  repeats: feature('repeats'),
  seen: feature('seen before'),
};

export const featureNames: readonly string[] = names;

/** Describes the blocks of a page in numbers: the block, its neighbours, the elements around it and the page as a whole. */
export class BlockFeatures {
  readonly layout: PageLayout;

  constructor(
    private readonly page: Laid,
    names: NameScores,
  ) {
    this.layout = new PageLayout(page, names);
  }

  /** Sets `x` to the features of a block; numbers stay within a few units of 0. */
  fill(block: number, x: Float64Array): void {
    x.fill(0);
    this.fillText(block, x);
    this.fillPlace(block, x);
    this.fillNeighbours(block, x);
    this.fillBoxes(block, x);
    this.fillPosition(block, x);
    this.fillPage(x);
  }

  private fillText(i: number, x: Float64Array): void {
    const { sizes, links, marks, digits, capitals, ends } = this.layout;
    const size = sizes[i]!;
    x[F.size] = Math.log1p(size) / 4;
    for (let s = 0; s < STEPS.length && size > STEPS[s]!; s++) x[F.steps + s] = 1;
    x[F.links] = links[i]!;
    if (links[i] === 0) x[F.noLink] = 1;
    if (links[i]! > 0.95) x[F.allLink] = 1;
    x[F.marks] = Math.min(2, (marks[i]! * 30) / size);
    if (marks[i] === 0) x[F.noMark] = 1;
    x[F.digits] = Math.min(1, (2 * digits[i]!) / size);
    x[F.capitals] = Math.min(1, (2 * capitals[i]!) / size);
    x[F.ends] = ends[i]!;
  }

  private fillPlace(i: number, x: Float64Array): void {
    const { layout, page } = this;
    const { blocks, places } = page;
    let place = blocks[i]!.place;
    const { up, bestNames, worstNames, sumNames, ownNames, depths } = layout;
    const box = place < 0 ? -1 : up[place]!;
    if (place >= 0) {
      const { content } = places[place]!;
      if (content & Content.Furniture) x[F.furniture] = 1;
      if (content & Content.Article) x[F.article] = 1;
      x[F.ownName] = ownNames[place]!;
      x[F.bestName] = bestNames[place]!;
      x[F.worstName] = worstNames[place]!;
      x[F.sumName] = Math.max(-3, Math.min(3, sumNames[place]! / 2));
      x[F.depth] = depths[place]! / 20;
    }
    for (let at = place; at >= 0 && at !== box; at = places[at]!.parent) {
      const leaf = LEAF_AT.get(places[at]!.tag.name);
      if (leaf !== undefined) x[F.leaf + leaf] = 1;
    }
    if (x[F.leaf + HEADLINE]! + x[F.leaf + HEADLINE + 1]! > 0 && this.isTitle(i)) x[F.title] = 1;
    for (; place >= 0; place = places[place]!.parent) {
      const around = AROUND_AT.get(places[place]!.tag.name);
      if (around !== undefined) x[F.around + around] = 1;
    }
  }

  private isTitle(i: number): boolean {
    const { text, title, blocks } = this.page;
    const { start, end } = blocks[i]!;
    return end - start <= title.length && title.includes(text.slice(start, end));
  }

  private fillNeighbours(i: number, x: Float64Array): void {
    const { sizes, links, marks, count } = this.layout;
    const { blocks } = this.page;
    for (let n = 0; n < NEAR.length; n++) {
      const at = i + NEAR[n]!;
      if (at < 0 || at >= count) continue;
      const first = F.near + 4 * n;
      x[first] = Math.log1p(sizes[at]!) / 4;
      x[first + 1] = links[at]!;
      x[first + 2] = Math.min(2, (marks[at]! * 30) / sizes[at]!);
      const [one, other] = [blocks[i]!.place, blocks[at]!.place];
      if (one >= 0 && other >= 0) x[first + 3] = this.layout.isSibling(one, other) ? 1 : 0;
    }
  }

  private fillBoxes(i: number, x: Float64Array): void {
    const { up, boxSizes, boxLinks, boxBlocks, boxMarks, repeats, total } = this.layout;
    let box = this.page.blocks[i]!.place;
    for (let level = 0; level < 3; level++) {
      if (box >= 0) box = up[box]!;
      if (box < 0) break;
      const first = F.box + 6 * level;
      const size = boxSizes[box]!;
      x[first] = Math.log1p(size) / 6;
      x[first + 1] = boxLinks[box]! / size;
      x[first + 2] = size / total;
      x[first + 3] = Math.log1p(boxBlocks[box]!) / 4;
      x[first + 4] = Math.min(2, (boxMarks[box]! * 30) / size);
      x[first + 5] = Math.log1p(repeats[box]!) / 2;
    }
  }

  private fillPosition(i: number, x: Float64Array): void {
    const { layout } = this;
    const { count, offsets, total, mainBoxes, firstBlock, lastBlock, headline } = layout;
    x[F.position] = i / count;
    x[F.offset] = offsets[i]! / total;
    for (let m = 0; m < mainBoxes.length; m++) {
      const box = mainBoxes[m]!;
      if (box < 0) continue;
      if (i > lastBlock[box]!) x[F.after + m] = 1;
      else if (i >= firstBlock[box]!) x[F.inMain + m] = 1;
    }
    const isLink = layout.links[i]! > 0.8;
    const { place } = this.page.blocks[i]!;
    const isOutside = place < 0 || (this.page.places[place]!.content & Content.Article) === 0;
    if (isOutside && layout.articleProse > 0.6 * layout.prose) {
      x[F.outside] = 1;
      if (isLink) x[F.linkOutside] = 1;
    }
    if (isLink && x[F.inMain + 1] === 0) x[F.linkBeside] = 1;
    if (isLink) x[F.linkInProse] = layout.prose / total;
    const [before, after] = [layout.lastProse[i]!, layout.nextProse[i]!];
    if (before < 0) x[F.noProseBefore] = 1;
    else x[F.sinceProse] = Math.log1p(i - before) / 3;
    if (after < 0) x[F.noProseAfter] = 1;
    else x[F.untilProse] = Math.log1p(after - i) / 3;
    if (headline < 0) x[F.noHeadline] = 1;
    else if (i >= headline) {
      x[F.headed] = 1;
      x[F.sinceHeadline] = Math.log1p(i - headline) / 6;
    }
    const first = layout.copies.first[i]!;
    const copies = layout.copies.counts[first]!;
    if (copies > 1) x[F.repeats] = Math.log(copies) / 2;
    if (first !== i) x[F.seen] = 1;
  }

  private fillPage(x: Float64Array): void {
    const { total, linked, prose, count, articles } = this.layout;
    x[F.pageSize] = Math.log1p(total) / 10;
    x[F.pageLinks] = linked / total;
    x[F.pageProse] = prose / total;
    x[F.pageBlocks] = Math.log1p(count) / 6;
    if (articles > 0) x[F.pageArticle] = 1;
    x[F.pageArticles] = Math.log1p(articles) / 3;
    if (this.page.published !== undefined) x[F.pageDated] = 1;
    if (this.page.author !== undefined) x[F.pageAuthor] = 1;
  }
}
