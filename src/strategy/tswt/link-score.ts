import type { MergeScores } from '../../model/frontier.js';
import type { Score } from '../../model/score.js';
import type { LearntLink } from '../../model/strategy.js';
import type { WeightTable } from './weight-table.js';

/** What links are scored against: the topic's table, or a genre. */
export interface LinkKeywords {
  readonly table: WeightTable;
  /** Those that count in URLs. */
  readonly urlTable: WeightTable;
  /** Names of its parts of a score. */
  readonly parts: Readonly<Record<LinkPart, string>>;
}

/** How the relevance of several parents counts: added up, as in the paper, or that of the best. */
export const parentRules = ['sum', 'max'] as const;

export interface LinkScoreRules {
  /** w_T and w_G of eq 11. */
  readonly topicWeight: number;
  readonly genreWeight: number;
  readonly parents: (typeof parentRules)[number];
}

type LinkPart = 'anchor' | 'url' | 'cohesive' | 'parents';

export function topicKeywords(table: WeightTable): LinkKeywords {
  return {
    table,
    urlTable: table,
    parts: { anchor: 'anchor', url: 'url', cohesive: 'cohesive', parents: 'parents' },
  };
}

export function genreKeywords(name: string, table: WeightTable, urlTable: WeightTable): LinkKeywords {
  return {
    table,
    urlTable,
    parts: {
      anchor: `genre anchor: ${name}`,
      url: `genre url: ${name}`,
      cohesive: `genre cohesive: ${name}`,
      parents: `genre parents: ${name}`,
    },
  };
}

export const linkPartsInWords: Readonly<Record<string, string>> = {
  anchor: "weights of the table's terms in the anchor text, divided by the size of the table (eq 7)",
  url: "weights of the table's terms in the URL, divided by the size of the table (eq 8)",
  cohesive: "weights of the table's terms in the sentence around the link, divided by the size of the table (eq 9)",
  parents: 'cosines of the linking pages and the table: their sum, or the best (eq 10)',
  'genre anchor: *': "share of the genre's terms that are in the anchor text",
  'genre url: *': "share of the genre's terms that are in the URL",
  'genre cohesive: *': "share of the genre's terms that are in the sentence around the link",
  'genre parents: *': 'similarity of the linking pages to the genre; the best of several genres counts',
};

/** Link scores of Pappas et al. 2012, on the topic (eq 6–10), on genres, and on both (eq 11). Parts that are 0 are left out. */
export class LinkScorer {
  private readonly addedParts: ReadonlySet<string>;

  constructor(
    private readonly topic: LinkKeywords,
    private readonly genres: readonly LinkKeywords[],
    private readonly rules: LinkScoreRules,
  ) {
    const added = rules.parents === 'sum' ? [topic, ...genres] : [];
    this.addedParts = new Set(added.map(({ parts }) => parts.parents));
  }

  /** The score by one parent, given the cosines (eq 5) of that parent: with the topic's table, then with each genre. */
  score(link: LearntLink, parents: readonly number[]): Score {
    const parts: Record<string, number> = {};
    addParts(parts, this.topic, link, parents[0]!);
    for (let i = 0; i < this.genres.length; i++) addParts(parts, this.genres[i]!, link, parents[i + 1]!);
    return { value: this.valueOf(parts), parts };
  }

  /**
   * A queued URL met again: the new parent's relevance is added (eq 6), of anchors and cohesive texts the best counts.
   * A place that was given otherwise, to a seed or by a redirect, is not lost.
   */
  readonly merge: MergeScores = (queued, offered) => {
    const parts: Record<string, number> = { ...queued.parts };
    for (const [name, value] of Object.entries(offered.parts)) {
      const known = parts[name] ?? 0;
      parts[name] = this.addedParts.has(name) ? known + value : Math.max(known, value);
    }
    return { value: Math.max(queued.value, offered.value, this.valueOf(parts)), parts };
  };

  /** Eq 11: FinalLS = w_T·LS_T + w_G·LS_G, LS_G being that of the best genre. */
  private valueOf(parts: Readonly<Record<string, number>>): number {
    let genre = 0;
    for (const { parts: names } of this.genres) genre = Math.max(genre, sumOf(parts, names));
    return this.rules.topicWeight * sumOf(parts, this.topic.parts) + this.rules.genreWeight * genre;
  }
}

function addParts(parts: Record<string, number>, keywords: LinkKeywords, link: LearntLink, parent: number): void {
  const { table, urlTable, parts: names } = keywords;
  // Eq 7, 8 and 9: Σ W / s. Nothing is found in an empty table, and no genre is empty.
  const anchor = table.sum(link.anchorTerms);
  const url = urlTable.sum(link.urlTerms);
  const cohesive = table.sum(link.contextTerms);
  if (anchor > 0) parts[names.anchor] = anchor / table.size;
  if (url > 0) parts[names.url] = url / table.size;
  if (cohesive > 0) parts[names.cohesive] = cohesive / table.size;
  if (parent > 0) parts[names.parents] = parent;
}

/** Eq 6. */
function sumOf(
  parts: Readonly<Record<string, number>>,
  { anchor, url, cohesive, parents }: LinkKeywords['parts'],
): number {
  return (parts[anchor] ?? 0) + (parts[url] ?? 0) + (parts[cohesive] ?? 0) + (parts[parents] ?? 0);
}
