import type { Settings } from '../config/options.js';
import { UsageError } from '../failure.js';
import type { Page } from '../model/page.js';
import type { ReadOptions } from '../reading/read-page.js';
import { SurfaceForms } from '../text/surface-forms.js';
import type { TermCounts } from '../text/term-counts.js';
import { TextPipeline } from '../text/text-pipeline.js';
import { parseQuery, type Query } from './query.js';

/** Mentions on a page of typical length at which half of it counts as not meant. */
const passingMentions = 3;
const typicalLength = 300;

export type TopicSettings = Pick<Settings, 'query' | 'not' | 'notMinimum' | 'notRule' | 'language' | 'stem' | 'idf'>;

/** What the user wants, compiled: the terms of the query, the excluded terms, the examples. */
export class Topic {
  /** Terms of the query with their frequency in it, phrases included. */
  readonly query: TermCounts;
  /** The query's terms as the user wrote them, by id. */
  readonly names: ReadonlyMap<number, string>;
  private readonly excludedTerms = new Map<number, string>();

  private constructor(
    readonly settings: TopicSettings,
    readonly examples: readonly TermCounts[],
  ) {
    const query = parseQuery(settings.query ?? '');
    const pipeline = new TextPipeline({ ...Topic.readOptions(settings), phrases: query.phrases });
    this.query = pipeline.counts(query.words);
    this.names = namesOf(query, pipeline, settings);
    for (const word of settings.not) this.excludedTerms.set(this.excludedId(word, pipeline), word);
    if (this.query.ids.length === 0 && settings.query !== undefined && settings.query.trim() !== '') {
      throw new UsageError(
        'empty-query',
        `The query "${settings.query}" contains only stop words; add words that name the topic.`,
      );
    }
  }

  private excludedId(word: string, pipeline: TextPipeline): number {
    const id = pipeline.idOf(word);
    if (id === undefined)
      throw new UsageError('bad-not', `--not "${word}" contains only stop words, which every page uses; leave it out.`);
    if (this.names.has(id))
      throw new UsageError(
        'bad-not',
        `--not "${word}" is a word of the query, so no page could be relevant; leave it out.`,
      );
    return id;
  }

  static from(settings: TopicSettings, examples: readonly TermCounts[]): Topic {
    return new Topic(settings, examples);
  }

  /** How pages have to be read so that their terms can be compared with the topic's. */
  static readOptions({
    query = '',
    not,
    language,
    stem,
  }: Omit<TopicSettings, 'notMinimum' | 'notRule' | 'idf'>): ReadOptions {
    const asked: Query = parseQuery(query);
    return { language, stem, phrases: [...asked.phrases, ...not] };
  }

  /** Whether pages are judged lower for words that are not meant, instead of being dropped. */
  get lowersUnwanted(): boolean {
    return this.settings.notRule === 'lower' && this.excludedTerms.size > 0;
  }

  /**
   * Disambiguation (Pappas et al. 2012), where it was asked for: the words of another meaning that the page uses, with their
   * frequency, if it uses them often enough to be ignored; undefined otherwise.
   */
  excludedTermsIn(page: Pick<Page, 'terms'>): Record<string, number> | undefined {
    if (this.settings.notRule !== 'drop') return undefined;
    const { found, hits } = this.unwantedTerms(page);
    return hits > 0 && hits >= this.settings.notMinimum ? found : undefined;
  }

  /**
   * How much of what the page says is not meant, 0..1: f / (f + 3 · (0.25 + 0.75 · length / 300)), BM25's frequency with a bend that
   * lets a mention or two pass. 0 below `--not-minimum`.
   */
  unwantedIn(page: Pick<Page, 'terms'>): number {
    const { hits, length } = this.unwantedTerms(page);
    if (hits === 0 || hits < this.settings.notMinimum) return 0;
    return hits / (hits + passingMentions * (0.25 + (0.75 * length) / typicalLength));
  }

  private unwantedTerms({ terms: { ids, counts } }: Pick<Page, 'terms'>) {
    const found: Record<string, number> = {};
    let hits = 0;
    let length = 0;
    for (let index = 0; index < ids.length; index++) {
      length += counts[index]!;
      const word = this.excludedTerms.get(ids[index]!);
      if (word === undefined) continue;
      found[word] = counts[index]!;
      hits += counts[index]!;
    }
    return { found, hits, length };
  }
}

/** Explanations show words: a stem such as "databas" would puzzle people. */
function namesOf({ words, phrases }: Query, pipeline: TextPipeline, settings: TopicSettings): Map<number, string> {
  const ids = pipeline.termIds(words);
  const forms = new SurfaceForms(ids, settings);
  forms.read(words);
  for (const phrase of phrases) {
    const id = pipeline.idOf(phrase);
    if (id !== undefined && pipeline.termOf(phrase).includes(' ')) forms.name(id, phrase);
  }
  const terms = pipeline.terms(words);
  return new Map([...ids].map((id, index) => [id, forms.formOf(id) ?? terms[index]!]));
}
