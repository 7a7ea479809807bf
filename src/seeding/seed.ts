import type { SeedGenre } from './seed-source.js';

/** A page to start from. */
export interface Seed {
  /** Canonical form. */
  readonly url: string;
  /** Its place in the queue, 1 where nobody said otherwise: sources give scores from 0 to 1, a person may give any (Jeyapal & Palanisamy). */
  readonly score: number;
  /** The kind of page it was found as. */
  readonly genre?: SeedGenre;
  readonly title?: string;
  /** Who named it, and on which place, from 1. None for seeds that the user gave. */
  readonly found: readonly { readonly source: string; readonly genre: SeedGenre; readonly rank: number }[];
}
