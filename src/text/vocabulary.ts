import { hasStemmer, type Stemmer, stemmerFor } from './stemmer.js';
import { hasStopWords, stopWords } from './stop-words.js';
import { termId } from './term-id.js';
import { tokenAt } from './tokens.js';

/** Numbers of an entry: the hash, the check and the id of a token, and one to spare, so that an entry lies in one line of the cache. */
const ENTRY = 4;
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
  #entries = new Uint32Array(ENTRY * SMALLEST);
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
    const entries = this.#entries;
    const mask = entries.length - 1;
    let at = (hash << 2) & mask;
    for (let found = entries[at]; found !== 0; found = entries[at]) {
      if (found === hash && entries[at + 1] === check) return entries[at + 2]!;
      at = (at + ENTRY) & mask;
    }
    const term = this.termOf(tokenAt(text, start, end));
    const id = term === undefined ? 0 : termId(term);
    this.#learn(hash, check, id);
    return id;
  }

  #learn(hash: number, check: number, id: number): void {
    if (this.#size * 2 * ENTRY >= this.#entries.length) this.#makeRoom();
    const entries = this.#entries;
    const mask = entries.length - 1;
    let at = (hash << 2) & mask;
    while (entries[at] !== 0) at = (at + ENTRY) & mask;
    entries[at] = hash;
    entries[at + 1] = check;
    entries[at + 2] = id;
    this.#size++;
  }

  #makeRoom(): void {
    const known = this.#entries;
    const isFull = known.length === ENTRY * LARGEST;
    this.#entries = new Uint32Array(isFull ? ENTRY * SMALLEST : 2 * known.length);
    this.#size = 0;
    if (isFull) return;
    for (let at = 0; at < known.length; at += ENTRY) {
      if (known[at] !== 0) this.#learn(known[at]!, known[at + 1]!, known[at + 2]!);
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
