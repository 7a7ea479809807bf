import type { Page } from '../../model/page.js';
import type { Idf } from '../../text/idf.js';
import type { TermCounts } from '../../text/term-counts.js';
import type { TextPipeline } from '../../text/text-pipeline.js';
import type { Topic } from '../../topic/topic.js';
import { examplesPart, type TopicJudge } from '../../topic/topic-judge.js';
import { productOf } from './meaning.js';
import { meaningOfWord, PageVectors, pageVectorsBy } from './page-vectors.js';
import { QueryScore } from './query-score.js';

/** Names of what is no word of the query itself: a genre, likeness in meaning, words of the query in title or address, and early. */
export const genrePart = '(genre)';
export const meaningPart = '(meaning)';
export const namePart = '(title and URL)';
export const startPart = '(start of the text)';

/** How soon a BM25 share of a query counts as much as a reward. */
const halfOfQuery = 0.5;
/** How soon a BM25 share of the many words of a genre, few of which any page has, counts as much. */
const halfOfGenre = 0.1;

/**
 * What each kind of evidence for a word of the query is worth, in units of the log-odds of being relevant (`logOddsOf` of
 * learning-judge.ts), and the exponent of their mean over the words: chosen on the tuning half of the topics (docs/results/judges.md).
 * `text` is for a query of one word, and grows with √n: of many words, having all of them says more.
 */
const worthOfEvidence = { text: 0.17, title: 0.25, early: 0.32, meaning: 0.44, exponent: 1 / 4 } as const;
/** Where meanings cannot be compared a missing word leaves nothing, so it weighs less; and what meaning adds on average. */
const worthOfBareEvidence = { text: 0.35, title: 0.25, early: 0.28, meaning: 0, exponent: 1 / 2 } as const;
const worthOfOther = 0.1;
/** The cosine of two words of one field. A word stands for others by as much as they are more alike. */
const ofOneField = 0.4;
/** Words beyond these make a query no more certain. */
const mostWords = 6;

/** What of a page is looked at. */
export type WantedPage = Pick<Page, 'terms' | 'title' | 'url'>;

export interface Wanted {
  /** 0..1. */
  readonly value: number;
  /** What brought it, adding up to it. */
  readonly parts: Readonly<Record<string, number>>;
  /** What the page is about; undefined where that cannot be told. */
  readonly meaning: Float64Array | undefined;
}

/**
 * How much a page is what the user asked for, by all that was given: the words of the query, example pages, the words of a
 * genre. Beside a query, examples can only lift a page; they are learnt from too (`LearningJudge.learnExample`). A genre has to be
 * met besides the subject, so it counts as a factor.
 */
export class WantedScore {
  readonly #query: QueryScore | undefined;
  readonly #genres: readonly QueryScore[];
  readonly #meanings: PageVectors | undefined;
  readonly #askedBy: () => Float64Array | undefined;
  #askedMeaning: Float64Array | undefined | null = null;
  #meaningsOfWords: readonly Float64Array[] | undefined;
  readonly #manyWords: number;

  constructor(
    private readonly topic: Topic,
    private readonly judge: TopicJudge,
    private readonly pipeline: TextPipeline,
    genres: readonly (readonly number[])[],
    idf: Idf,
    withMeaning = true,
  ) {
    this.#genres = genres.map((terms) => new QueryScore(terms, idf));
    const { language, stem } = topic.settings;
    // The vectors are those of English stems.
    if (withMeaning && stem && (language === 'en' || language === '')) this.#meanings = pageVectorsBy(idf);
    const alike = this.#meanings && standsFor;
    this.#query = topic.query.ids.length === 0 ? undefined : new QueryScore(topic.query.ids, idf, alike);
    const words = wordsOf(topic);
    const vectors = new PageVectors(idf);
    // Weighed now: the idf may change with the pages to come.
    vectors.unitOf(words);
    this.#askedBy = () => this.#meanings && vectors.meaningOf(words);
    this.#manyWords = Math.sqrt(Math.min(mostWords, Math.max(1, words.ids.length)));
  }

  /** What the query is about; found out with the first page, since reading the table of meanings would hold up the first request. */
  get #asked(): Float64Array | undefined {
    if (this.#askedMeaning === null) this.#askedMeaning = this.#askedBy();
    return this.#askedMeaning;
  }

