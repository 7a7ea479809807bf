import type { Settings } from '../config/options.js';
import { UsageError } from '../failure.js';
import type { Page } from '../model/page.js';
import type { Judgement } from '../model/strategy.js';
import type { Idf } from '../text/idf.js';
import type { TermCounts } from '../text/term-counts.js';
import { TextPipeline } from '../text/text-pipeline.js';
import { urlWords } from '../text/url-words.js';
import { type GenreSettings, genresOf } from './genres.js';
import { parseQuery } from './query.js';
import { halfOfTerms, relevanceOf } from './relevance-scale.js';
import { TermSet } from './term-set.js';

/** De Assis et al. 2009, section 4.1.3: GW, CW, GCW and UW. */
export interface GenreWeights {
  readonly genre: number;
  readonly content: number;
  readonly genreContent: number;
  readonly url: number;
}

export type WantedSettings = GenreSettings & Pick<Settings, 'query' | 'contentTerms'>;

/** The sets of terms of one genre. */
interface WantedGenre {
  readonly genre: TermSet;
  /** Genre and content in one set, which the paper compares with. */
  readonly merged: TermSet;
  readonly url: TermSet;
}

/** What the user wants, in the terms of de Assis et al. 2009: GenreTerms, ContentTerms and URLTerms. */
export interface WantedPages {
  readonly genres: readonly WantedGenre[];
  readonly content: TermSet;
  /** Reads terms and URLs. */
  readonly pipeline: TextPipeline;
  /** Terms that pages have to be searched for. */
  readonly terms: readonly string[];
}

/** Throws `UsageError` when the genre or the content is missing. */
export function wantedPages(settings: WantedSettings): WantedPages {
  const genres = genresOf(settings);
  if (genres.length === 0) {
    throw new UsageError(
      'no-genre',
      'The strategy genre needs a kind of page: give --genre, such as course-syllabus, or --genre-terms.',
    );
  }
  const { words, phrases } = parseQuery(settings.query ?? '');
  const given = [...genres.flatMap((genre) => [...genre.terms, ...genre.urlTerms]), ...settings.contentTerms];
  const pipeline = new TextPipeline({ ...settings, phrases: [...given, ...phrases] });
  const idsOf = (terms: readonly string[]) => terms.flatMap((term) => pipeline.idOf(term) ?? []);
  const content = settings.contentTerms.length > 0 ? idsOf(settings.contentTerms) : [...pipeline.termIds(words)];
  if (content.length === 0) {
    throw new UsageError(
      'no-content',
      'The strategy genre needs the words of a subject: give a query or --content-terms with more than stop words.',
    );
  }
  return {
    genres: genres.map(({ terms, urlTerms }) => ({
      genre: new TermSet(idsOf(terms)),
      merged: new TermSet([...idsOf(terms), ...content]),
      url: new TermSet(idsOf(urlTerms)),
    })),
    content: new TermSet(content),
    pipeline,
    terms: [...given, ...phrases],
  };
}

/** De Assis et al. 2009, FCrawl steps 05 to 09: similarity with genre, content and URL terms, and their weighted means. */
export class GenreJudge {
  constructor(
    private readonly wanted: WantedPages,
    private readonly idf: Idf,
    private readonly weights: GenreWeights,
    private readonly options: { readonly merged: boolean; readonly scaled: boolean },
  ) {}

  /** Of several genres the one that fits best counts. The paper's thresholds are for `raw`. */
  judge({ url, terms }: Pick<Page, 'url' | 'terms'>): Judgement {
    const content = this.wanted.content.similarity(terms, this.idf);
    const urlTerms = this.wanted.pipeline.counts(urlWords(url));
    const [first, ...others] = this.wanted.genres.map((genre) => this.judgeFor(genre, content, terms, urlTerms));
    return others.reduce((best, next) => (next.raw > best.raw ? next : best), first!);
  }

  private judgeFor(sets: WantedGenre, content: number, terms: TermCounts, urlTerms: TermCounts): Judgement {
    const { idf, weights } = this;
    const genre = sets.genre.similarity(terms, idf);
    const both = this.options.merged
      ? sets.merged.similarity(terms, idf)
      : mean(genre, content, weights.genre, weights.content);
    const parts = { genre, content, 'genre-content': both };
    const half = this.halfOf(sets);
    if (sets.url.empty) return { raw: both, relevance: this.scaled(both, half), parts };
    const url = sets.url.similarity(urlTerms, idf);
    const final = mean(both, url, weights.genreContent, weights.url);
    // Most URLs of wanted pages have none of the terms.
    const halfWithUrl = mean(half, 0, weights.genreContent, weights.url);
    return { raw: final, relevance: this.scaled(final, halfWithUrl), parts: { ...parts, url } };
  }

  /** The score of a page whose relevance is 0.5, by the same means as the scores. */
  private halfOf({ genre, merged }: WantedGenre): number {
    if (this.options.merged) return halfOfTerms(merged.size);
    const { weights, wanted } = this;
    return mean(halfOfTerms(genre.size), halfOfTerms(wanted.content.size), weights.genre, weights.content);
  }

  private scaled(score: number, half: number): number {
    return this.options.scaled && half > 0 ? relevanceOf(score, half) : score;
  }
}

/** De Assis et al. 2009's Mean: the weighted mean of two similarities. */
function mean(one: number, other: number, weightOfOne: number, weightOfOther: number): number {
  return (one * weightOfOne + other * weightOfOther) / (weightOfOne + weightOfOther);
}
