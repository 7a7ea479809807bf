import { damagedKnowledge } from '../../failure.js';
import type { Knowledge } from '../../model/strategy.js';
import type { TextPipeline } from '../../text/text-pipeline.js';
import { type LogPlace, logStart, readQueries } from '../../topic/asked-queries.js';
import { parseSearchQuery } from '../../topic/search-query.js';
import { Keywords, type KeywordTable } from './keywords.js';
import { type QueryWeights, queryTerms, rebuiltWeights, type WeightRules } from './query-weights.js';

export interface LogTableRules extends WeightRules {
  /** Pages from one build of the table to the next. */
  readonly interval: number;
  /** Whether the topic's own query is asked anew in every build, and its terms stay in the table whatever they weigh. */
  readonly keepQuery: boolean;
}

/** Where queries come from. */
export interface QuerySource {
  /** The log; one that does not exist is empty, and may come to be. */
  readonly file: string | undefined;
  /** The terms of the topic's own query, which is the first of the log. */
  readonly ownTerms: ReadonlySet<string>;
  /** How queries become terms. Phrases that it does not know, since they were not asked for at the start, count by their words. */
  readonly pipeline: TextPipeline;
}

export interface LogState {
  readonly weights: QueryWeights;
  /** The log has been read up to here. */
  readonly place: LogPlace;
  /** Pages judged when it was last read. */
  readonly pages: number;
}

/** The table before the first page: from the topic's query and all of the log. */
export function firstState(source: QuerySource, rules: LogTableRules): LogState {
  const { frequencies, place } = newQueries(source, logStart, 0);
  addOnce(frequencies, source.ownTerms);
  return { weights: rebuiltWeights(new Map(), frequencies, rules, keptTerms(source, rules)), place, pages: 0 };
}

/**
 * The dynamic table of Meenu et al. 2014: built anew at an interval, each time from the queries that are new in the log. What
 * nobody asks for any more decays, also while nobody asks for anything; a table that would be left without a term stays
 * as it is.
 */
export class LogTable implements KeywordTable, Knowledge {
  #state: LogState;
  #keywords: Keywords;

  constructor(
    private readonly source: QuerySource,
    private readonly rules: LogTableRules,
    first: LogState,
  ) {
    this.#state = first;
    this.#keywords = Keywords.of(first.weights);
  }

  get keywords(): Keywords {
    return this.#keywords;
  }

  get weights(): QueryWeights {
    return this.#state.weights;
  }

  /** Builds the table anew if it is time. True when anything changed that a resumed crawl must know. */
  poll(pages: number): boolean {
    const { interval } = this.rules;
    const { place: since, pages: before } = this.#state;
    if (Math.floor(pages / interval) <= Math.floor(before / interval)) return false;
    const { frequencies, place } = newQueries(this.source, since, pages);
    this.#become({ weights: this.#rebuilt(frequencies), place, pages });
    return true;
  }

  snapshot(): Uint8Array {
    const { weights, ...rest } = this.#state;
    return Buffer.from(JSON.stringify({ weights: [...weights], ...rest }));
  }

  restore(data: Uint8Array): void {
    this.#become(stateOf(data));
  }

  #rebuilt(frequencies: Map<string, number>): QueryWeights {
    const { source, rules } = this;
    if (rules.keepQuery) addOnce(frequencies, source.ownTerms);
    const weights = rebuiltWeights(this.weights, frequencies, rules, keptTerms(source, rules));
    return weights.size === 0 ? this.weights : weights;
  }

  #become(state: LogState): void {
    if (state.weights !== this.#state.weights) this.#keywords = Keywords.of(state.weights);
    this.#state = state;
  }
}

interface NewQueries {
  readonly frequencies: Map<string, number>;
  readonly place: LogPlace;
}

/** Meenu et al. 2014, step 6: the query frequency of each term, the number of queries that contain it. */
function newQueries({ file, pipeline }: QuerySource, since: LogPlace, pages: number): NewQueries {
  const frequencies = new Map<string, number>();
  const take = (query: string) => addOnce(frequencies, queryTerms(wantedText(query), pipeline));
  try {
    return { frequencies, place: file === undefined ? since : readQueries(file, since, take, pages) };
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).errno === undefined) throw thrown;
    // It is being rotated, nobody has searched yet, or the system is short of something: what is new is new the next time.
    return { frequencies: new Map(), place: since };
  }
}

/** Words that people do not want (behind a minus) are no interest of theirs. */
function wantedText(query: string): string {
  return parseSearchQuery(query)
    .wanted.map(({ text }) => text)
    .join(' ');
}

function addOnce(frequencies: Map<string, number>, terms: Iterable<string>): void {
  for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
}

function keptTerms({ ownTerms }: QuerySource, { keepQuery }: LogTableRules): ReadonlySet<string> {
  return keepQuery ? ownTerms : new Set();
}

function stateOf(data: Uint8Array): LogState {
  try {
    const { weights, place, pages } = JSON.parse(Buffer.from(data).toString('utf8')) as {
      weights: [string, number][];
      place: LogPlace;
      pages: number;
    };
    const table = new Map(weights);
    const sound = [...table].every(([term, weight]) => typeof term === 'string' && weight >= 0);
    if (sound && place.offset >= 0 && typeof place.before === 'string' && pages >= 0)
      return { weights: table, place, pages };
  } catch {
    // Told below, whatever was wrong with it.
  }
  throw damagedKnowledge('weights of queries', data.length);
}
