import { kMeans } from '../learning/clustering/k-means.js';
import type { SparseVector } from '../learning/sparse-vector.js';
import { seededRandom } from '../random.js';
import { TextPipeline, type TextPipelineOptions } from '../text/text-pipeline.js';
import { tokens } from '../text/tokens.js';

/** A visited page, as far as terms are suggested from it. */
export interface JudgedText {
  readonly title: string;
  readonly text: string;
  readonly relevant: boolean;
}

/** A word, with the shares of the relevant and of the other pages that have it. */
export interface SuggestedTerm {
  readonly term: string;
  readonly relevantShare: number;
  readonly otherShare: number;
}

/** Pages that use the query in one sense, by the words that tell them from the others. */
export interface Meaning {
  readonly pages: number;
  readonly relevant: number;
  readonly words: readonly string[];
}

export interface CrawlTerms {
  /** Words that relevant pages have and others lack. */
  readonly add: readonly SuggestedTerm[];
  /** Words of the query that do not tell relevant pages from others. */
  readonly drop: readonly SuggestedTerm[];
  /** Two meanings of the query, the one with more relevant pages first; none where the pages are of one kind. */
  readonly meanings: readonly Meaning[];
}

const [mostAdded, wordsOfMeaning] = [10, 8] as const;
/** Fewer pages of a kind tell little. */
const fewestPages = 5;
/** By so much more of the pages of one kind must have a word for it to tell them from those of the other. */
const tells = 0.2;
/** A page that uses each word of the query so often is about it in some sense; one that mentions it says little of its meaning. */
const usesOfTopic = 2;
/** What two meanings need to be clearly two: words and pages of each. */
const [clearWords, clearPages] = [4, 8] as const;
/** Two meanings are two where each has a word that at least this share of its pages have, and at most that share of the others. */
const [ofMeaning, ofOther] = [0.5, 0.15] as const;

/**
 * What a crawl suggests for the next one: de Assis et al. 2009 (5.2) have users adjust their terms after a look at the results, and
 * Pappas et al. 2012 name better disambiguation as open work. Meanings are K-Means clusters (k = 2) of the pages about the query.
 */
export function crawlTerms(
  pages: readonly JudgedText[],
  query: string,
  options: Pick<TextPipelineOptions, 'language' | 'stem'>,
): CrawlTerms {
  const words = new PageWords(pages, options);
  const asked = words.stemsOf(query);
  const [relevant, others] = [pages.map((page) => page.relevant), pages.map((page) => !page.relevant)];
  const [relevantShares, otherShares] = [words.sharesOf(relevant), words.sharesOf(others)];
  const suggested = (stem: string): SuggestedTerm => ({
    term: words.formOf(stem),
    relevantShare: relevantShares.get(stem) ?? 0,
    otherShare: otherShares.get(stem) ?? 0,
  });
  const enough = count(relevant) >= fewestPages && count(others) >= fewestPages;
  const gain = ({ relevantShare, otherShare }: SuggestedTerm) => relevantShare - otherShare;
  const add = [...relevantShares.keys()].filter((stem) => !asked.has(stem) && /\p{L}{3}/u.test(stem)).map(suggested);
  return {
    add: enough ? best(add, gain, mostAdded).filter((term) => gain(term) >= tells) : [],
    drop: enough ? [...asked].map(suggested).filter((term) => gain(term) <= 0) : [],
    meanings: meaningsOf(words, asked, relevant),
  };
}

/** Two meanings of which each has words and pages enough, or undefined. Relevance does not tell: by the query both may be relevant. */
export function clearMeanings({ meanings: [wanted, other] }: Pick<CrawlTerms, 'meanings'>) {
  if (wanted === undefined || other === undefined) return undefined;
  const isClear = [wanted, other].every(({ words, pages }) => words.length >= clearWords && pages >= clearPages);
  return isClear ? ([wanted, other] as const) : undefined;
}

