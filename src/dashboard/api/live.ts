import type { Range } from './text.js';

/** Where a crawl stands. */
export interface RunState {
  /** `crashed`: it has not come to an end, and no process crawls. */
  readonly kind: 'starting' | 'running' | 'waiting' | 'paused' | 'stopping' | 'stopped' | 'crashed';
  /** The same as a sentence: "Waiting for 3 hosts until 14:02 UTC." */
  readonly sentence: string;
  /** Of `stopped`: docs/reasons.md. */
  readonly reason?: string;
  /** Of `stopped` and `crashed`: the command line that continues it. */
  readonly resumeWith?: string;
}

export interface LiveState {
  readonly id: string;
  readonly name: string;
  readonly topic: string;
  readonly strategy: string;
  readonly state: RunState;
  /** When these figures were taken. */
  readonly at: number;
  readonly startedAt?: number;
  readonly pages: number;
  readonly relevant: number;
  readonly failed: number;
  readonly bytes: number;
  readonly harvest: number;
  /** Of the last 100 pages. */
  readonly recentHarvest: number;
  readonly pagesPerSecond: number;
  /** Estimate from the budgets. */
  readonly msLeft?: number;
  /** Of the next `pages`: an interval that holds in about four of five cases. */
  readonly forecast?: Range & { readonly pages: number; readonly words: string };
  readonly queue: {
    readonly queued: number;
    /** Requests in flight. */
    readonly claimed: number;
    readonly levels: readonly { readonly level: number; readonly queued: number }[];
  };
  readonly hosts: {
    readonly visited: number;
    /** With queued URLs, by what they wait for. */
    readonly ready: number;
    readonly waiting: number;
    /** Closed: blocked or at their page limit. */
    readonly closed: number;
    /** Ready, and left for better ones that open soon. */
    readonly deprioritised: number;
  };
  readonly budgets: Budgets;
  readonly agents: readonly AgentLine[];
  /** Over the crawl, oldest first, at most 500 of them, evenly apart in time by and large. */
  readonly history: readonly HistoryPoint[];
  /** Commands that no run has applied yet. */
  readonly commandsWaiting: number;
}

/** Absent where there is no limit. */
export interface Budgets {
  readonly maxPages?: number;
  readonly maxRelevant?: number;
  /** ms. */
  readonly maxTime?: number;
  readonly maxBytesOnDisk?: number;
  readonly stopWhenYieldBelow: number;
}

export interface AgentLine {
  readonly id: number;
  readonly segment: string;
  readonly state: 'working' | 'waiting' | 'ended' | 'stopped' | 'given-up';
  readonly restarts: number;
  /** Host of its last request; '' before the first. */
  readonly host: string;
  readonly beatAt: number;
  readonly pages?: number;
  readonly relevant?: number;
  /** The words that count most for it, best first. */
  readonly words: readonly { readonly word: string; readonly weight: number }[];
}

/** Where the crawl stood at a time. Counts are of the whole crawl so far. */
export interface HistoryPoint {
  readonly at: number;
  readonly pages: number;
  readonly relevant: number;
  /** Of the pages since the point before, and of the last 100 pages. */
  readonly harvest: number;
  readonly recentHarvest: number;
  readonly pagesPerSecond: number;
  readonly queued: number;
  readonly hostsReady: number;
  readonly hostsWaiting: number;
  readonly failed: number;
  readonly bytes: number;
  /** Forecast of the time: relevant pages among the next ones, as shares. */
  readonly forecast?: Range;
}

/** Something on the time axis. Newest first. */
export interface CrawlEvent {
  readonly id: string;
  readonly at: number;
  readonly kind: 'command' | 'label' | 'fault' | 'start' | 'resume' | 'stop' | 'rejudge';
  /** Who did it; '' for the crawl itself. */
  readonly by: string;
  /** In one line: "maria blocked example.org". */
  readonly words: string;
  /** Of commands: whether it waits, was applied or refused. */
  readonly outcome?: 'waiting' | 'applied' | 'refused';
}

/** What a crawl can be told; the same as `osprey control`, and `run` for `osprey resume` of one that has stopped. */
export type CommandRequest =
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'stop' }
  /** Starts a process that continues the crawl. */
  | { readonly kind: 'run' }
  | { readonly kind: 'seed'; readonly urls: readonly string[] }
  /** Hosts, and patterns of URLs such as `https://a.org/b/**`. */
  | { readonly kind: 'block'; readonly what: readonly string[] }
  | { readonly kind: 'unblock'; readonly what: readonly string[] }
  /** At least so long between two requests to the host (`10s`); `0s` is the crawl's own delay again. */
  | { readonly kind: 'slow'; readonly host: string; readonly delay: string }
  /** More of this host, or no longer. */
  | { readonly kind: 'prefer'; readonly host: string; readonly on: boolean }
  /** Options as a config file has them; those of `Budgets`, `Rules` and pace. `none` takes a limit away. */
  | { readonly kind: 'set'; readonly options: Readonly<Record<string, unknown>> };

export interface CommandReceipt {
  readonly id?: number;
  /** False where it is kept until the crawl next looks, or is continued. */
  readonly applied: boolean;
  /** What came of it, in one sentence. */
  readonly words: string;
  readonly result: Readonly<Record<string, unknown>>;
}
