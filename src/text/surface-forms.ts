import type { TextPipelineOptions } from './text-pipeline.js';
import { scanTokens, type TokenSink } from './tokens.js';
import { type Vocabulary, vocabularyFor } from './vocabulary.js';

/** Finds out how people write the words behind ids of terms, which are hashes of stems. */
export class SurfaceForms implements TokenSink {
  readonly #vocabulary: Vocabulary;
  readonly #forms: ReadonlyMap<number, Map<string, number>>;

  /** Forms are kept of the terms in `wanted` alone. */
  constructor(
    wanted: Iterable<number>,
    { language = 'en', stem = true }: Pick<TextPipelineOptions, 'language' | 'stem'> = {},
  ) {
    this.#vocabulary = vocabularyFor(language === '' ? 'en' : language, stem);
    this.#forms = new Map([...wanted].map((id) => [id, new Map()]));
  }

  read(text: string): void {
    scanTokens(text, this);
  }

  /** A term of several words is known by the name that it was given. */
  name(id: number, form: string): void {
    const forms = this.#forms.get(id);
    forms?.set(form, (forms.get(form) ?? 0) + 1);
  }

  take(hash: number, check: number, text: string, start: number, end: number): void {
    const id = this.#vocabulary.idOf(hash, check, text, start, end);
    if (id !== 0 && this.#forms.has(id)) this.name(id, text.slice(start, end));
  }

  /** The most frequent form; of equally frequent ones, the one met first. Undefined where none was met. */
  formOf(id: number): string | undefined {
    let [best, most]: [string | undefined, number] = [undefined, 0];
    for (const [form, count] of this.#forms.get(id) ?? []) if (count > most) [best, most] = [form, count];
    return best;
  }
}
