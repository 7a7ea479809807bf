import type { Forecast } from '../crawl/progress/forecast.js';
import type { HostLine } from '../store/reports/crawl-status.js';
import type { YieldPoint } from '../store/reports/yield-curve.js';

/**
 * A page of the list, packed: ten thousand of them are in the file.
 * `parts` are places in `PageList.parts`, each followed by its thousandths. The best pages have a snippet and the URL of the
 * page that they were found on; matches are between `matchStart` and `matchEnd`.
 */
export type PackedPage = readonly [
  origin: number,
  path: string,
  title: string,
  /** In ten thousandths, rounded down: whether it is rounded up to fewer digits can be told from them. */
  relevance: number,
  /** Sum of `flags`. */
  flags: number,
  /** Days since 1970. */
  day: number,
  depth: number,
  visit: number,
  parts: readonly number[],
  snippet?: string,
  parent?: string,
];

/** `relevant` is what the crawl thinks, the labels what a person said; `published`: the day is that of publication. */
export const flags = { relevant: 1, labelRelevant: 2, labelOther: 4, published: 8 } as const;

/** What the page and its script know of the pages. */
export interface PageList {
  readonly origins: readonly string[];
  /** Parts of judgements: the name, and what it stands for where it does not stand for itself. */
  readonly parts: readonly (readonly [name: string, meaning: string])[];
  /** The parts of a judgement add up to the raw score. */
  readonly partsAddUp: boolean;
  /** The best first. */
  readonly pages: readonly PackedPage[];
}

export interface LearntWords {
  readonly agent: string;
  readonly words: readonly { readonly word: string; readonly weight: number }[];
}

/** Code, what it means, how often. */
export interface ReasonCount {
  readonly code: string;
  readonly meaning: string;
  readonly count: number;
}

/** All that a report tells of a crawl. */
export interface ReportData {
  readonly version: string;
  readonly madeAt: number;
  readonly topic: string;
  readonly not: readonly string[];
  readonly strategy: string;
  /** In words. */
  readonly state: string;
  readonly pages: number;
  readonly relevant: number;
  readonly hostsVisited: number;
  readonly bytes: number;
  readonly queued: number;
  /** From where on a page counts as relevant, in words. */
  readonly threshold: string;
  readonly list: PageList;
  /** Pages that could be in the list; those beyond its limit are not. */
  readonly listable: number;
  /** Pages left out since they ask not to be indexed. */
  readonly hidden: number;
  readonly curve: readonly YieldPoint[];
  readonly forecast?: Forecast;
  readonly hosts: readonly HostLine[];
  readonly learnt: readonly LearntWords[];
  /** Pages that are copies or hold words that are not meant. */
  readonly setAside: readonly ReasonCount[];
  readonly skipped: readonly ReasonCount[];
  readonly rejected: readonly ReasonCount[];
  /** What pages say of how they may be used. */
  readonly rights: readonly ReasonCount[];
  /** The config file of the crawl. */
  readonly settings: string;
}
