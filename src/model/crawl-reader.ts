import type { Bodies } from '../archive/bodies/bodies.js';
import type { Settings } from '../config/options.js';
import type { SaidOfPages } from '../labels/label-pages.js';
import type { Diversity } from '../store/reports/agent-diversity.js';
import type { AgentFindings } from '../store/reports/agent-findings.js';
import type { ArchivedPage } from '../store/reports/best-archived.js';
import type { VisitLinks } from '../store/reports/crawl-links.js';
import type { CrawlStatus, HostLine } from '../store/reports/crawl-status.js';
import type { LinkedPage } from '../store/reports/linked-pages.js';
import type { YieldPoint } from '../store/reports/yield-curve.js';
import type { AskedQuery } from '../topic/asked-queries.js';
import type { CrawlBrowsing } from './crawl-browsing.js';
import type { CrawlNotes, CrawlRecords } from './crawl-store.js';
import type { RegisteredAgent } from './directory.js';

/**
 * A crawl for reading, also while it runs: nothing that is read here disturbs it or waits for it. `openReader` opens one; whoever
 * opened it closes it.
 */
export interface CrawlReader {
  /** Where it is, for people: a folder, or the address of a database without its password. */
  readonly location: string;
  /**
   * The folder with the crawl's files: settings, labels, queries, search index. Of a crawl in a database it is a copy, made anew whenever the
   * database has others.
   */
  readonly folder: string;
  /** What the crawl has archived. */
  readonly bodies: Bodies;
  /** As they were when the reader was opened. */
  readonly settings: Settings;
  readonly records: CrawlRecords;
  /** The same in pieces, for people who look around. */
  readonly browsing: CrawlBrowsing;
  readonly notes: Pick<CrawlNotes, 'get' | 'robots'>;
  readonly agents: AgentReports;
  /** Whether a process is crawling. */
  isRunning(): Promise<boolean>;
  /** Bytes that it takes: its files, or its tables in a database. An archive elsewhere does not count. */
  bytes(): Promise<number>;
  /** Where the crawl stands at one moment. */
  status(): Promise<CrawlStatus>;
  /** The hosts with the most pages, at most `most` of them. */
  hosts(most: number): Promise<readonly HostLine[]>;
  /** What the crawl had found by then, at up to `points` places that are evenly apart, the last of them the end. */
  yieldCurve(points: number): Promise<readonly YieldPoint[]>;
  /** All links of the pages as they are known now, page after page in the order of visits. */
  links(): AsyncIterable<VisitLinks>;
  /** All documents in the order of visits, each as it was when the crawl first came to it. */
  linkedPages(): AsyncIterable<readonly LinkedPage[]>;
  /** Keeps what a person says of pages, by URL. Durable when it resolves. `randomSeed`: where some of the pages were drawn. */
  keepJudgements(said: SaidOfPages, randomSeed?: number): Promise<{ readonly changed: number }>;
  /** Notes what was searched for. */
  logQuery(asked: AskedQuery): Promise<void>;
  close(): Promise<void>;
}

/** What can be read of a crawl's agents. */
export interface AgentReports {
  /** Those that registered, in the order of their ids. */
  registered(): Promise<readonly RegisteredAgent[]>;
  /** What each has found. Diversity needs two agents or more. */
  findings(): Promise<{ readonly agents: readonly AgentFindings[]; readonly diversity?: Diversity }>;
  /** At most `most` pages of each agent that the archive has, by agent id, the most relevant first. */
  bestArchived(most: number): Promise<ReadonlyMap<number, readonly ArchivedPage[]>>;
}
