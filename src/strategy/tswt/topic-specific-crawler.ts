import type { Rescore } from '../../model/frontier.js';
import type { Link, Page } from '../../model/page.js';
import type { Score } from '../../model/score.js';
import type {
  Judgement,
  Knowledge,
  LearntVisit,
  Lessons,
  LinkScore,
  Queueing,
  Strategy,
} from '../../model/strategy.js';
import { CollectionIdf } from '../../text/collection-idf.js';
import { type Idf, type IdfKind, idfOf } from '../../text/idf.js';
import type { TermCounts } from '../../text/term-counts.js';
import { TextPipeline } from '../../text/text-pipeline.js';
import { shares } from '../../text/vector.js';
import type { Genre } from '../../topic/genres.js';
import { halfOfExamples, relevanceOf } from '../../topic/relevance-scale.js';
import type { Topic } from '../../topic/topic.js';
import { TopicJudge } from '../../topic/topic-judge.js';
import { hostOf } from '../../url/canonical-url.js';
import { joinedKnowledge } from '../joined-knowledge.js';
import { FrameWords } from './frame-words.js';
import { HeldPages } from './held-pages.js';
import { genreKeywords, type LinkKeywords, type LinkScoreRules, LinkScorer, topicKeywords } from './link-score.js';
import { PageVector, weightedFrequency } from './page-vector.js';
import { TermWeights } from './term-weights.js';
import { TopicTable, type TopicTableRules } from './topic-table.js';
import { type PageScope, WeightTable } from './weight-table.js';

export interface TswtRules {
  readonly table: TopicTableRules;
  /** Which pages add terms to a table that may grow, and how many. */
  readonly growth: { readonly threshold: number; readonly scope: PageScope; readonly terms: number };
  readonly pageScope: PageScope;
  readonly links: LinkScoreRules;
  readonly mostHeldPages: number;
  /** Terms that may not be keywords unless the query has them. */
  readonly ignored: ReadonlySet<number>;
  /** Whether words of the frames of sites may not be keywords, either. */
  readonly withoutFrames: boolean;
  readonly idf: 'agent' | IdfKind;
}

/** The agent's own statistics start as if it had visited so many pages of general text: with one or two pages there are none. */
const pagesBefore = 10;
/** Of the seeds, how many tell how like the table a relevant page is. */
const mostMeasures = 20;

/** Seeds are on level 1. Links wait here until all seeds were visited. */
const heldLevel = 2;
/** Of a link that waits for the table, which gives no less than this. */
const waiting: LinkScore = { value: 0, parts: { waits: 0 }, level: heldLevel };

/**
 * A focused crawler agent of Pappas et al. 2012. It visits its seeds, learns the weights of their terms and holds their links; when
 * all seeds were visited it forms the table and scores these links. From then on pages are judged and links are
 * scored by the table. Where it is formed early, links still wait until all seeds were visited.
 *
 * Relevance: until the table is formed, by the query alone. Then `raw` is the page's cosine with the table (eq 5), and
 * relevance 0.75 is that of the middle one of the pages it was made from: of the examples where there are some, else of the
 * seeds that the query found relevant. Where it found none, a table made from them is no measure, and the query judges on.
 */
export class TopicSpecificCrawler implements Strategy {
  readonly name = 'tswt';
  readonly queueing: Queueing;
  readonly lessons: Lessons;
  readonly knowledge: Knowledge;
  private readonly byQuery: TopicJudge;
  /** Statistics that grow with the pages visited: those of the query, and the agent's own. */
  private readonly collections: readonly CollectionIdf[];
  private readonly idf: Idf;
  /** Of the documents that the table is formed from: seeds and examples. */
  private readonly weights: TermWeights;
  private readonly topicTable: TopicTable;
  private readonly frames = new FrameWords();
  private readonly held = new HeldPages();
  /** Pages that tell what relevance is: their cosines change with the table. */
  private readonly measures = new HeldPages();
  private readonly genres: readonly (LinkKeywords & { readonly judged: string })[];
  private readonly links: LinkScorer;
  /** Cosines of the page that was judged last, for the ranking of its links; learning changes what they would be. */
  private judged: { readonly terms: TermCounts; readonly cosines: readonly number[] } | undefined;

  constructor(
    private readonly topic: Topic,
    genres: readonly Genre[],
    private readonly rules: TswtRules,
  ) {
    const { settings, examples } = topic;
    this.byQuery = new TopicJudge(topic);
    this.idf = idfFor(rules.idf, settings.stem);
    this.collections = [this.byQuery.idf, this.idf].filter((idf) => idf instanceof CollectionIdf);
    this.weights = new TermWeights(this.idf, examples, rules.ignored);
    this.topicTable = new TopicTable(rules.table);
    this.genres = genres.map((genre) => ({ ...keywordsOf(genre, settings), judged: `genre: ${genre.name}` }));
    this.links = new LinkScorer(topicKeywords(this.topicTable.keywords), this.genres, rules.links);
    this.queueing = { merge: this.links.merge, refill: () => this.refill() };
    this.lessons = lessonsOf(this.topicTable);
    const learnt = [this.weights, this.topicTable, this.held, this.measures, this.frames, ...this.collections];
    this.knowledge = joinedKnowledge(learnt);
  }

