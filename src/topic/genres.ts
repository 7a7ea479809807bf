import { nearest } from '../config/nearest.js';
import type { Settings } from '../config/options.js';
import { UsageError } from '../failure.js';
import { TextPipeline } from '../text/text-pipeline.js';
import { readyGenres } from './ready-genres.js';

/** A kind of page, recognised by its words whatever its subject (Pappas et al. 2012 and de Assis et al. 2009). */
export interface Genre {
  readonly name: string;
  /** Words and phrases as people write them; never none. */
  readonly terms: readonly string[];
  /** Words that the URLs of such pages hold. */
  readonly urlTerms: readonly string[];
}

export type GenreSettings = Pick<Settings, 'genre' | 'genreTerms' | 'urlTerms'> &
  Partial<Pick<Settings, 'language' | 'stem'>>;

/** Pappas et al. 2012's genre of all pages: no genre to judge by, and with it among them neither are the others. */
const anyGenre = 'web';
/** Name of the genre that the user's own terms make. */
const ownGenre = 'own';

/**
 * The genres that the user wants: those named, and one of the user's own terms. The user's terms of URLs are of all of
 * them. None when no genre is asked for, or pages of any. Throws `UsageError` for a name that is not known and for terms that are all stop words.
 */
export function genresOf({ genre, genreTerms, urlTerms, ...textOptions }: GenreSettings): readonly Genre[] {
  const pipeline = new TextPipeline(textOptions);
  requireTerms(pipeline, genreTerms, '--genre-terms');
  requireTerms(pipeline, urlTerms, '--url-terms');
  const named = new Set(genre.filter((name) => keyOf(name) !== anyGenre).map(readyGenre));
  const isAny = genre.some((name) => keyOf(name) === anyGenre);
  const genres: Genre[] = isAny
    ? []
    : [...named].map((ready) => ({ ...ready, urlTerms: [...ready.urlTerms, ...urlTerms] }));
  if (genreTerms.length > 0) genres.push({ name: ownGenre, terms: genreTerms, urlTerms });
  return genres;
}

function readyGenre(name: string): Genre {
  const key = keyOf(name);
  const found = readyGenres.find((ready) => keyOf(ready.name) === key);
  if (found !== undefined) return found;
  const names = [...readyGenres.map((ready) => ready.name), anyGenre];
  const guess = nearest(name, names);
  throw new UsageError(
    'unknown-genre',
    `Unknown genre "${name}"${guess === undefined ? '.' : `; did you mean "${guess}"?`} Genres: ${names.join(', ')}; or describe your own with --genre-terms.`,
    { name },
  );
}

/** What a genre's name means, whatever the case, the dashes and the number: "Course syllabi" is course-syllabus. */
function keyOf(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .split(/[\s_-]+/)
    .map((word) => word.replace(/i$/, 'us').replace(/([^su])s$/, '$1'))
    .join('-');
}

function requireTerms(pipeline: TextPipeline, terms: readonly string[], flag: string): void {
  if (terms.length === 0 || terms.some((term) => pipeline.idOf(term) !== undefined)) return;
  throw new UsageError(
    'empty-terms',
    `${flag} ${terms.join(', ')} contains only stop words; add words that such pages use.`,
    { terms },
  );
}
