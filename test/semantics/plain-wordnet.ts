import type { Measure } from '../../src/semantics/measures.js';
import { type SenseChoice, WordNet } from '../../src/semantics/wordnet.js';
import { tokens } from '../../src/text/tokens.js';

/** Words of WordNet 3.1; they are numbered from 0. */
export const lemmaCount = 146_871;

export const allSenses: SenseChoice = { partsOfSpeech: ['n', 'v', 'a', 'r'], mostSenses: Number.POSITIVE_INFINITY };

/**
 * Questions about two words, answered in the plainest way: all concepts above one are looked for among those above the other.
 * Words are written as people write them.
 */
export class PlainWordNet {
  constructor(private readonly wordnet = WordNet.load()) {}

  sensesOf(word: string, choice = allSenses): readonly number[] {
    return this.wordnet.lookUp(spoken(word), choice)?.senses ?? [];
  }

  /** Steps along hypernyms between the nearest meanings of two words; 0 in one synset, Infinity where there is no way. */
  pathLength(a: string, b: string, choice = allSenses): number {
    return Math.min(...this.commonConcepts(a, b, choice).map(({ path }) => path));
  }

  similarity(a: string, b: string, measure: Measure, choice = allSenses): number {
    const [first, second] = [spoken(a), spoken(b)];
    const [x, y] = [this.wordnet.lookUp(first, choice), this.wordnet.lookUp(second, choice)];
    if (first === second || x?.lemmas.some((lemma) => y?.lemmas.includes(lemma))) return 1;
    return Math.max(0, ...this.commonConcepts(a, b, choice).map(({ path, depth }) => measure(path, depth)));
  }

  private commonConcepts(a: string, b: string, choice: SenseChoice): { path: number; depth: number }[] {
    const [up, down] = [this.stepsUp(a, choice), this.stepsUp(b, choice)];
    return [...up]
      .filter(([concept]) => down.has(concept))
      .map(([concept, steps]) => ({ path: steps + down.get(concept)!, depth: this.wordnet.depthOf(concept) }));
  }

  private stepsUp(word: string, choice: SenseChoice): Map<number, number> {
    const steps = new Map<number, number>();
    this.wordnet.eachAncestor(this.sensesOf(word, choice), (concept, up) => steps.set(concept, up));
    return steps;
  }
}

/** As lemmas are kept: the tokens of the text, joined by one space. */
function spoken(word: string): string {
  return tokens(word).join(' ');
}
