import type { CheckSeedsRequest, CrawlCard, Job, SeedCheck, StartedCrawl, StartForm, StartRequest } from './crawls.js';
import type { HostDetail, HostLine, HostsQuery, MapQuery, SiteMap } from './hosts.js';
import type { CommandReceipt, CommandRequest, CrawlEvent, LiveState } from './live.js';
import type {
  AskRound,
  AskRoundEffect,
  ExportQuery,
  LabelEffect,
  LabelRequest,
  PageDetail,
  PageLine,
  PagesQuery,
  PageText,
  TextFrame,
} from './pages.js';
import type { QueuedLine, QueueView, RejectedLine, RejectedQuery, Rules, RulesPreview, RulesView } from './queue.js';
import type { LabReport, LabRunRequest, SearchQuery, SearchResponse } from './search.js';
import type { Session, SessionRequest } from './session.js';
import type { TopicChange, TopicPreview, TopicView, WordHistory } from './topic.js';

/**
 * Every endpoint of the dashboard. Bodies are JSON, times are ms since 1970, relevances and shares go from 0 to 1. `:crawl` is the id of
 * a crawl as `CrawlCard.id` has it, to be passed through `encodeURIComponent` like every other part of a path. Queries of GET are URL
 * parameters of the same names; absent ones are left out.
 *
 * - All but `POST /api/session` need the cookie that it sets, and answer 401 without.
 * - Requests other than GET need `Content-Type: application/json` (also without a body, then send `{}`) and come from our own origin.
 * - What is refused or fails is answered with a status of 400 or more and an `ApiError`. 503 with `Retry-After` means: try again.
 * - All text is inert: one line (but for `PageText.text`), without control characters or changes of direction, cut to a length. It
 *   is text, never HTML. Links to pages are http or https, or absent.
 * - What takes long is a `Job`: the answer comes at once, progress and result come through the stream and `GET /api/jobs/:job`.
 */
export interface Endpoints {
  'POST /api/session': { body: SessionRequest; answer: Session };
  'GET /api/session': { answer: Session };
  /** Server-sent events: see stream.ts. */
  'GET /api/stream': { query: { readonly crawl?: string }; answer: never };
  'GET /api/jobs/:job': { answer: Job };
  'DELETE /api/jobs/:job': { answer: Job };

  // Crawls. The list is short: all of them, those that run first, then the newest.
  'GET /api/crawls': { answer: Listed<CrawlCard> };
  'GET /api/start': { answer: StartForm };
  /** The result of the job is `Listed<SeedCheck>`; seeds checked so far are in `Job.partial`. */
  'POST /api/seeds/check': { body: CheckSeedsRequest; answer: Job<Listed<SeedCheck>> };
  'POST /api/crawls': { body: StartRequest; answer: StartedCrawl };

  // Live.
  'GET /api/crawls/:crawl': { answer: LiveState };
  'GET /api/crawls/:crawl/events': { query: Paging; answer: Listed<CrawlEvent> };
  'POST /api/crawls/:crawl/commands': { body: CommandRequest; answer: CommandReceipt };

  /** The crawl's report, as `osprey report` writes it. */
  'POST /api/crawls/:crawl/report/frame': { answer: TextFrame };

  // Pages.
  'GET /api/crawls/:crawl/pages': { query: PagesQuery; answer: Listed<PageLine> };
  /** `:visit` is `PageLine.visit`. */
  'GET /api/crawls/:crawl/pages/:visit': { answer: PageDetail };
  'GET /api/crawls/:crawl/pages/:visit/text': { answer: PageText };
  /** The archived page as Markdown in a frame: another origin, sandboxed, valid for some minutes. */
  'POST /api/crawls/:crawl/pages/:visit/frame': { answer: TextFrame };
  'POST /api/crawls/:crawl/labels': { body: LabelRequest; answer: LabelEffect };
  /** A file to download (`Content-Disposition: attachment`). */
  'GET /api/crawls/:crawl/export': { query: ExportQuery; answer: never };

  // Ask me. A round is kept until it is finished; asking again gives the same one.
  'GET /api/crawls/:crawl/round': { answer: AskRound };
  /** Ends the round, and tells what it changed; the next GET draws another. */
  'POST /api/crawls/:crawl/round/finish': { answer: Job<AskRoundEffect> };

  // Queue.
  'GET /api/crawls/:crawl/queue': { answer: QueueView };
  'GET /api/crawls/:crawl/queue/next': { query: { readonly host?: string }; answer: Listed<QueuedLine> };
  'GET /api/crawls/:crawl/rejected': { query: RejectedQuery; answer: Listed<RejectedLine> };
  'GET /api/crawls/:crawl/rules': { answer: RulesView };
  /** Applied with the command `set`. */
  'POST /api/crawls/:crawl/rules/preview': { body: Rules; answer: Job<RulesPreview> };

  // Hosts and map.
  'GET /api/crawls/:crawl/hosts': { query: HostsQuery; answer: Listed<HostLine> };
  'GET /api/crawls/:crawl/hosts/:host': { answer: HostDetail };
  'GET /api/crawls/:crawl/map': { query: MapQuery; answer: SiteMap };

  // Topic.
  'GET /api/crawls/:crawl/topic': { answer: TopicView };
  'GET /api/crawls/:crawl/words': { answer: Listed<WordHistory> };
  'POST /api/crawls/:crawl/topic/preview': { body: TopicChange; answer: Job<TopicPreview> };
  /** A running crawl is stopped, judged again and resumed; the job says where it is. */
  'POST /api/crawls/:crawl/topic/apply': { body: TopicChange; answer: Job<TopicPreview> };

  // Search. Pages that are new since the last search are indexed first: a job where they are many.
  'GET /api/crawls/:crawl/search': { query: SearchQuery; answer: SearchResponse };

  // Lab.
  'GET /api/lab/reports': { answer: Listed<LabReport> };
  'POST /api/lab/runs': { body: LabRunRequest; answer: Job<LabReport> };
  /** The page of a lab report. */
  'POST /api/lab/reports/:report/frame': { answer: TextFrame };
}

export interface ApiError {
  readonly error: {
    /** Stable, such as `not-running`. */
    readonly code: string;
    /** One sentence for people. */
    readonly message: string;
  };
}

/** At most 200 items at a time. */
export interface Paging {
  /** `Listed.next` of the answer before; the first items where absent. */
  readonly after?: string;
  readonly limit?: number;
}

/** Fewer than the limit, even none, does not mean that it is the end: `next` tells. */
export interface Listed<Item> {
  readonly items: readonly Item[];
  /** Absent at the end of the list. */
  readonly next?: string;
  /** Of the whole list, where that is known without counting. */
  readonly total?: number;
  /** Set while the server is still reading the crawl: what is listed is of the first `read` of `of` visits. Ask again soon. */
  readonly reading?: { readonly read: number; readonly of: number };
}

/** Static files: `GET /` and every path that is no file is `index.html`, the bundle is under `/assets/`. */
export const assetsPath = '/assets/';
