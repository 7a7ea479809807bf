import type { Strategy } from '../../model/strategy.js';
import { type Synonym, synonymsOf } from '../../semantics/synonyms.js';
import { type MeantTerm, TermReader } from '../../semantics/term-reader.js';
import { TermTable } from '../../text/term-table.js';
import { cosineFrom, type TopicVector } from '../../text/vector.js';
import { type QueryExpansion, TopicJudge } from '../../topic/topic-judge.js';
import { anchorWeight } from '../classic/best-first.js';
import { queryDriven } from '../classic/query-driven.js';
import { defineStrategy } from '../strategy-entry.js';
import { heaviest, type Lexicon, lexiconParameters, openLexicon } from './lexicon.js';

/**
 * Batsakis 2007, crawler (g), synset expansion. A link is worth (eq 10)
 *
 *     (cos(page, q̂) + cos(â, q̂)) / 2
 *
 * where q̂ is the query and â the anchor text, each with the synonyms that WordNet has for its terms. A synonym inherits the weight of
 * its term; where it comes from several, or stands there itself, the highest counts. Neither the page nor the words inside an
 * expression that is looked up as one are expanded. Pages are judged by cos(page, q̂) too.
 */
export const synset = defineStrategy({
  name: 'synset',
  summary: 'Follows links whose page and anchor text are similar to the query and its synonyms, half each.',
  source: 'Batsakis 2007, crawler (g), eq 10',
  needs: ['query'],
  takes: ['ontology'],
  parameters: { ...lexiconParameters, 'anchor-weight': anchorWeight },
  parts: {
    page: 'cosine of the linking page and the query with its synonyms',
    anchor: 'cosine of the anchor text and the query, both with synonyms',
    'synonym *': 'what a synonym of a word of the query brings, by WordNet',
  },
  prepare({ settings, parameters }) {
    const lexicon = openLexicon('synset', settings, parameters);
    const expansion = new SynonymsOfQuery(lexicon);
    return {
      phrases: expansion.phrases,
      make: (topic) =>
        queryDriven(topic, {
          name: 'synset',
          judge: new TopicJudge(topic, expansion),
          rank: (judge) => rankBySynonyms(lexicon, judge, parameters['anchor-weight']),
        }),
    };
  },
});

/** From q to q̂. */
class SynonymsOfQuery implements QueryExpansion {
  readonly names: ReadonlyMap<number, string>;
  /** The synonyms of several words. */
  readonly phrases: readonly string[];
  readonly #terms: readonly { term: MeantTerm; synonyms: readonly Synonym[] }[];
  readonly #idOf: (text: string) => number | undefined;

  constructor({ rules: { wordnet, pipeline }, query }: Lexicon) {
    this.#idOf = (text) => pipeline.idOf(text);
    this.#terms = query.map(({ term }) => ({ term, synonyms: synonymsOf(term, wordnet, pipeline) }));
    const all = this.#terms.flatMap(({ synonyms }) => synonyms);
    this.names = new Map(all.map(({ id, text }) => [id, `synonym ${text}`]));
    this.phrases = all.map(({ text }) => text).filter((text) => text.includes(' '));
  }

  expand(query: ReadonlyMap<number, number>): Map<number, number> {
    const expanded = new Map(query);
    for (const { term, synonyms } of this.#terms) {
      // A phrase that was asked for in quotation marks has a weight of its own.
      const weight = query.get(this.#idOf(term.text)!) ?? heaviest(term, (id) => query.get(id) ?? 0);
      for (const { id } of synonyms) expanded.set(id, Math.max(weight, expanded.get(id) ?? 0));
    }
    return expanded;
  }
}

function rankBySynonyms({ rules }: Lexicon, { idf, vector }: TopicJudge, share: number): Strategy['rank'] {
  const { wordnet, pipeline } = rules;
  const reader = new TermReader(rules, (term) => Uint32Array.from(synonymsOf(term, wordnet, pipeline), ({ id }) => id));
  const weights = new TermTable();
  return (_page, { raw: page }, links) =>
    links.map((link) => {
      weights.clear();
      for (const id of link.anchorTerms) weights.add(id, idf.of(id));
      for (const { term, value: synonyms, count } of reader.read(link.anchor)) {
        const weight = count * heaviest(term, (id) => idf.of(id));
        for (const id of synonyms) weights.add(id, Math.max(0, weight - weights.get(id)));
      }
      const anchor = cosineOfWeights(weights, vector);
      return { value: (1 - share) * page + share * anchor, parts: { page, anchor } };
    });
}

function cosineOfWeights({ ids, values }: TermTable, topic: TopicVector): number {
  let product = 0;
  let square = 0;
  for (let i = 0; i < ids.length; i++) {
    product += values[i]! * topic.weightOf(ids[i]!);
    square += values[i]! * values[i]!;
  }
  return cosineFrom(product, Math.sqrt(square) * topic.norm);
}
