import type { Page } from '../model/page.js';
import type { Judgement } from '../model/strategy.js';
import { CollectionIdf } from '../text/collection-idf.js';
import { type Idf, idfOf } from '../text/idf.js';
import type { TermCounts } from '../text/term-counts.js';
import {
  addScaled,
  cosine,
  cosineOfIds,
  norm,
  shares,
  TopicVector,
  topTerms,
  type Weights,
  weigh,
} from '../text/vector.js';
import { halfOfExamples, halfOfQuery, relevanceOf } from './relevance-scale.js';
import type { Topic } from './topic.js';

/** Terms of the examples that the topic's vector keeps: enough to tell subjects apart, few enough to be quick. */
const exampleTermsKept = 200;
/** Name of what the examples' terms add to a score, beside the query's own terms. */
export const examplesPart = '(examples)';

/** Terms that are added to a query, such as synonyms. */
export interface QueryExpansion {
  /** The query's weights and those of the terms added to it. */
  expand(query: Weights): Map<number, number>;
  /** The terms added, as people read them, by id. */
  readonly names: ReadonlyMap<number, string>;
}

/**
 * The judge of the query-driven strategies: cosine of the page with the topic (Batsakis 2007, eq 1 and 2), scaled to 0..1.
 * With idf from the collection, each page learnt from changes the weights of the pages after it; the topic's own vector is
 * made once, since what the user wants does not change.
 */
export class TopicJudge {
  readonly idf: Idf;
  /** The topic that pages are compared with. */
  readonly vector: TopicVector;
  private readonly half: number;

  constructor(
    private readonly topic: Topic,
    private readonly expansion?: QueryExpansion,
  ) {
    this.idf = idfOf(topic.settings.idf, topic.settings.stem);
    const { query, examples, settings } = topic;
    const asked = weigh(query, this.idf);
    const queryWeights = expansion?.expand(asked) ?? asked;
    const units = examples.map((terms) => unit(weigh(terms, this.idf)));
    this.vector = new TopicVector(units.length === 0 ? queryWeights : topicWeights(queryWeights, units));
    this.half =
      units.length === 0
        ? halfOfQuery(this.vector.norm, queryWeights.size, settings.idf, settings.stem)
        : halfOfExamples(
            examples.map((terms, index) =>
              cosine(terms, new TopicVector(topicWeights(queryWeights, others(units, index))), this.idf),
            ),
          );
  }

  /** What it has learnt: the statistics of the collection, where they are asked for. */
  get collection(): CollectionIdf | undefined {
    return this.idf instanceof CollectionIdf ? this.idf : undefined;
  }

  judge(page: Page): Judgement {
    const raw = cosine(page.terms, this.vector, this.idf);
    return { raw, relevance: relevanceOf(raw, this.half), parts: this.partsOf(page.terms, raw) };
  }

  /** How relevant a text is, 0..1, without the parts. */
  relevance(terms: TermCounts): number {
    return relevanceOf(cosine(terms, this.vector, this.idf), this.half);
  }

  /** cos(text, topic) for a short text given as its term ids: an anchor, a URL, a sentence. */
  similarity(ids: Uint32Array): number {
    return cosineOfIds(ids, this.vector, this.idf);
  }

  /** How much of the cosine each term of the query brought. */
  private partsOf({ ids, counts }: TermCounts, raw: number): Record<string, number> {
    const weightAt = (index: number) => counts[index]! * this.idf.of(ids[index]!);
    const nameOf = (id: number) => this.topic.names.get(id) ?? this.expansion?.names.get(id) ?? examplesPart;
    return shares(raw, ids, this.vector, weightAt, nameOf);
  }
}

/** All but one; the one where there is no other. */
function others<T>(all: readonly T[], index: number): readonly T[] {
  return all.length === 1 ? all : all.filter((_, other) => other !== index);
}

/** Half the query, half the centroid of the examples' unit vectors (Rocchio's positive feedback). */
function topicWeights(query: Map<number, number>, examples: readonly Map<number, number>[]): Map<number, number> {
  const centroid = new Map<number, number>();
  for (const example of examples) addScaled(centroid, example, 1 / examples.length);
  const kept = unit(new Map(topTerms(centroid, exampleTermsKept)));
  if (query.size === 0) return kept;
  const sum = new Map<number, number>();
  addScaled(sum, unit(query), 0.5);
  addScaled(sum, kept, 0.5);
  return sum;
}

function unit(weights: Map<number, number>): Map<number, number> {
  const length = norm(weights);
  return new Map([...weights].map(([id, weight]) => [id, weight / length]));
}
