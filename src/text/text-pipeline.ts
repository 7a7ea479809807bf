import { Phrases } from './phrases.js';
import type { TermCounts } from './term-counts.js';
import { termId } from './term-id.js';
import { TermTable } from './term-table.js';
import { scanTokens, type TokenSink, tokens } from './tokens.js';
import { eachUrlWord } from './url-words.js';
import { type Vocabulary, vocabularyFor } from './vocabulary.js';

export interface TextPipelineOptions {
  /** ISO 639-1 code; English when it is missing or ''. */
  readonly language?: string;
  /** False keeps words as they are written, apart from case and accents. */
  readonly stem?: boolean;
  /** Terms of several words, as a person writes them. */
  readonly phrases?: readonly string[];
}

/**
 * Text to terms: folded tokens, stop words dropped, the rest stemmed. A known phrase is one more term, beside its
 * words; stop words do not count in it ("state of the art" is `state art`). Pages and given terms take the same way,
 * so they meet. Making one is cheap: pipelines of a language share what they learn about its words.
 */
export class TextPipeline {
  readonly #vocabulary: Vocabulary;
  readonly #phrases = new Phrases();
  readonly #phraseTerms = new Map<number, string>();
  readonly #words: WordIds;

  constructor({ language = 'en', stem = true, phrases = [] }: TextPipelineOptions = {}) {
    this.#vocabulary = vocabularyFor(language === '' ? 'en' : language, stem);
    this.#words = new WordIds(this.#vocabulary);
    for (const phrase of phrases) {
      const words = this.#termsOfWords(phrase);
      if (words.length < 2) continue;
      const term = words.join(' ');
      this.#phrases.add(words.map(termId), termId(term));
      this.#phraseTerms.set(termId(term), term);
    }
  }

  /** Ids in the order of the text, with repeats. A phrase stands right after its first word. */
  termIds(text: string): Uint32Array {
    if (text === '') return NONE;
    this.#words.scan(text);
    return this.#found();
  }

  /** Distinct terms of one or several texts in order of first appearance. Phrases do not reach from text to text. */
  counts(...texts: readonly string[]): TermCounts {
    counting.clear();
    for (const text of texts) {
      this.#words.scan(text);
      this.#visit(this.#words.view(), countOne);
    }
    // Not `from`, which goes through an iterator.
    return { ids: counting.ids.slice(), counts: new Uint32Array(counting.values) };
  }

  /** The terms behind `termIds`, one for one: for what people see. */
  terms(text: string): string[] {
    const words = this.#termsOfWords(text);
    const terms: string[] = [];
    const ids = Uint32Array.from(words, termId);
    for (let i = 0; i < ids.length; i++) {
      terms.push(words[i]!);
      this.#phrases.match(ids, i, (phrase) => terms.push(this.#phraseTerms.get(phrase)!));
    }
    return terms;
  }

  /** A given word or phrase as a term: the stems of its words joined by one space, or '' if nothing is left of it. */
  termOf(given: string): string {
    return this.#termsOfWords(given).join(' ');
  }

  /**
   * The id of a given word or phrase, or undefined if nothing is left of it. Pages show a phrase only if the pipeline
   * knows it.
   */
  idOf(given: string): number | undefined {
    const term = this.termOf(given);
    return term === '' ? undefined : termId(term);
  }

  /** The same of the words in a URL; see `urlWords`. */
  termIdsOfUrl(url: string): Uint32Array {
    this.#words.scanUrl(url);
    return this.#found();
  }

  #found(): Uint32Array {
    if (this.#phrases.empty) return this.#words.copy();
    const ids: number[] = [];
    this.#visit(this.#words.view(), (id) => ids.push(id));
    return Uint32Array.from(ids);
  }

  #visit(words: Uint32Array, visit: (id: number) => void): void {
    const phrases = this.#phrases.empty ? undefined : this.#phrases;
    for (let i = 0; i < words.length; i++) {
      visit(words[i]!);
      phrases?.match(words, i, visit);
    }
  }

  #termsOfWords(text: string): string[] {
    return tokens(text)
      .map((token) => this.#vocabulary.termOf(token))
      .filter((term) => term !== undefined);
  }
}

/** Shared by all pipelines of a thread: it is empty between calls. */
const counting = new TermTable();
const countOne = (id: number): void => counting.add(id, 1);

const NONE = new Uint32Array(0);
/** One huge text must not hold memory for good. */
const LARGEST_KEPT = 1 << 16;

/** Collects the ids of a text's words in a buffer that is used again and again. */
class WordIds implements TokenSink {
  readonly #vocabulary: Vocabulary;
  #buffer = new Uint32Array(256);
  #length = 0;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  scan(text: string): void {
    this.#clear();
    scanTokens(text, this);
  }

  scanUrl(url: string): void {
    this.#clear();
    eachUrlWord(url, this.#scanWord);
  }

  /** What was found in the last text: valid until the next. */
  view(): Uint32Array {
    return this.#buffer.subarray(0, this.#length);
  }

  copy(): Uint32Array {
    return this.#buffer.slice(0, this.#length);
  }

  readonly #scanWord = (part: string, start: number, end: number): void => scanTokens(part, this, start, end);

  #clear(): void {
    if (this.#buffer.length > LARGEST_KEPT) this.#buffer = new Uint32Array(256);
    this.#length = 0;
  }

  take(hash: number, check: number, text: string, start: number, end: number): void {
    const id = this.#vocabulary.idOf(hash, check, text, start, end);
    if (id === 0) return;
    if (this.#length === this.#buffer.length) {
      const larger = new Uint32Array(2 * this.#length);
      larger.set(this.#buffer);
      this.#buffer = larger;
    }
    this.#buffer[this.#length++] = id;
  }
}
