import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PARTS_OF_SPEECH, type PartOfSpeech } from '../../src/semantics/part-of-speech.js';

/** A synset as its line in a data file has it: what Osprey uses of it. */
export interface DatabaseSynset {
  readonly partOfSpeech: PartOfSpeech;
  readonly offset: number;
  readonly lexicographerFile: number;
  readonly satellite: boolean;
  readonly words: readonly string[];
  readonly pointers: readonly { readonly symbol: string; readonly target: number }[];
  readonly gloss: string;
}

/** The files of a WordNet database, see wndb(5WN). Synsets are numbered by part of speech, then by their place in its file. */
export interface WordNetDatabase {
  readonly synsets: readonly DatabaseSynset[];
  /** Lemma to synsets, from the most frequent sense of each part of speech to the least. */
  readonly senses: ReadonlyMap<string, ReadonlySet<number>>;
  /** The notice that stands at the top of every file. */
  readonly licence: string;
}

/** Where a synset is: part of speech and offset. */
type Numbers = ReadonlyMap<string, number>;

/** Throws where the files do not belong together. */
export function readDatabase(folder: string): WordNetDatabase {
  const read = (name: string) => readFileSync(path.join(folder, name), 'latin1').split('\n');
  const lines = PARTS_OF_SPEECH.flatMap(([partOfSpeech, name]) =>
    entriesOf(read(`data.${name}`)).map((line) => ({ partOfSpeech, line })),
  );
  const numbers = new Map(lines.map(({ partOfSpeech, line }, n) => [partOfSpeech + line.slice(0, 8), n]));
  const senses = new Map<string, Set<number>>();
  for (const [partOfSpeech, name] of PARTS_OF_SPEECH) {
    for (const line of entriesOf(read(`index.${name}`))) addSenses(senses, line, partOfSpeech, numbers);
  }
  return {
    synsets: lines.map(({ partOfSpeech, line }) => synsetOf(line, partOfSpeech, numbers)),
    senses,
    licence: licenceOf(read(`data.${PARTS_OF_SPEECH[0]![1]}`)),
  };
}

/** The lines of the licence are numbered and indented. */
function entriesOf(lines: readonly string[]): string[] {
  return lines.filter((line) => line !== '' && !line.startsWith(' '));
}

function licenceOf(lines: readonly string[]): string {
  const numbered = lines.filter((line) => line.startsWith(' '));
  return numbered.map((line) => `${line.replace(/^ +\d+ /, '').trimEnd()}\n`).join('');
}

/** `lemma pos synset_cnt p_cnt [symbol...] sense_cnt tagsense_cnt offset [offset...]` */
function addSenses(senses: Map<string, Set<number>>, line: string, partOfSpeech: PartOfSpeech, numbers: Numbers): void {
  const fields = line.trim().split(' ');
  const lemma = spoken(fields[0]!);
  const known = senses.get(lemma) ?? new Set();
  senses.set(lemma, known);
  for (const offset of fields.slice(-Number(fields[2]))) known.add(numberOf(partOfSpeech, offset, numbers));
}

/** A lemma as the tokens of a text that has it, joined by one space: `x-ray` and `X ray` are one. */
function spoken(lemma: string): string {
  return lemma.replace(/[^a-z0-9]+/g, ' ').trim();
}

/** `offset file type w_cnt (word lex_id)... p_cnt (symbol offset pos source/target)... [frames] | gloss`; w_cnt is hexadecimal. */
function synsetOf(line: string, partOfSpeech: PartOfSpeech, numbers: Numbers): DatabaseSynset {
  const bar = line.indexOf('|');
  const fields = line.slice(0, bar).split(' ');
  const words = Number.parseInt(fields[3]!, 16);
  const pointersAt = 4 + 2 * words;
  return {
    partOfSpeech,
    offset: Number(fields[0]),
    lexicographerFile: Number(fields[1]),
    satellite: fields[2] === 's',
    words: Array.from({ length: words }, (_, n) => plainWord(fields[4 + 2 * n]!)),
    pointers: Array.from({ length: Number(fields[pointersAt]) }, (_, n) => {
      const [symbol, offset, kind] = fields.slice(pointersAt + 1 + 4 * n);
      return { symbol: symbol!, target: numberOf(kind!, offset!, numbers) };
    }),
    gloss: line.slice(bar + 1).trim(),
  };
}

/** Spaces as spaces, and without the syntactic markers of adjectives, such as `(p)`. */
function plainWord(field: string): string {
  return field.replace(/\((?:p|a|ip)\)$/, '').replaceAll('_', ' ');
}

function numberOf(partOfSpeech: string, offset: string, numbers: Numbers): number {
  const number = numbers.get(partOfSpeech + offset);
  if (number === undefined) throw new Error(`There is no synset ${offset} (${partOfSpeech}): the files do not match.`);
  return number;
}
