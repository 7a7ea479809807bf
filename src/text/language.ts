import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type NgramData, unpackNgrams } from './packed-ngrams.js';
import { hasStopWords } from './stop-words.js';
import { scanTokens, type TokenSink } from './tokens.js';
import { type Vocabulary, vocabularyFor } from './vocabulary.js';

interface Detector {
  detect(text: string): { readonly language: string; isReliable(): boolean };
  info(): { readonly Languages: Record<number, string> };
}

interface DetectorModule {
  createEld(): { readonly instance: Detector; loadData(table: NgramData): void };
}

/** The detector looks at some 350 bytes; the sample leaves room for what it strips. */
const SAMPLE_LENGTH = 500;
/** Shorter lines are menus, captions and names, which often are in another language than the page. */
const RUNNING_TEXT = 50;
/** With less text a stated language is the better guess. */
const SHORT_TEXT = 40;

/** Running text in a language has this share of its stop words, text in a related language hardly. */
const CONFIRMING_SHARE = 0.3;

/**
 * The language of a text (ISO 639-1), or '' when unknown. `declared` is what the page says, such as a `lang`
 * attribute of `en-GB`. It decides where the text is short or ambiguous, or where the detector does not know the
 * language; otherwise the text does, since templates are often left at their default language.
 */
export function detectLanguage(text: string, declared = ''): string {
  const stated = languageOfTag(declared);
  const sample = sampleOf(text);
  if (stated !== '' && sample.length < SHORT_TEXT) return stated;
  const likely = stated === '' ? 'en' : stated;
  if (sample.length >= SHORT_TEXT && isConfirmed(likely, sample)) return likely;
  detector ??= loadDetector();
  const found = detector.detect(sample);
  if (found.language === stated) return stated;
  const sure = found.isReliable();
  if (stated !== '' && !(sure && detectable(detector).has(stated))) return stated;
  return sure ? found.language : '';
}

/** Most pages tell the truth. This check takes a quarter of the detector's time, and spares loading its tables. */
function isConfirmed(language: string, sample: string): boolean {
  if (!hasStopWords(language)) return false;
  // Without stems: those of a page's own language are asked for nowhere else.
  const found = new FunctionWords(vocabularyFor(language, false));
  scanTokens(sample, found);
  return found.words > 0 && found.functionWords >= CONFIRMING_SHARE * found.words;
}

/** A class, as all sinks are: each object literal would be of a kind of its own to the compiler, and the scanner slow for all of them. */
class FunctionWords implements TokenSink {
  words = 0;
  functionWords = 0;

  constructor(private readonly vocabulary: Vocabulary) {}

  take(hash: number, check: number, text: string, start: number, end: number): void {
    this.words++;
    if (this.vocabulary.idOf(hash, check, text, start, end) === 0) this.functionWords++;
  }
}

/**
 * The ISO 639-1 code of a language tag (`de-CH`, `en_US`, `eng`), or '' if it has none. Both written forms of
 * Norwegian are `no`.
 */
export function languageOfTag(tag: string): string {
  let language = tags.get(tag);
  if (language === undefined) {
    language = canonicalLanguage(tag);
    if (tags.size >= 1000) tags.clear();
    tags.set(tag, language);
  }
  return language;
}

const tags = new Map<string, string>([['', '']]);
let names: Intl.DisplayNames | undefined;

function canonicalLanguage(tag: string): string {
  try {
    const [language = ''] = Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-'))[0]!.split('-');
    if (language === 'nb' || language === 'nn') return 'no';
    names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
    return language.length === 2 && names.of(language) !== undefined ? language : '';
  } catch {
    return '';
  }
}

/** The first lines of running text; the beginning of the text if it has none. */
function sampleOf(text: string): string {
  let sample = '';
  let start = 0;
  while (start < text.length && sample.length < SAMPLE_LENGTH) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    if (end - start >= RUNNING_TEXT) sample += `${text.slice(start, Math.min(end, start + SAMPLE_LENGTH))}\n`;
    start = end + 1;
  }
  return (sample.length >= RUNNING_TEXT ? sample : text).slice(0, SAMPLE_LENGTH);
}

let detector: Detector | undefined;
let languages: ReadonlySet<string> | undefined;

/** With `require()`: `import()` would make every caller wait for a promise. */
function loadDetector(): Detector {
  const folder = new URL('../../../vendor/eld/', import.meta.url);
  const file = fileURLToPath(new URL('src/languageDetector.js', folder));
  const { createEld } = createRequire(import.meta.url)(file) as DetectorModule;
  const { instance, loadData } = createEld();
  loadData(unpackNgrams(readFileSync(new URL('ngrams.bin', folder))));
  return instance;
}

function detectable(detector: Detector): ReadonlySet<string> {
  languages ??= new Set(Object.values(detector.info().Languages));
  return languages;
}
