import { encodeNumbers, zigzag } from '../../src/semantics/number-column.js';
import { PARTS_OF_SPEECH } from '../../src/semantics/part-of-speech.js';
import { POINTER_SYMBOLS } from '../../src/semantics/pointers.js';
import type { WordNetDatabase } from './wordnet-database.js';

/** The columns that data/README.md describes, by name, not yet compressed. */
export function columnsOf({ synsets, senses }: WordNetDatabase): Map<string, Buffer> {
  const pointers = synsets.flatMap((synset, number) =>
    synset.pointers.map(({ symbol, target }) => ({ symbol, step: target - number })),
  );
  const offsetSteps = synsets.map(({ partOfSpeech, offset }, number) => {
    const before = synsets[number - 1];
    return before?.partOfSpeech === partOfSpeech ? offset - before.offset : offset;
  });
  return new Map([
    ['lemmas', lines([...senses.keys()])],
    ['sense-counts', encodeNumbers([...senses.values()].map(({ size }) => size))],
    ['senses', encodeNumbers([...senses.values()].flatMap((numbers) => [...numbers]))],
    ['lexicographer-files', encodeNumbers(synsets.map(({ lexicographerFile }) => lexicographerFile))],
    ['satellites', encodeNumbers(synsets.map(({ satellite }) => Number(satellite)))],
    ['offsets', encodeNumbers(offsetSteps)],
    ['words', lines(synsets.map(({ words }) => words.join('\t')))],
    ['pointer-counts', encodeNumbers(synsets.map((synset) => synset.pointers.length))],
    ['pointer-symbols', encodeNumbers(pointers.map(({ symbol }) => symbolNumber(symbol)))],
    ['pointer-targets', encodeNumbers(pointers.map(({ step }) => zigzag(step)))],
    ...PARTS_OF_SPEECH.map(([partOfSpeech, name]): [string, Buffer] => [
      `glosses-${name}`,
      lines(synsets.filter((synset) => synset.partOfSpeech === partOfSpeech).map(({ gloss }) => gloss)),
    ]),
  ]);
}

function lines(texts: readonly string[]): Buffer {
  return Buffer.from(texts.map((text) => `${text}\n`).join(''), 'latin1');
}

function symbolNumber(symbol: string): number {
  const number = POINTER_SYMBOLS.indexOf(symbol);
  if (number < 0) throw new Error(`The pointer symbol "${symbol}" is unknown.`);
  return number;
}
