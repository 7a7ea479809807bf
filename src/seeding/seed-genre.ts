import { genresOf } from '../topic/genres.js';
import { type SeedGenre, seedGenres } from './seed-source.js';

/** The genre of seeds that a name means, as loosely as names of genres may be written; undefined for genres that no search engine knows. */
export function seedGenreOf(name: string): SeedGenre | undefined {
  const [judged] = genresOf({ genre: [name], genreTerms: [], urlTerms: [] });
  return judged === undefined ? 'web' : seedGenres.find((genre) => genre === judged.name);
}
