/** The library: what the command line can do, a program can (docs/library.md). */

// Crawling.
export type { CrawlOptions, Settings } from './config/options.js';
// Parts of one's own.
export { type Parameter, parameter } from './config/parameters.js';
export { boolean, choice, integer, limit, number, ratio, text } from './config/scalar-kinds.js';
// Steering, and what happens.
export { type CommandReceipt, CrawlControl } from './crawl/control/crawl-control.js';
export { type ControlOptions, type OpenControl, openControl as control } from './crawl/control/open-control.js';
export type { SteerableOptions } from './crawl/control/steerable-settings.js';
export { type CrawledPage, type CrawlRun, type CrawlSummary, type RunOptions, SeedsFailed } from './crawl/crawl-run.js';
export type { EventSource } from './crawl/events/crawl-events.js';
export type { CrawlHooks } from './crawl/open-crawl.js';
export type { CrawlProgress } from './crawl/progress/crawl-progress.js';
export { type StopReason, stopReasons } from './crawl/progress/stop-reason.js';
export type { SeedFailure } from './crawl/seeds/seed-failures.js';
export type { Transport, TransportRequest, TransportResponse } from './download/transport.js';
export type { ChunkSize } from './export/chunk-markdown.js';
// Reading a crawl.
export type { Explanation } from './export/explanation.js';
export type { ExportContext, Exporter } from './export/exporter.js';
export type { ExportFormat } from './export/formats.js';
export type { PageFieldName } from './export/page-fields.js';
export { Failure, UsageError } from './failure.js';
export type { KeptLabels, PageLabel } from './labels/label-pages.js';
export { copy } from './library/copy.js';
export { crawl } from './library/crawl.js';
export { explain } from './library/explain.js';
export { type ExportOptions, exportPages } from './library/export-pages.js';
export { label } from './library/label.js';
export { type ListedCrawl, listCrawls } from './library/list-crawls.js';
export { type RefreshOptions, type RefreshRun, refresh } from './library/refresh.js';
export { type RejudgeOptions, rejudge } from './library/rejudge.js';
export { type CrawlReportOptions, report } from './library/report.js';
export { type ResumeOptions, resume } from './library/resume.js';
export { type FoundPage, type SearchOptions, search } from './library/search.js';
export { status } from './library/status.js';
export type { CommandKind, CommandResult, KeptCommand, Pause } from './model/commands.js';
export type { CrawlEvent, CrawlEventType, CrawlListener } from './model/crawl-event.js';
export type { CrawlReader } from './model/crawl-reader.js';
export type { CrawlNotes, CrawlRecords, CrawlStore, CrawlTotals, UrlRecord, VisitQuery } from './model/crawl-store.js';
export type { Features } from './model/features.js';
export type { Frontier, FrontierRules, MergeRule, Rescore } from './model/frontier.js';
export { type Link, type Page, type PagePart, pageParts } from './model/page.js';
export type { PageRecord } from './model/page-record.js';
export type { Score } from './model/score.js';
export type {
  ExternalSource,
  InheritedState,
  Judgement,
  Knowledge,
  LabelLearning,
  LearntVisit,
  Lessons,
  LinkScore,
  PersonsLabel,
  Queueing,
  Reached,
  Strategy,
} from './model/strategy.js';
export type { VisitOutcome, VisitRow } from './model/visit.js';
export type { RefreshReport } from './refresh/refresh-report.js';
export type { RejudgeResult } from './rejudge/rejudge.js';
export type { FoundSeed, SeedRequest, SeedSource, SourceAccess } from './seeding/seed-source.js';
export type { CopyOptions, CopyResult } from './store/copy/copy-crawl.js';
export { MemoryStore } from './store/memory/memory-store.js';
export { openReader } from './store/open-reader.js';
export type { CrawlStatus } from './store/reports/crawl-status.js';
export { defineStrategy, type StrategyEntry } from './strategy/strategy-entry.js';
export type { Topic } from './topic/topic.js';
export { TopicJudge } from './topic/topic-judge.js';
