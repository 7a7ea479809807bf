/** The library: `for await (const page of crawl({ query, seed })) …`. */
export { type CrawledPage, type CrawlRun, type CrawlSummary, crawl } from './agent/crawl-run.js';
export { type StopReason, stopReasons } from './agent/stop-reason.js';
export type { CrawlOptions, Settings } from './config/options.js';
export type { PageRecord } from './export/page-record.js';
export { Failure, UsageError } from './failure.js';
export type { Link, Page } from './page/page.js';
export type { Judgement, Knowledge, LearntVisit, LinkScore, Strategy } from './strategy/strategy.js';
