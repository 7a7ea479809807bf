import type { CrawlProgress } from '../crawl/progress/crawl-progress.js';
import type { StopReason } from '../crawl/progress/stop-reason.js';
import type { KeptCommand } from './commands.js';
import type { AgentState } from './directory.js';
import type { PageRecord } from './page-record.js';
import type { VisitOutcome } from './visit.js';

/** All that happens in a crawl, by type. */
export interface CrawlEventMap {
  /** The crawl begins or continues. */
  readonly start: {
    readonly query: string | null;
    readonly strategy: string;
    readonly out: string | null;
    readonly agents: readonly { readonly id: number; readonly segment: string; readonly seeds: number }[];
  };
  /** A visit was committed, whatever came of it. */
  readonly visit: {
    readonly seq: number;
    readonly agent: number;
    readonly url: string;
    readonly outcome: VisitOutcome;
    readonly reason: string;
    readonly title: string | null;
    /** Null where the page was not judged. */
    readonly relevance: number | null;
    readonly relevant: boolean;
  };
  /** The visit was that of a page: what exports have of it. Follows its `visit`. */
  readonly page: PageRecord;
  /** URLs entered the queue. */
  readonly queue: { readonly agent: number; readonly added: number };
  /** A URL was left out: by a rule of the scope when a link to it was found, or by robots.txt or its type when it was visited. */
  readonly skip: { readonly url: string; readonly reason: string; readonly agent: number };
  /** Something failed: a URL for good (`url`), an agent that was started again (`agent`), or the crawl. */
  readonly fault: {
    readonly code: string;
    readonly message: string;
    readonly url?: string;
    readonly agent?: number;
  };
  /** An agent starts, or is done. */
  readonly agent: { readonly agent: number; readonly state: AgentState; readonly reason?: StopReason };
  /** A command was applied or refused; `result` says what came of it. */
  readonly control: KeptCommand;
  /** The strategy learnt from what a person said of a page. */
  readonly label: { readonly url: string; readonly relevant: boolean };
  /** Where the crawl stands: at most four times a second, and once a second while nothing happens. */
  readonly progress: CrawlProgress;
  /** The crawl has ended. The last event, unless it ends with a `fault`. */
  readonly stop: { readonly reason: StopReason };
  /** Only in a stream of events, in place of those that were dropped because its reader was too slow. */
  readonly dropped: { readonly events: number };
}

export type CrawlEventType = keyof CrawlEventMap;

/** An event with its type. */
export type CrawlEvent<Type extends CrawlEventType = CrawlEventType> = {
  [Each in Type]: { readonly type: Each } & CrawlEventMap[Each];
}[Type];

/** Called with an event; what it returns or throws is nobody's concern. */
export type CrawlListener<Type extends CrawlEventType = CrawlEventType> = (event: CrawlEvent<Type>) => unknown;
