import { LemmaTable } from './lemma-table.js';
import { LEXICOGRAPHER_FILES, partOfSpeechOf } from './lexicographer-files.js';
import { ManyToMany } from './many-to-many.js';
import { PARTS_OF_SPEECH } from './part-of-speech.js';
import { Pointers } from './pointers.js';
import type { WordNetColumns } from './wordnet-columns.js';

/** Words, meanings and what they are kinds of. Synsets are numbered by part of speech, then by their place in its file. */
export interface PackedWordNet {
  readonly lemmas: LemmaTable;
  /** Lemma to synsets: nouns, verbs, adjectives, adverbs, each from the most frequent sense to the least. */
  readonly senses: ManyToMany;
  /** Synset to lemmas. */
  readonly words: ManyToMany;
  /** Synset to what it is a kind or an instance of. */
  readonly hypernyms: ManyToMany;
  /** Number of the first synset of each part of speech, and the number of all. */
  readonly bounds: readonly number[];
}

/** Reads what similarities and synonyms need; glosses and other relations are passed over. */
export function readWordNet(columns: WordNetColumns): PackedWordNet {
  const lemmas = new LemmaTable(columns.lines('lemmas'));
  const bounds = boundsOf(columns.numbers('lexicographer-files'));
  const synsets = bounds.at(-1)!;
  const senses = ManyToMany.packed(columns.numbers('sense-counts', lemmas.size), columns.numbers('senses'));
  return {
    lemmas,
    senses,
    words: senses.inverse(synsets),
    hypernyms: hypernymsOf(new Pointers(columns, synsets), synsets),
    bounds,
  };
}

/** Where the synsets of each part of speech begin, by the lexicographer file of each; and how many there are. */
export function boundsOf(lexicographerFiles: Uint32Array): number[] {
  const places = new Map(PARTS_OF_SPEECH.map(([partOfSpeech], place) => [partOfSpeech, place]));
  const placeOfFile = LEXICOGRAPHER_FILES.map((file) => places.get(partOfSpeechOf(file))!);
  const bounds = [0, 0, 0, 0, 0];
  for (const file of lexicographerFiles) bounds[placeOfFile[file]! + 1]!++;
  for (let place = 0; place < PARTS_OF_SPEECH.length; place++) bounds[place + 1]! += bounds[place]!;
  return bounds;
}

function hypernymsOf(pointers: Pointers, synsets: number): ManyToMany {
  const [from, to]: [number[], number[]] = [[], []];
  for (let synset = 0; synset < synsets; synset++) {
    for (let pointer = pointers.start(synset); pointer < pointers.start(synset + 1); pointer++) {
      if (!HYPERNYMS.includes(pointers.symbol(pointer))) continue;
      from.push(synset);
      to.push(pointers.target(pointer));
    }
  }
  return ManyToMany.of(synsets, from, to);
}

/** Is a kind of, is an instance of. */
const HYPERNYMS: readonly string[] = ['@', '@i'];
