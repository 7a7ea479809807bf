import { hasStemmer, type Stemmer, stemmerFor } from './stemmer.js';
import { hasStopWords, stopWords } from './stop-words.js';
import { termId } from './term-id.js';
import { tokenAt } from './tokens.js';

const SMALLEST = 1 << 12;
/**
 * Half of the slots are used at most. A full vocabulary is emptied: learning its live words again takes milliseconds.
 */
const LARGEST = 1 << 18;

/**
 * What becomes of each token in one language: its term, or nothing if it is a stop word. Ids that were worked out once
 * are kept by the two hashes of the token. A false match needs two tokens that agree in 64 bits, and would do no more
 * than mistake one word for another.
 */
export class Vocabulary {
  readonly #stopWords: ReadonlySet<string>;
  readonly #stemmer: Stemmer;
  #hashes = new Uint32Array(SMALLEST);
  #checks = new Uint32Array(SMALLEST);
  #ids = new Uint32Array(SMALLEST);
  #size = 0;

  constructor(language: string, stem: boolean) {
    this.#stopWords = stopWords(language);
    this.#stemmer = stemmerFor(stem ? language : '');
  }

  /** The term of a token, or undefined for a stop word. */
  termOf(token: string): string | undefined {
    return this.#stopWords.has(token) ? undefined : this.#stemmer(token);
  }

  /** The id of the term of the token that a scanner met, or 0 for a stop word. */
  idOf(hash: number, check: number, text: string, start: number, end: number): number {
    const hashes = this.#hashes;
    const mask = hashes.length - 1;
    let slot = hash & mask;
    for (let found = hashes[slot]; found !== 0; found = hashes[slot]) {
      if (found === hash && this.#checks[slot] === check) return this.#ids[slot]!;
      slot = (slot + 1) & mask;
    }
    const term = this.termOf(tokenAt(text, start, end));
    const id = term === undefined ? 0 : termId(term);
    this.#learn(hash, check, id);
    return id;
  }

  #learn(hash: number, check: number, id: number): void {
    if (this.#size * 2 >= this.#hashes.length) this.#makeRoom();
    const mask = this.#hashes.length - 1;
    let slot = hash & mask;
    while (this.#hashes[slot] !== 0) slot = (slot + 1) & mask;
    this.#hashes[slot] = hash;
    this.#checks[slot] = check;
    this.#ids[slot] = id;
    this.#size++;
  }

  #makeRoom(): void {
    const [hashes, checks, ids] = [this.#hashes, this.#checks, this.#ids];
    const length = hashes.length === LARGEST ? SMALLEST : 2 * hashes.length;
    this.#hashes = new Uint32Array(length);
    this.#checks = new Uint32Array(length);
    this.#ids = new Uint32Array(length);
    this.#size = 0;
    if (length === SMALLEST) return;
    for (let slot = 0; slot < hashes.length; slot++) {
      if (hashes[slot] !== 0) this.#learn(hashes[slot]!, checks[slot]!, ids[slot]!);
    }
  }
}

const vocabularies = new Map<string, Vocabulary>();

/** The vocabulary shared by all pipelines of a language. Languages without stems and stop words share a single one. */
export function vocabularyFor(language: string, stem: boolean): Vocabulary {
  const known = hasStopWords(language) || hasStemmer(language);
  const key = known ? `${language} ${stem}` : '';
  let vocabulary = vocabularies.get(key);
  if (vocabulary === undefined) {
    vocabulary = new Vocabulary(known ? language : '', stem);
    vocabularies.set(key, vocabulary);
  }
  return vocabulary;
}