function meaningsOf(words: PageWords, asked: ReadonlySet<string>, relevant: readonly boolean[]): Meaning[] {
  const used = words.pagesAbout(asked);
  if (used.length < 2 * fewestPages) return [];
  const { points, dimensions } = words.vectors(used, asked);
  const { clusterOf, sizes } = kMeans(points, dimensions, 2, seededRandom(1));
  if (sizes.length < 2 || Math.min(...sizes) < fewestPages) return [];
  const members = [0, 1].map((cluster) => used.filter((_, index) => clusterOf[index] === cluster));
  const shares = members.map((own) => words.sharesOf(relevant.map((_, page) => own.includes(page))));
  const meanings = members.map((own, cluster) => {
    const [here, there] = [shares[cluster]!, shares[1 - cluster]!];
    const telling = [...here].filter(
      ([stem, share]) =>
        share >= ofMeaning && (there.get(stem) ?? 0) <= ofOther && !asked.has(stem) && /\p{L}{3}/u.test(stem),
    );
    const chosen = best(telling, ([stem, share]) => share - (there.get(stem) ?? 0), wordsOfMeaning);
    return {
      pages: own.length,
      relevant: own.filter((page) => relevant[page]).length,
      words: chosen.map(([stem]) => words.formOf(stem)),
    };
  });
  if (meanings.some((meaning) => meaning.words.length === 0)) return [];
  return meanings.sort((a, b) => b.relevant - a.relevant || b.pages - a.pages);
}

/** The words of pages by their stems, and as they are written most often. */
class PageWords {
  readonly #pages: readonly ReadonlyMap<string, number>[];
  readonly #forms = new Map<string, Map<string, number>>();
  readonly #stems = new Map<string, string>();
  readonly #pipeline: TextPipeline;

  constructor(pages: readonly JudgedText[], options: Pick<TextPipelineOptions, 'language' | 'stem'>) {
    this.#pipeline = new TextPipeline(options);
    this.#pages = pages.map(({ title, text }) => this.#count(`${title}\n${text}`));
  }

  stemsOf(text: string): Set<string> {
    return new Set(this.#count(text).keys());
  }

  formOf(stem: string): string {
    return best([...(this.#forms.get(stem) ?? [[stem, 1] as const])], ([, times]) => times, 1)[0]![0];
  }

  /** Share of the chosen pages that have each of their words. */
  sharesOf(chosen: readonly boolean[]): Map<string, number> {
    const shares = new Map<string, number>();
    const part = 1 / Math.max(1, count(chosen));
    for (const [page, words] of this.#pages.entries())
      if (chosen[page]) for (const stem of words.keys()) shares.set(stem, (shares.get(stem) ?? 0) + part);
    return shares;
  }

  pagesAbout(stems: ReadonlySet<string>): number[] {
    const uses = (page: number, stem: string) => this.#pages[page]!.get(stem) ?? 0;
    return [...this.#pages.keys()].filter((page) => [...stems].every((stem) => uses(page, stem) >= usesOfTopic));
  }

  /** Unit vectors of these pages over words that some but not most of them have, by tf·idf; words of the query are left out. */
  vectors(pages: readonly number[], without: ReadonlySet<string>): { points: SparseVector[]; dimensions: number } {
    const on = new Map<string, number>();
    for (const page of pages)
      for (const stem of this.#pages[page]!.keys()) if (!without.has(stem)) on.set(stem, (on.get(stem) ?? 0) + 1);
    const kept = [...on].filter(([, times]) => times >= 2 && times <= 0.8 * pages.length);
    const numbers = new Map(kept.map(([stem, times], index) => [stem, { index, idf: Math.log(pages.length / times) }]));
    const points = pages.map((page) => {
      const entries = [...this.#pages[page]!].flatMap(([stem, times]) => {
        const known = numbers.get(stem);
        return known === undefined ? [] : [[known.index, (1 + Math.log(times)) * known.idf] as const];
      });
      const norm = Math.hypot(...entries.map(([, weight]) => weight)) || 1;
      return {
        dimensions: Uint32Array.from(entries, ([index]) => index),
        weights: Float64Array.from(entries, ([, weight]) => weight / norm),
      };
    });
    return { points, dimensions: kept.length };
  }

  #count(text: string): Map<string, number> {
    const counts = new Map<string, number>();
    for (const token of tokens(text)) {
      const stem = this.#stemOf(token);
      if (stem === '') continue;
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
      const forms = this.#forms.get(stem) ?? new Map<string, number>();
      this.#forms.set(stem, forms.set(token, (forms.get(token) ?? 0) + 1));
    }
    return counts;
  }

  #stemOf(token: string): string {
    let stem = this.#stems.get(token);
    if (stem === undefined) {
      stem = this.#pipeline.termOf(token);
      this.#stems.set(token, stem);
    }
    return stem;
  }
}

function best<T>(items: readonly T[], worth: (item: T) => number, most: number): T[] {
  return items.toSorted((a, b) => worth(b) - worth(a)).slice(0, most);
}

function count(chosen: readonly boolean[]): number {
  return chosen.filter(Boolean).length;
}