  judge(page: Page): Judgement {
    const { half } = this.topicTable;
    if (half === undefined) return this.byQuery.judge(page);
    const vector = new PageVector(page.terms, this.idf);
    const cosines = this.cosines(vector);
    this.judged = { terms: page.terms, cosines };
    const [raw, ...genres] = cosines as [number, ...number[]];
    const { ids, weights } = vector;
    const nameOf = (id: number) => this.topic.names.get(id) ?? '(table)';
    const parts = shares(raw, ids, this.topicTable.keywords, (index) => weights[index]!, nameOf);
    for (const [index, { judged }] of this.genres.entries()) if (genres[index]! > 0) parts[judged] = genres[index]!;
    return { raw, relevance: relevanceOf(raw, half), parts };
  }

  rank(page: Page, _judgement: Judgement, links: readonly Link[]): LinkScore[] {
    if (!this.topicTable.isFormed) return links.map(() => waiting);
    const { terms, cosines } = this.judged ?? {};
    const parents = terms === page.terms ? cosines! : this.cosines(new PageVector(page.terms, this.idf));
    const scores = links.map((link) => this.links.score(link, parents));
    return this.topicTable.seedsOver ? scores : scores.map((score) => ({ ...score, level: heldLevel }));
  }

  learn({ url, terms, links, relevant, reached, foreign }: LearntVisit): readonly Rescore[] | undefined {
    this.judged = undefined;
    for (const collection of this.collections) collection.add(terms);
    const isReframed = this.rules.withoutFrames && this.frames.add(hostOf(url), terms);
    if (foreign && !this.topicTable.isFormed) {
      // The table is made from seeds, be they other agents', whose links are not held: those agents score them.
      if (reached.depth === 0) this.weights.add(terms);
      return undefined;
    }
    if (!this.topicTable.isFormed) {
      this.weights.add(terms);
      this.held.add({ terms, links, relevant });
      return this.held.size < this.rules.mostHeldPages ? undefined : this.form();
    }
    if (isReframed) this.formTable();
    if (this.topicTable.mayGrow) this.grow(terms);
    return undefined;
  }

  /** All seeds were visited. Without a single page there is nothing to form a table from: seeds added later may bring one. */
  private refill(): readonly Rescore[] {
    if (this.topicTable.seedsOver || (!this.topicTable.isFormed && this.held.size === 0)) return [];
    this.topicTable.seedsOver = true;
    const rescores = this.topicTable.isFormed ? [] : this.form();
    return [...rescores, { promote: Number.POSITIVE_INFINITY, from: heldLevel, to: 1 }];
  }

  /** Nothing before it is formed. */
  topTerms(count: number): [termId: number, weight: number][] {
    return this.topicTable.keywords.top(count);
  }

  /** Forms the table, and scores the links that were held by all of their parents. One that is a seed too keeps its place. */
  private form(): Rescore[] {
    for (const { terms, relevant } of this.held)
      if (relevant && this.measures.size < mostMeasures) this.measures.add({ terms, relevant, links: [] });
    this.formTable();
    const scores = new Map<string, Score>();
    for (const { terms, links } of this.held) {
      const cosines = this.cosines(new PageVector(terms, this.idf));
      for (const link of links) {
        const known = scores.get(link.url);
        const score = this.links.score(link, cosines);
        scores.set(link.url, known === undefined ? score : this.links.merge(known, score));
      }
    }
    this.held.clear();
    return Array.from(scores, ([url, { value, parts }]) => ({ url, score: value, merge: 'max', parts }));
  }

  /** With the statistics and the frames as they are by now. */
  private formTable(): void {
    this.topicTable.form(this.weights, this.frames.words);
    const { examples } = this.topic;
    const pages = examples.length > 0 ? examples : Array.from(this.measures, ({ terms }) => terms);
    const cosines = pages.map((terms) => this.cosines(new PageVector(terms, this.idf))[0]!);
    if (cosines.length > 0) this.topicTable.half = halfOfExamples(cosines);
  }

  /** Dynamic table: a page like it adds its top keywords by TF-IDF, with the weights that such pages give them. */
  private grow(terms: TermCounts): void {
    const { threshold, scope, terms: count } = this.rules.growth;
    const page = new PageVector(terms, this.idf);
    if (this.topicTable.keywords.cosine(page, scope) < threshold) return;
    const keywords = new Set(page.top(count, (id) => this.rules.ignored.has(id) || this.frames.has(id)));
    const brought: [id: number, frequency: number][] = [];
    for (const [index, id] of terms.ids.entries())
      if (keywords.has(id)) brought.push([id, weightedFrequency(terms.counts[index]!)]);
    this.topicTable.grow(brought, this.weights);
  }

  /** Eq 5 with the table, then with each genre. */
  private cosines(page: PageVector): number[] {
    const { pageScope } = this.rules;
    const cosines = [this.topicTable.keywords.cosine(page, pageScope)];
    for (const { table } of this.genres) cosines.push(table.cosine(page, pageScope));
    return cosines;
  }
}

/** The links of seeds are held until the table is formed. */
function lessonsOf(table: TopicTable): Lessons {
  return {
    get of() {
      return table.isFormed ? 'terms' : 'links';
    },
  };
}

/** All of a genre's terms weigh 1; in URLs its own terms of URLs count beside them. */
function keywordsOf({ name, terms, urlTerms }: Genre, { language, stem }: Topic['settings']): LinkKeywords {
  const pipeline = new TextPipeline({ language, stem });
  const idsOf = (given: readonly string[]) => given.map((term) => pipeline.idOf(term)).filter((id) => id !== undefined);
  return genreKeywords(name, WeightTable.ofEqual(idsOf(terms)), WeightTable.ofEqual(idsOf([...terms, ...urlTerms])));
}

function idfFor(kind: TswtRules['idf'], stem: boolean): Idf {
  return kind === 'agent' ? new CollectionIdf(idfOf('background', stem), pagesBefore) : idfOf(kind, stem);
}
