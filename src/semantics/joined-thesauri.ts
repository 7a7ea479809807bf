import type { Thesaurus } from './thesaurus.js';
import type { Entry, SenseChoice } from './wordnet.js';

/** Numbers of the second one begin here. */
const second = 2 ** 31;

/** Two thesauri as one: a word has the meanings that either knows. No path leads from one to the other. */
export function joinedThesauri(one: Thesaurus, other: Thesaurus): Thesaurus {
  const of = (number: number): [Thesaurus, number] => (number < second ? [one, number] : [other, number - second]);
  return {
    lookUp(text: string, choice: SenseChoice): Entry | undefined {
      const [first, more] = [one.lookUp(text, choice), other.lookUp(text, choice)];
      if (more === undefined) return first;
      const moved = (numbers: readonly number[]) => numbers.map((number) => number + second);
      return {
        lemmas: [...(first?.lemmas ?? []), ...moved(more.lemmas)],
        senses: [...(first?.senses ?? []), ...moved(more.senses)],
      };
    },
    mayBeginCollocation: (first, next) =>
      one.mayBeginCollocation(first, next) || other.mayBeginCollocation(first, next),
    textOf(lemma) {
      const [thesaurus, own] = of(lemma);
      return thesaurus.textOf(own);
    },
    wordsOf(sense) {
      const [thesaurus, own] = of(sense);
      return thesaurus.wordsOf(own);
    },
    depthOf(sense) {
      const [thesaurus, own] = of(sense);
      return thesaurus.depthOf(own);
    },
    eachAncestor(senses, visit) {
      const all = [...senses];
      one.eachAncestor(
        all.filter((sense) => sense < second),
        visit,
      );
      const moved = all.filter((sense) => sense >= second).map((sense) => sense - second);
      other.eachAncestor(moved, (sense, steps) => visit(sense + second, steps));
    },
  };
}
