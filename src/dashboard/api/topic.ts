import type { RankingChange } from './pages.js';

/** What the crawl looks for. */
export interface TopicView {
  readonly topic: TopicFields;
  readonly strategy: string;
  /** Terms of the topic as the crawl uses them, with their weight. */
  readonly terms: readonly { readonly word: string; readonly weight: number }[];
  /** Whether the topic can be changed: the pages must be in the archive. */
  readonly canChange: boolean;
  /** Why not, in one sentence. */
  readonly why?: string;
  readonly genres: readonly { readonly name: string; readonly about: string }[];
}

export interface TopicFields {
  readonly query: string;
  readonly not: readonly string[];
  readonly notRule: 'lower' | 'drop';
  /** URLs or files; files can be kept or removed here, not added. */
  readonly example: readonly string[];
  readonly genre: readonly string[];
  readonly genreTerms: readonly string[];
  readonly contentTerms: readonly string[];
  readonly threshold: number;
}

/** Absent fields stay as they are. */
export type TopicChange = Partial<TopicFields>;

export interface TopicPreview {
  readonly change: RankingChange;
  readonly words: string;
}

/** A learnt word and what it weighed over time. */
export interface WordHistory {
  readonly agent: number;
  readonly word: string;
  /** Whether it is of the topic itself. */
  readonly isGiven: boolean;
  readonly points: readonly { readonly at: number; readonly pages: number; readonly weight: number }[];
}
