import type { Commands } from './commands.js';
import type { Directory } from './directory.js';
import type { Features } from './features.js';
import type { Frontier, HostUse, RequestKind } from './frontier.js';
import type { SharedCrawl } from './shared-crawl.js';
import type { InheritedState, LearntVisit, Reached } from './strategy.js';
import type { Visit, VisitOutcome, VisitRow } from './visit.js';

/** Which visits to read, and in which order. */
export interface VisitQuery {
  readonly outcomes?: readonly VisitOutcome[];
  readonly relevant?: boolean;
  readonly minRelevance?: number;
  readonly noindex?: boolean;
  /** Of one URL. */
  readonly urlId?: number;
  /**
   * `current` when absent: what is known of each URL now. `first`: what the crawl found, whatever became of it when it was visited
   * again. `all`: both, and looks at pages that had not changed.
   */
  readonly versions?: 'current' | 'first' | 'all';
  /** By sequence number, or the most relevant first. */
  readonly order?: 'visit' | 'relevance';
  readonly after?: number;
  readonly limit?: number;
}

/** What is known of a URL, visited or not. */
export interface UrlRecord {
  readonly id: number;
  readonly url: string;
  readonly state: UrlState;
  /** The rejecting rule, where `state` is rejected. */
  readonly reason: string;
  readonly depth: number;
  /** Queue position, where `state` is queued. */
  readonly priority?: number;
  readonly level?: number;
  readonly attempts?: number;
  /** What it is queued for, where that is not to be visited as a page. */
  readonly kind?: RequestKind;
  /** When it last changed, as a sitemap says (ms). */
  readonly modifiedAt?: number;
  /** Visit that first found it; 0 for seeds. */
  readonly parent: number;
}

export type UrlState = 'queued' | 'visited' | 'rejected' | 'expired';

/** A link that led to a URL, as seen from its target. */
export interface InLink {
  readonly visit: number;
  readonly from: string;
  readonly anchor: string;
  /** Level of the queue that it was meant for; negative where a rule kept it out. */
  readonly level: number;
  readonly score: number;
  readonly parts: Readonly<Record<string, number>>;
  /** The link is an entry of a sitemap. */
  readonly isSitemap?: boolean;
}

export type BestInLink = Pick<InLink, 'level' | 'score' | 'parts'>;

/** A page as it is known now, with how often it was looked at. */
export interface KnownPage extends Pick<VisitRow, 'seq' | 'urlId' | 'url' | 'agent' | 'depth' | 'priorityParent'> {
  readonly relevance: number;
  readonly relevant: boolean;
  /** Visits that found it, changed or not. */
  readonly looks: number;
  /** How many of them found another version than the one before. */
  readonly changes: number;
  readonly firstLook: number;
  readonly lastLook: number;
  /** When it last changed, as a sitemap says. */
  readonly modifiedAt?: number;
  /** It is to be visited again. */
  readonly isQueued?: true;
}

/** Of what is known now; earlier versions of pages count in `bytes` and `visits` alone. */
export interface CrawlTotals {
  /** Visits by outcome. */
  readonly outcomes: Readonly<Partial<Record<VisitOutcome, number>>>;
  /** Visits by reason, pages left out. */
  readonly reasons: Readonly<Record<string, number>>;
  /** Known URLs that a rule kept or took out of the queue, by rule. */
  readonly rejections: Readonly<Record<string, number>>;
  readonly relevant: number;
  readonly bytes: number;
  readonly hostsVisited: number;
  readonly relevanceSum: number;
  /** Visits ever made. */
  readonly visits: number;
}

