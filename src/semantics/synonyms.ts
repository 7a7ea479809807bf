import { termId } from '../text/term-id.js';
import type { TextPipeline } from '../text/text-pipeline.js';
import type { MeantTerm } from './term-reader.js';
import type { Thesaurus } from './thesaurus.js';

/** A word or expression for one of a term's meanings. */
export interface Synonym {
  /** Of the term that pages are compared by. */
  readonly id: number;
  readonly text: string;
}

/**
 * All words and expressions for the meanings of a term, itself included. Expressions of which stop words leave a single word
 * ("set up") are left out: that word alone means something else.
 */
export function synonymsOf({ senses }: MeantTerm, wordnet: Thesaurus, pipeline: TextPipeline): Synonym[] {
  const texts = new Set(senses.flatMap((synset) => wordnet.wordsOf(synset)));
  const synonyms: Synonym[] = [];
  for (const text of texts) {
    const id = text.includes(' ') ? idOfExpression(pipeline.termOf(text)) : pipeline.termIds(text)[0];
    if (id !== undefined) synonyms.push({ id, text });
  }
  return synonyms;
}

function idOfExpression(term: string): number | undefined {
  return term.includes(' ') ? termId(term) : undefined;
}
