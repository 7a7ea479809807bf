import type { Link, Page } from '../../model/page.js';
import type { Score } from '../../model/score.js';
import type { Judgement, LearntLink, LinkScore, Reached } from '../../model/strategy.js';
import { type Idf, type IdfKind, idfOf } from '../../text/idf.js';
import type { TermCounts } from '../../text/term-counts.js';
import { cosine, cosineOfIds, TopicVector } from '../../text/vector.js';
import { halfOfQuery, relevanceOf } from '../../topic/relevance-scale.js';
import type { Keywords, KeywordTable } from './keywords.js';

export interface Thresholds {
  /** Links of pages that are no better are not followed. */
  readonly page: number;
  /** Links that score no better are not followed. */
  readonly link: number;
}

/** Seeds are on level 1: they come first, whatever links score, and the static table is made of all of them. */
const behindSeeds = 2;

/** Where a crawl starts from its examples, their links are its seeds. */
export function isSeed({ level }: Reached): boolean {
  return level < behindSeeds;
}

/** Keywords that a judgement names; the others are summed up. */
const namedParts = 8;
export const otherKeywords = '(other keywords)';

/** Judges pages and links by a weight table that changes now and then. */
export class TableJudge {
  #keywords: Keywords | undefined;
  #vector = new TopicVector(new Map());
  #half = 1;

  constructor(
    private readonly table: KeywordTable,
    readonly idf: Idf,
    private readonly weighing: { readonly idf: IdfKind; readonly stem: boolean },
    private readonly thresholds: Thresholds,
  ) {}

  /** Meenu et al. 2014, eq 4: the cosine of page and table; the page's weights are tf·idf. */
  judge(page: Page): Judgement {
    const raw = this.cosineOf(page.terms);
    return { raw, relevance: relevanceOf(raw, this.#half), parts: raw === 0 ? {} : this.#partsOf(page, raw) };
  }

  cosineOf(terms: TermCounts): number {
    this.#follow();
    return cosine(terms, this.#vector, this.idf);
  }

  /**
   * Meenu et al. 2014, eq 5: LinkScore = URLScore + AnchorScore + ParentScore + SurroundingScore, each a cosine with the table. Only
   * links above the threshold, of pages above theirs, are followed; those of seeds always are, since a crawl must begin.
   */
  rank(links: readonly Link[], { raw: parent }: Judgement, reached: Reached): LinkScore[] {
    const { page: least, link: leastLink } = this.thresholds;
    const level = behindSeeds;
    const ofSeed = isSeed(reached);
    if (!ofSeed && parent <= least) return links.map(() => ({ value: parent, parts: { parent }, pruned: true, level }));
    return links.map((link) => {
      const { value, parts } = this.linkScore(link, parent);
      return { value, parts, pruned: !ofSeed && value <= leastLink, level };
    });
  }

  /** Eq 5 of a link on a page whose cosine is `parent`. */
  linkScore({ urlTerms, anchorTerms, contextTerms }: LearntLink, parent: number): Score {
    this.#follow();
    const url = this.#similarity(urlTerms);
    const anchor = this.#similarity(anchorTerms);
    const surrounding = this.#similarity(contextTerms);
    return { value: url + anchor + parent + surrounding, parts: { url, anchor, parent, surrounding } };
  }

  #similarity(ids: Uint32Array): number {
    return cosineOfIds(ids, this.#vector, this.idf);
  }

  /** Takes over a table that was made anew. */
  #follow(): void {
    const { keywords } = this.table;
    if (keywords === this.#keywords) return;
    this.#keywords = keywords;
    this.#vector = new TopicVector(keywords.weights);
    this.#half = halfOf(keywords, this.#vector.norm, this.weighing);
  }

  #partsOf({ terms: { ids, counts } }: Page, raw: number): Record<string, number> {
    const found: [name: string | undefined, product: number][] = [];
    let total = 0;
    for (let i = 0; i < ids.length; i++) {
      const weight = this.#vector.weightOf(ids[i]!);
      if (weight === 0) continue;
      const product = counts[i]! * this.idf.of(ids[i]!) * weight;
      found.push([this.#keywords!.names.get(ids[i]!), product]);
      total += product;
    }
    found.sort(([, a], [, b]) => b - a);
    const parts: Record<string, number> = {};
    let others = 0;
    for (const [index, [name, product]] of found.entries()) {
      const part = (product / total) * raw;
      if (index < namedParts && name !== undefined) parts[name] = part;
      else others += part;
    }
    if (others > 0) parts[otherKeywords] = others;
    return parts;
  }
}

/**
 * r½ (see relevance-scale.ts) of a table t: the cosine of a page that mentions keywords as `halfOfQuery` has it, but as often
 * as they weigh, mᵢ = mentions·wᵢ / Σw. Its product with the unit vector of t is mentions·Σ idf·w² / (Σw·|t|); for equal
 * weights that is the r½ of a query of these words. Idf is that of the background, which does not change while crawling.
 */
function halfOf({ weights }: Keywords, norm: number, { idf: kind, stem }: { idf: IdfKind; stem: boolean }): number {
  if (norm === 0) return 1;
  const idf = idfOf(kind === 'one' ? 'one' : 'background', stem);
  let [sum, product] = [0, 0];
  for (const [id, weight] of weights) {
    sum += weight;
    product += idf.of(id) * weight * weight;
  }
  return halfOfQuery(product / norm, sum, kind, stem);
}
