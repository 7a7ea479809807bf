import type { Paging } from './endpoints.js';
import type { MarkedText, Range, ScorePart } from './text.js';

export type Label = 'relevant' | 'other' | 'unsure';

export interface PagesQuery extends Paging {
  readonly order?: 'relevance' | 'newest' | 'oldest';
  /** `all` where absent. */
  readonly which?: 'all' | 'relevant' | 'other' | 'labelled';
  readonly host?: string;
  readonly minRelevance?: number;
  readonly language?: string;
}

export interface PageLine {
  /** The visit that it was read in: its id. */
  readonly visit: number;
  readonly url: string;
  readonly host: string;
  readonly title: string;
  /** Words of the topic marked; empty where the archive does not have the page. */
  readonly snippet: MarkedText;
  readonly relevance: number;
  readonly relevant: boolean;
  readonly fetchedAt: number;
  /** ISO date, as the page says. */
  readonly published?: string;
  readonly language?: string;
  readonly outcome: string;
  readonly label?: Label;
  /** Versions of the page that were fetched, where more than one. */
  readonly versions?: number;
}

/** Why a page is where it is. */
export interface PageDetail extends Omit<PageLine, 'versions'> {
  readonly depth: number;
  readonly level: number;
  readonly agent: number;
  readonly status: number;
  readonly bytes: number;
  readonly author?: string;
  readonly reason: string;
  /** The reason in words; '' for pages. */
  readonly reasonWords: string;
  /** Raw score and its parts, the largest first. */
  readonly raw: number;
  readonly parts: readonly ScorePart[];
  readonly partsAddUp: boolean;
  /** Its place in the queue when it was visited, and the parts of that score. */
  readonly priority: number;
  readonly priorityParts: readonly ScorePart[];
  /** From the seed to the page that linked to it first, with the anchor that was followed. */
  readonly path: readonly {
    readonly visit: number;
    readonly url: string;
    readonly title: string;
    readonly anchor: string;
  }[];
  readonly inLinks: readonly {
    readonly from: string;
    readonly anchor: string;
    readonly score: number;
    readonly parts: readonly ScorePart[];
  }[];
  readonly versions: readonly {
    readonly visit: number;
    readonly fetchedAt: number;
    readonly outcome: string;
    readonly title: string;
    readonly relevance: number;
    readonly bytes: number;
  }[];
  readonly isArchived: boolean;
}

/** The text of an archived page. */
export interface PageText {
  readonly title: string;
  /** Several lines; cut after 200,000 characters. */
  readonly text: string;
  readonly isCut: boolean;
}

export interface TextFrame {
  /** For the `src` of `<iframe sandbox>`: plain text, or a report of ours (`sandbox="allow-scripts"`). */
  readonly url: string;
}

/** At most 200 at a time. `none` takes a label away. */
export interface LabelRequest {
  readonly labels: readonly { readonly visit: number; readonly label: Label | 'none' }[];
}

export interface LabelEffect {
  readonly saved: number;
  readonly changed: number;
  /** When the crawl will learn from it, in one sentence. */
  readonly words: string;
  readonly judged: OwnJudgement;
}

/** What the person said so far, beside what the crawl thinks. */
export interface OwnJudgement {
  readonly relevant: number;
  readonly other: number;
  readonly unsure: number;
  /** Share of the labelled pages that the crawl judges as the person does. */
  readonly agreement?: number;
  /** The threshold at which crawl and person agree most. */
  readonly bestThreshold?: number;
  readonly threshold: number;
  /** Harvest of the crawl by the person's own judgement of random pages, 95 %; absent before there is anything to go by. */
  readonly harvest?: Range & { readonly pages: number };
  /** The crawl's own. */
  readonly ownHarvest: number;
}

export interface ExportQuery extends Omit<PagesQuery, 'after' | 'limit'> {
  readonly format: 'jsonl' | 'csv' | 'urls' | 'markdown' | 'warc';
  /** Visits of a selection, with commas between them; at most 1,000. All that the rest of the query asks for where absent. */
  readonly visits?: string;
}

export interface AskRound {
  readonly round: number;
  readonly pages: readonly AskedPage[];
  /** Of them, those that have a label by now. */
  readonly answered: number;
  readonly judged: OwnJudgement;
}

export interface AskedPage extends PageLine {
  /** Why it is asked: it is near the threshold, at the top and not seen, or drawn at random. */
  readonly why: 'threshold' | 'top' | 'random';
}

/** What a round changed. */
export interface AskRoundEffect {
  readonly round: number;
  readonly labelled: number;
  readonly before: OwnJudgement;
  readonly after: OwnJudgement;
  /** Judged again with the labels, without changing the crawl; absent where the strategy does not learn from labels. */
  readonly ranking?: RankingChange;
  /** What to do so that it holds for the whole crawl. */
  readonly words: string;
}

export interface RankingChange {
  /** Pages that were judged again; a sample where the crawl has more. */
  readonly pages: number;
  readonly ofPages: number;
  readonly relevantBefore: number;
  readonly relevantAfter: number;
  /** Of the best 100 before, so many are among the best 100 after. */
  readonly keptOfTop: number;
  readonly top: number;
  /** Those that moved most, at most 20 each. */
  readonly rises: readonly Move[];
  readonly falls: readonly Move[];
}

export interface Move {
  readonly visit: number;
  readonly url: string;
  readonly title: string;
  readonly before: number;
  readonly after: number;
}