/** The crawl's memory, for reading. */
export interface CrawlRecords {
  find(url: string): Promise<UrlRecord | undefined>;
  /** All known links to a URL, best score first. */
  inLinks(urlId: number, limit?: number): Promise<readonly InLink[]>;
  /** The best of them for each of these URLs that has any. */
  bestInLinks(urlIds: readonly number[]): Promise<ReadonlyMap<number, BestInLink>>;
  visits(query?: VisitQuery): AsyncIterable<VisitRow>;
  /** Sequence numbers of the visits that a query asks for, the most relevant first: for large crawls much less than their rows. */
  ranking(query?: VisitQuery): Promise<readonly number[]>;
  /** The visit that tells what is known of a URL now. */
  visitOf(urlId: number): Promise<VisitRow | undefined>;
  visit(seq: number): Promise<VisitRow | undefined>;
  /** URL of the page on which a visited URL was first found; '' of seeds, and of what was not visited. */
  parentOf(url: string): Promise<string>;
  /** What a visited page hands on to those behind its links, if it does. */
  inheritedState(seq: number): Promise<Reached['from']>;
  /** What the `features` of this strategy made of a visited page, where that was kept. */
  features(seq: number, strategy: string): Promise<Features | undefined>;
  /** The pages that are known now, in the order of visits. */
  knownPages(): AsyncIterable<KnownPage>;
  /** URL of the first page with this fingerprint. */
  copyOf(fingerprint: string): Promise<string | undefined>;
  /** Of the pages in the order of visits, without examples and duplicates. */
  simhashes(): AsyncIterable<{ readonly urlId: number; readonly simhash: string }>;
  /** Of the whole crawl, or of one agent. */
  totals(agent?: number): Promise<CrawlTotals>;
  /** What the limits of a host go by. */
  hostUse(host: string): Promise<HostUse>;
  /** What a rule kept or took out of the queue: rejected and expired URLs. */
  rejected(): AsyncIterable<UrlRecord>;
}

/** Small durable facts beside the pages. */
export interface CrawlNotes {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  robots(origin: string): Promise<RobotsNote | undefined>;
  setRobots(note: RobotsNote): Promise<void>;
}

/** A fetched robots.txt; status 0 = unreachable. */
export interface RobotsNote {
  readonly origin: string;
  readonly fetchedAt: number;
  readonly status: number;
  readonly body: string;
}

/** What a strategy had learnt when it was last saved, and the visits to replay since. */
export interface SavedKnowledge {
  readonly data?: Uint8Array;
  readonly since: AsyncIterable<LearntVisit>;
}

/** What a new judge brings for the agents that go on with it. */
export interface Learnt {
  readonly knowledge: Uint8Array | undefined;
  /** What kind of learner it is of, for the note of that name. */
  readonly learner: string;
}

/** Another judge's view of the crawl: one judgement a visit. */
export interface JudgementChange {
  readonly seq: number;
  readonly relevance: number;
  readonly raw: number;
  readonly relevant: boolean;
  readonly parts: Readonly<Record<string, number>>;
  readonly inheritedState?: InheritedState;
  /** What the strategy computed for it, where it had not done so before; kept even if the rejudging is broken off. */
  readonly features?: NonNullable<Visit['features']>;
  /** What the visit is now, where that changed: a page holds words that are not meant, or no longer does. */
  readonly now?: Pick<VisitRow, 'outcome' | 'reason' | 'detail'>;
}

/**
 * One owner of all of a crawl's durable state. `frontier.settle` commits page, judgement, links and queue in one
 * transaction; nothing else changes them.
 */
export interface CrawlStore {
  readonly frontier: Frontier;
  readonly records: CrawlRecords;
  readonly notes: CrawlNotes;
  readonly directory: Directory;
  readonly commands: Commands;
  /** Where several workers share the crawl. */
  readonly shared?: SharedCrawl;
  /** The visits come with the features of this strategy, if it has any. */
  knowledge(agent: number, strategy?: string): Promise<SavedKnowledge>;
  /**
   * Adds a judge and makes its judgements the current ones; earlier ones are kept. What the agents had learnt is replaced
   * by what `learnt` gives when all changes are made, the same for all; nothing where that is undefined.
   */
  rejudge(
    definition: string,
    changes: AsyncIterable<JudgementChange>,
    agents: readonly number[],
    learnt: () => Learnt,
  ): Promise<number>;
  /** End of the last committed record, which the archive is cut back to on resume. */
  archiveEnd(): Promise<{ readonly file: string; readonly end: number } | undefined>;
  /** Records that end beyond this size of their file, or are in later files, are lost; their visits are kept without. */
  forgetArchived(file: string, size: number): Promise<void>;
  /** Notes what ended the crawl (`stop`), if that can still be written: the disk may be what failed. */
  noteFault(code: string): Promise<void>;
  close(): Promise<void>;
}
