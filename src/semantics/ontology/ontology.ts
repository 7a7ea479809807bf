import type { TextPipeline } from '../../text/text-pipeline.js';
import { tokens } from '../../text/tokens.js';
import type { Thesaurus } from '../thesaurus.js';
import type { Entry, SenseChoice } from '../wordnet.js';
import type { Concept } from './concept.js';

/**
 * An ontology of a topic as a thesaurus. Its concepts are numbered as they come; the words for them are found by their stems, so that
 * plurals are the same. A concept that nothing is broader than stands one step below a root that is no concept, as in WordNet.
 */
export class Ontology implements Thesaurus {
  readonly #words: readonly (readonly string[])[];
  readonly #broader: readonly (readonly number[])[];
  readonly #depths: Uint32Array;
  readonly #byTerm = new Map<string, { lemma: number; senses: number[] }>();
  readonly #lemmas: string[] = [];
  readonly #beginnings = new Set<string>();

  constructor(
    concepts: readonly Concept[],
    private readonly pipeline: Pick<TextPipeline, 'termOf'>,
  ) {
    const numbers = new Map(concepts.map(({ id }, number) => [id, number]));
    this.#words = concepts.map(({ labels }) => labels.map((label) => tokens(label).join(' ')));
    this.#broader = concepts.map(({ broader }) => broader.flatMap((id) => numbers.get(id) ?? []));
    this.#depths = depthsOf(this.#broader);
    for (const [sense, words] of this.#words.entries()) for (const word of words) this.#add(word, sense);
  }

  lookUp(text: string, { mostSenses }: SenseChoice): Entry | undefined {
    const found = this.#byTerm.get(this.pipeline.termOf(text));
    return found && { lemmas: [found.lemma], senses: found.senses.slice(0, mostSenses) };
  }

  mayBeginCollocation(first: string): boolean {
    return this.#beginnings.has(this.pipeline.termOf(first) || first);
  }

  textOf(lemma: number): string {
    return this.#lemmas[lemma]!;
  }

  wordsOf(sense: number): string[] {
    return [...this.#words[sense]!];
  }

  depthOf(sense: number): number {
    return this.#depths[sense]!;
  }

  eachAncestor(senses: Iterable<number>, visit: (sense: number, steps: number) => void): void {
    let level = new Set(senses);
    const reached = new Set(level);
    for (let steps = 0; level.size > 0; steps++) {
      const above = new Set<number>();
      for (const sense of level) {
        visit(sense, steps);
        for (const broader of this.#broader[sense]!) if (!reached.has(broader)) above.add(broader);
      }
      for (const sense of above) reached.add(sense);
      level = above;
    }
  }

  #add(word: string, sense: number): void {
    const term = this.pipeline.termOf(word);
    if (term === '') return;
    const known = this.#byTerm.get(term);
    if (known === undefined) this.#byTerm.set(term, { lemma: this.#lemmas.push(term) - 1, senses: [sense] });
    else if (!known.senses.includes(sense)) known.senses.push(sense);
    const space = word.indexOf(' ');
    if (space > 0) this.#beginnings.add(this.pipeline.termOf(word.slice(0, space)) || word.slice(0, space));
  }
}

/** From the top down, each concept once; those that are only in a circle have no top and count as one. */
function depthsOf(broader: readonly (readonly number[])[]): Uint32Array {
  const narrower: number[][] = broader.map(() => []);
  for (const [sense, above] of broader.entries()) for (const each of above) narrower[each]!.push(sense);
  const depths = new Uint32Array(broader.length);
  let level = broader.flatMap((above, sense) => (above.length === 0 ? [sense] : []));
  for (let depth = 1; level.length > 0; depth++) {
    for (const sense of level) depths[sense] = depth;
    level = [...new Set(level.flatMap((sense) => narrower[sense]!))].filter((sense) => depths[sense] === 0);
  }
  return depths.map((depth) => depth || 1);
}
