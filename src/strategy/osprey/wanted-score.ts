import type { Page } from '../../model/page.js';
import type { Idf } from '../../text/idf.js';
import type { Topic } from '../../topic/topic.js';
import { examplesPart, type TopicJudge } from '../../topic/topic-judge.js';
import { QueryScore } from './query-score.js';

/** Name of what a genre adds to a score, beside the query's own terms. */
export const genrePart = '(genre)';

/** How soon a BM25 share counts as much: of a query, and of the many words of a genre, few of which any page has. */
const halfOfQuery = 0.5;
const halfOfGenre = 0.1;

export interface Wanted {
  /** 0..1. */
  readonly value: number;
  /** What brought it, adding up to it. */
  readonly parts: Readonly<Record<string, number>>;
}

/**
 * How much a page is what the user asked for, by all that was given: the words of the query, example pages, the words of a
 * genre. Beside a query, examples can only lift a page; they are learnt from too (`LearningJudge.learnExample`). A genre has to be
 * met besides the subject, so it counts as a factor.
 */
export class WantedScore {
  readonly #query: QueryScore | undefined;
  readonly #genres: readonly QueryScore[];

  constructor(
    private readonly topic: Topic,
    private readonly judge: TopicJudge,
    genres: readonly (readonly number[])[],
    idf: Idf,
  ) {
    this.#query = topic.query.ids.length === 0 ? undefined : new QueryScore(topic.query.ids, idf);
    this.#genres = genres.map((terms) => new QueryScore(terms, idf));
  }

  /** The words of the query by their share of it. */
  get queryWeights(): readonly (readonly [termId: number, weight: number])[] {
    return this.#query?.weights ?? [];
  }

  of(page: Pick<Page, 'terms'>): Wanted {
    const words = new Map<string, number>();
    const asked = this.#query?.of(page.terms, (id, share) => words.set(this.topic.names.get(id)!, share));
    const query = asked === undefined ? undefined : scaled(asked, halfOfQuery);
    const examples = this.topic.examples.length === 0 ? undefined : this.judge.relevance(page.terms);
    const genre = this.#genres.length === 0 ? undefined : this.#genre(page);
    const subject = query === undefined ? examples! : query + (1 - query) * liftOf(examples ?? 0);
    const value = genre === undefined ? subject : Math.sqrt(subject * genre);
    const brought = new Map<string, number>();
    for (const [word, share] of words) brought.set(word, (query! * share) / asked!);
    if (examples !== undefined)
      brought.set(examplesPart, query === undefined ? examples : (1 - query) * liftOf(examples));
    if (genre !== undefined) brought.set(genrePart, genre);
    const total = [...brought.values()].reduce((sum, share) => sum + share, 0);
    const parts = [...brought].map(([name, share]) => [name, total === 0 ? 0 : (share / total) * value]);
    return { value, parts: Object.fromEntries(parts) };
  }

  /** Of several genres the one that fits best. */
  #genre({ terms }: Pick<Page, 'terms'>): number {
    return Math.max(...this.#genres.map((genre) => scaled(genre.of(terms), halfOfGenre)));
  }
}

/** How far likeness to the examples closes the gap that the query leaves: little for what is only somewhat like them. */
function liftOf(likeness: number): number {
  return (likeness * likeness) / 2;
}

/** 0 at 0 and 1 at 1, the steeper at first the smaller `half` is. */
function scaled(score: number, half: number): number {
  return (score / (score + half)) * (1 + half);
}