  /** What each word of the query is about; of one that nothing is known of, what the query is. */
  #meaningsAsked(asked: Float64Array): readonly Float64Array[] {
    this.#meaningsOfWords ??= this.queryWeights.map(([id]) => meaningOfWord(id) ?? asked);
    return this.#meaningsOfWords;
  }

  /** The words of the query by their share of it. */
  get queryWeights(): readonly (readonly [termId: number, weight: number])[] {
    return this.#query?.weights ?? [];
  }

  /** What a text is about; undefined where that cannot be told. */
  meaningOf(terms: TermCounts): Float64Array | undefined {
    return this.#meanings?.meaningOf(terms);
  }

  /** The meaning of a few words, such as those of an anchor text. */
  meaningOfWords(ids: Uint32Array): Float64Array | undefined {
    return this.#asked && this.#meanings!.meaningOfWords(ids);
  }

  /** How like the query something is in meaning. */
  likenessOf(meaning: Float64Array): number {
    return this.#asked === undefined ? 0 : productOf(this.#asked, meaning);
  }

  /** What the text has of the query's words, 0..1: their parts of a judgement as a share of the most they can be, bent so that half of the way is reached soon. */
  wordsIn(parts: Readonly<Record<string, number>>): number {
    let words = 0;
    for (const [name, part] of Object.entries(parts)) if (!name.startsWith('(')) words += part;
    const { text } = this.#asked === undefined ? worthOfBareEvidence : worthOfEvidence;
    return scaled(Math.min(1, words / (text * this.#manyWords)), halfOfQuery);
  }

  /**
   * How much can be learnt from a page of such parts: what it is worth by the query counts as far as its text speaks of all of the query. Pages
   * that have one word of two teach half as much, or the crawl would drift to that word.
   */
  lessonOf(parts: Readonly<Record<string, number>>): number {
    const coverage = this.#query?.coverage((id) => parts[this.topic.names.get(id)!] !== undefined) ?? 1;
    let lesson = 0;
    for (const [name, part] of Object.entries(parts)) lesson += name === examplesPart ? part : coverage * part;
    return lesson;
  }

  of(page: WantedPage): Wanted {
    const meaning = this.meaningOf(page.terms);
    const brought = new Map<string, number>();
    const query = this.#query === undefined ? undefined : this.#subject(page, meaning, brought);
    const examples = this.topic.examples.length === 0 ? undefined : this.judge.relevance(page.terms);
    const genre = this.#genres.length === 0 ? undefined : this.#genre(page);
    const subject = query === undefined ? examples! : query + (1 - query) * liftOf(examples ?? 0);
    const value = genre === undefined ? subject : Math.sqrt(subject * genre);
    if (examples !== undefined)
      brought.set(examplesPart, query === undefined ? examples : (1 - query) * liftOf(examples));
    if (genre !== undefined) brought.set(genrePart, genre);
    const total = [...brought.values()].reduce((sum, share) => sum + share, 0);
    const parts = [...brought].map(([name, share]) => [name, total === 0 ? 0 : (share / total) * value]);
    return { value, parts: Object.fromEntries(parts), meaning };
  }

  /**
   * By the query. For each of its words speaks how often the text has it, whether title or address do, how soon the text comes to it, and how
   * far the page is about it. All words together are worth the power mean of these, so that much of one word does not make up for another
   * (extended Boolean retrieval; Salton, Fox & Wu 1983).
   */
  #subject({ terms, title, url }: WantedPage, meaning: Float64Array | undefined, brought: Map<string, number>): number {
    const asked = meaning && this.#asked;
    const worth = asked ? worthOfEvidence : worthOfBareEvidence;
    const ofText = worth.text * this.#manyWords;
    const naming = new Set([...this.pipeline.termIds(title), ...this.pipeline.termIdsOfUrl(url)]);
    const each = this.#query!.eachIn(terms, naming).map((word, place) => {
      const likeness = asked ? productOf(this.#meaningsAsked(asked)[place]!, meaning) : 0;
      const found = {
        text: ofText * word.text,
        title: worth.title * word.title,
        early: worth.early * word.early,
        meaning: worth.meaning * Math.max(0, likeness),
      };
      return { ...word, found, evidence: found.text + found.title + found.early + found.meaning };
    });
    const mean = each.reduce((sum, { weight, evidence }) => sum + weight * evidence ** worth.exponent, 0);
    const together = mean ** (1 / worth.exponent);
    const likely = !asked && together > 0 ? worthOfOther : 0;
    // Words and kinds of evidence share what all are worth together.
    const evidence = each.reduce((sum, word) => sum + word.weight * word.evidence, 0);
    const unit = evidence === 0 ? 0 : together / evidence;
    const add = (name: string, part: number) => {
      if (part > 0) brought.set(name, (brought.get(name) ?? 0) + part);
    };
    for (const { by, weight, found } of each)
      if (by !== undefined) add(this.topic.names.get(by)!, unit * weight * found.text);
    add(meaningPart, likely);
    for (const { weight, found } of each) {
      add(meaningPart, unit * weight * found.meaning);
      add(namePart, unit * weight * found.title);
      add(startPart, unit * weight * found.early);
    }
    return Math.min(1, together + likely);
  }

  /** Of several genres the one that fits best. */
  #genre({ terms }: Pick<Page, 'terms'>): number {
    return Math.max(...this.#genres.map((genre) => scaled(genre.of(terms), halfOfGenre)));
  }
}

/** The words of the query, without its phrases, whose words are among them. */
function wordsOf({ query, names }: Topic): TermCounts {
  const kept = Array.from(query.ids, (_, index) => index).filter(
    (index) => !names.get(query.ids[index]!)!.includes(' '),
  );
  return {
    ids: Uint32Array.from(kept, (index) => query.ids[index]!),
    counts: Uint32Array.from(kept, (index) => query.counts[index]!),
  };
}

/** How far one word of the query says what another does. */
function standsFor(one: number, other: number): number {
  const [a, b] = [meaningOfWord(one), meaningOfWord(other)];
  return a === undefined || b === undefined ? 0 : Math.max(0, (productOf(a, b) - ofOneField) / (1 - ofOneField));
}

/** How far likeness to the examples closes the gap that the query leaves: little for what is only somewhat like them. */
function liftOf(likeness: number): number {
  return (likeness * likeness) / 2;
}

/** 0 at 0 and 1 at 1, the steeper at first the smaller `half` is. */
function scaled(score: number, half: number): number {
  return (score / (score + half)) * (1 + half);
}
