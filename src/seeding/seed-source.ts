import type { SeedWeb } from './seed-web.js';

/** The kinds of pages that search engines tell apart (Pappas et al. 2012: Web, News, Discussions, Blogs). */
export const seedGenres = ['web', 'news', 'discussions', 'blogs'] as const;
export type SeedGenre = (typeof seedGenres)[number];

/** What a source is asked for. */
export interface SeedRequest {
  /** As the user wrote it, but for the site. */
  readonly query: string;
  /** Where the pages have to be, as `parsePlace` tells: pages elsewhere are dropped later. */
  readonly site?: string;
  readonly genre: SeedGenre;
  /** Two letters. */
  readonly language: string;
  /** Answers wanted; fewer may come. */
  readonly count: number;
}

/** An answer. Its place in the list is its rank. */
export interface FoundSeed {
  /** As the source gave it; what is no http or https URL is dropped later. */
  readonly url: string;
  readonly title?: string;
}

/** What the user has given for a source. */
export interface SourceAccess {
  /** Where it is, without a slash at the end: the user's own instance, or where it always is. */
  readonly url: string;
  /** By the names of `SeedSource.keys`. */
  readonly keys: Readonly<Record<string, string>>;
}

/**
 * Where pages to start from come from: a search engine or a collection that can be asked by query. Each is one small
 * file, written after its documented protocol, which its comment names.
 */
export interface SeedSource {
  readonly name: string;
  /** One line: what it is, and what it costs. */
  readonly summary: string;
  readonly genres: readonly SeedGenre[];
  /** Where it is; absent for one that users run themselves and have to name (`--source-url NAME=URL`). */
  readonly url?: string;
  /** Set where it finds pages of a site only, which the query has to name. */
  readonly needsSite?: true;
  /** Environment variables of the keys that it cannot do without, by the names that it uses. */
  readonly keys?: Readonly<Record<string, string>>;
  /** The same of those that it can do without. */
  readonly optionalKeys?: Readonly<Record<string, string>>;
  /** Best first. Throws a `Failure` of `SeedWeb` where it cannot be asked; an empty list is an answer. */
  find(request: SeedRequest, access: SourceAccess, web: SeedWeb): Promise<readonly FoundSeed[]>;
}
