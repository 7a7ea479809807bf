/** Noun, verb, adjective (satellites included) or adverb. */
export type PartOfSpeech = 'n' | 'v' | 'a' | 'r';

/** The parts of speech in the order in which synsets are numbered, with the names that WordNet's files have. */
export const PARTS_OF_SPEECH: readonly (readonly [PartOfSpeech, string])[] = [
  ['n', 'noun'],
  ['v', 'verb'],
  ['a', 'adj'],
  ['r', 'adv'],
];
