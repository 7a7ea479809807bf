/** The library: `for await (const page of crawl({ query, seed })) …`, and what a strategy of one's own is made with. */

export type { CrawlOptions, Settings } from './config/options.js';
export { type Parameter, parameter } from './config/parameters.js';
export { boolean, choice, integer, limit, number, ratio, text } from './config/scalar-kinds.js';
export { type CrawledPage, type CrawlRun, type CrawlSummary, crawl } from './crawl/crawl-run.js';
export { type StopReason, stopReasons } from './crawl/progress/stop-reason.js';
export type { PageRecord } from './export/page-record.js';
export { Failure, UsageError } from './failure.js';
export type { Features } from './model/features.js';
export type { MergeRule, Rescore } from './model/frontier.js';
export { type Link, type Page, type PagePart, pageParts } from './model/page.js';
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
export { defineStrategy, type StrategyEntry } from './strategy/strategy-entry.js';
export type { Topic } from './topic/topic.js';
export { TopicJudge } from './topic/topic-judge.js';
