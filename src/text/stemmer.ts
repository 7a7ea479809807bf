import { createRequire } from 'node:module';
import { porter2 } from './porter2.js';

/** Takes a lower-case token to its stem. */
export type Stemmer = (token: string) => string;

interface SnowballStemmers {
  newStemmer(algorithm: string): { stem(word: string): string };
}

const SNOWBALL_ALGORITHMS: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  cs: 'czech',
  da: 'danish',
  de: 'german',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hu: 'hungarian',
  hy: 'armenian',
  it: 'italian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sl: 'slovene',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
};

const require = createRequire(import.meta.url);
const stemmers = new Map<string, Stemmer>();

/** Whether words of this language (ISO 639-1) have stems. */
export function hasStemmer(language: string): boolean {
  return language === 'en' || Object.hasOwn(SNOWBALL_ALGORITHMS, language);
}

/** The stemmer of a language (ISO 639-1), loaded on first use; the identity for languages without one. */
export function stemmerFor(language: string): Stemmer {
  let stemmer = stemmers.get(language);
  if (stemmer === undefined) {
    if (!hasStemmer(language)) return identity;
    stemmer = keepingNumbers(language === 'en' ? porter2 : snowball(SNOWBALL_ALGORITHMS[language]!));
    stemmers.set(language, stemmer);
  }
  return stemmer;
}

function identity(token: string): string {
  return token;
}

function snowball(algorithm: string): Stemmer {
  const stemmer = (require('snowball-stemmers') as SnowballStemmers).newStemmer(algorithm);
  return (token) => stemmer.stem(token);
}

/** Tokens with digits are names or numbers, not inflected words. */
function keepingNumbers(stemmer: Stemmer): Stemmer {
  return (token) => (/\p{N}/u.test(token) ? token : stemmer(token) || token);
}
