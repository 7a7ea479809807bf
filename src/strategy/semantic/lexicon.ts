import type { Settings } from '../../config/options.js';
import { type ParametersOf, parameter } from '../../config/parameters.js';
import { choice, integer, limit } from '../../config/scalar-kinds.js';
import { UsageError } from '../../failure.js';
import { joinedThesauri } from '../../semantics/joined-thesauri.js';
import { Ontology } from '../../semantics/ontology/ontology.js';
import { readOntology } from '../../semantics/ontology/read-ontology.js';
import { type MeantTerm, type Occurring, type ReadingRules, TermReader } from '../../semantics/term-reader.js';
import type { Thesaurus } from '../../semantics/thesaurus.js';
import { WordNet } from '../../semantics/wordnet.js';
import { TextPipeline } from '../../text/text-pipeline.js';
import { parseQuery } from '../../topic/query.js';

const partsOfSpeech = { noun: ['n'], 'noun-verb': ['n', 'v'], all: ['n', 'v', 'a', 'r'] } as const;

/** How the semantic strategies use WordNet. */
export const lexiconParameters = {
  'parts-of-speech': parameter(
    choice('all', 'noun-verb', 'noun'),
    'all',
    'Meanings that count; adjectives and adverbs have synonyms but are kinds of nothing.',
  ),
  senses: parameter(
    limit(integer({ min: 1 })),
    Number.POSITIVE_INFINITY,
    'Meanings of a word that count of each part of speech, the most frequent first.',
  ),
  'collocation-words': parameter(
    integer({ min: 1, max: 9 }),
    4,
    'Words of the longest expression, such as "first aid", that is looked up as one.',
  ),
  cache: parameter(integer({ min: 1 }), 20_000, 'Terms of anchor texts to remember with what was worked out for them.'),
};

/** WordNet as a strategy was asked to use it, and the query read with it. */
export interface Lexicon {
  readonly rules: ReadingRules;
  readonly query: readonly Occurring<undefined>[];
}

/** Loads WordNet, and the ontology beside it. Throws where neither can help: for other languages than English, and without a query. */
export function openLexicon(
  strategy: string,
  { query = '', language, stem, ontology }: Settings,
  parameters: ParametersOf<typeof lexiconParameters>,
): Lexicon {
  if (language !== 'en' && ontology === undefined) {
    throw new UsageError(
      'language-without-wordnet',
      `The strategy ${strategy} compares words by WordNet, which is English, and the language is "${language}"; choose another strategy, such as best-first, or give an ontology with --ontology.`,
      { language },
    );
  }
  const pipeline = new TextPipeline({ language, stem });
  const rules = {
    wordnet: thesaurusOf(ontology, language, pipeline),
    pipeline,
    choice: { partsOfSpeech: partsOfSpeech[parameters['parts-of-speech']], mostSenses: parameters.senses },
    longest: parameters['collocation-words'],
    capacity: parameters.cache,
  };
  const terms = new TermReader(rules, () => undefined).read(parseQuery(query).words);
  if (terms.length > 0) return { rules, query: terms };
  throw new UsageError(
    'no-query',
    `The strategy ${strategy} compares anchor texts with the words of the query; give a query that names the topic.`,
  );
}

/** The ontology that was given, beside WordNet where that is of the language. */
function thesaurusOf(file: string | undefined, language: string, pipeline: TextPipeline): Thesaurus {
  if (file === undefined) return WordNet.load();
  const ontology = new Ontology(readOntology(file, language), pipeline);
  return language === 'en' ? joinedThesauri(WordNet.load(), ontology) : ontology;
}

/** tf = f / max f in the text (Batsakis 2007, eq 1). */
export function termFrequencies(terms: readonly Occurring<unknown>[]): Float64Array {
  const highest = terms.reduce((most, { count }) => Math.max(most, count), 0);
  return Float64Array.from(terms, ({ count }) => count / highest);
}

/** The weight of a term of several words is that of the heaviest. */
export function heaviest({ wordIds }: MeantTerm, weightOf: (termId: number) => number): number {
  let weight = 0;
  for (const id of wordIds) weight = Math.max(weight, weightOf(id));
  return weight;
}
