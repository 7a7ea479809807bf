import type { Score } from './score.js';
import type { Visit } from './visit.js';

/**
 * How the score of a queued URL changes when the URL is met again. A function gets both scores with their parts, which are
 * kept in the queue for it. 'follow' is 'set', but for scores that differ by no more than a tenth of the larger one: then the URL
 * stays where it is, since every move is a write and so small a one hardly changes the order.
 */
export type MergeRule = 'max' | 'sum' | 'keep' | 'set' | 'follow' | MergeScores;
export type MergeScores = (queued: Score, offered: Score) => Score;

/** Why a link did not enter the queue; the full table is in docs/reasons.md. */
export type Rejection =
  | 'domain'
  | 'include'
  | 'exclude'
  | 'blocked-host'
  | 'max-depth'
  | 'nofollow'
  | 'duplicate-page'
  | 'ignored-page'
  | 'pruned';

/**
 * What a request is for: a page; a sitemap, whose entries are links; or either that was visited before, to see what became of it.
 * Kept in the queue with the URL.
 */
export type RequestKind = 'page' | 'sitemap' | 'revisit';

/**
 * The level of pages that are visited again. It comes before all others, and its URLs stay where they are: links to them, and what
 * strategies say of them, change nothing. Nor do they count against the page limit of their host, which they have counted for before.
 */
export const revisitLevel = 0;

/** A URL offered to the frontier: a seed, a link of a visited page, or the target of a redirect. */
export interface Candidate {
  /** Canonical form. */
  readonly url: string;
  readonly queue: number;
  /** 1 = expected on topic; deeper levels are for tunnelling. Lower levels are served first. */
  readonly level: number;
  readonly depth: number;
  readonly score: Score;
  readonly merge: MergeRule;
  /** Redirects followed to get here. */
  readonly hops?: number;
  readonly anchor?: string;
  /** The rule that keeps it out of the queue; it is remembered, and may enter later by another way. */
  readonly rejected?: Rejection | undefined;
  /** Forgotten when still queued at this time (ms). */
  readonly expiresAt?: number | undefined;
  /** Dropped if still queued this many visits after it was found. */
  readonly expiresAfter?: number | undefined;
  /** The visit whose inherited state it continues, where that is not the one that found it: a redirect has none of its own. */
  readonly priorityParent?: number;
  /** 'page' where absent. One for a refresh brings a visited URL back into the queue. */
  readonly kind?: RequestKind;
  /** When the page last changed, as a sitemap says (ms). */
  readonly modifiedAt?: number | undefined;
}

export interface ClaimRequest {
  /** Whose share of the queue. */
  readonly queue: number;
  /** Which agent will do it, where that is not the one whose share it is. */
  readonly agent?: number;
  readonly count: number;
  readonly now: number;
  /** Levels to serve, in order of preference; all levels from 1 upwards when absent. */
  readonly levels?: readonly number[];
  /**
   * What a queued URL is worth by now, asked before it is taken. One that fell, by the rule 'follow', goes to its new place and
   * the next best is looked at, until `mostFalls` have fallen. Must be a pure function while the claim lasts.
   */
  readonly revalue?: Revalue;
  /** How the budget is to be spent: some that is ready may be left for better that opens soon. Whatever is ready when absent. */
  readonly spending?: Spending;
}

/** What a page may cost, for all agents that spend the same budget. */
export interface Spending {
  /** The crawl may take so many times as long as by taking whatever is ready; 1 waits for nothing. */
  readonly stretch: number;
  /** Share of the pages that may go to hosts not visited before, however their URLs score. */
  readonly exploration: number;
  /** Pages visited so far, and pages and time (ms) that are left. */
  readonly visited: number;
  readonly pagesLeft: number;
  readonly msLeft: number;
  /** The queues of the agents that spend it. */
  readonly queues: readonly number[];
}

/** Undefined where nothing better is known than the place it has. */
export type Revalue = (url: string) => number | undefined;

/** So that a queue of which all has fallen does not hold up its claims: what comes then is taken as it is. */
export const mostFalls = 50;

export interface RevalueRequest {
  readonly queue: number;
  /** So many of the best URLs of level 1, of level n an nth of that: the deeper, the less is served. A thousand of them cost tens of milliseconds, in which nothing else is done. */
  readonly count: number;
  readonly value: Revalue;
}

/**
 * The right to send one request for one URL. The claim has already moved the host's next time, so a crash right after
 * it cannot break the host's delay. A claim must be settled before `leaseUntil`; later its token is refused.
 */
export interface Claim {
  readonly token: number;
  readonly urlId: number;
  readonly url: string;
  readonly host: string;
  /** Whose share of the queue it was taken from. */
  readonly queue: number;
  /** Which agent does it: the visit is its own. */
  readonly agent: number;
  readonly level: number;
  readonly depth: number;
  readonly priority: number;
  readonly hops: number;
  /** Failed attempts so far. */
  readonly attempts: number;
  readonly kind: RequestKind;
  /** Sequence number of the visit that first found it; 0 for seeds. */
  readonly parent: number;
  /** Sequence number of the visit whose link last raised or set its place in the queue; 0 for seeds. */
  readonly priorityParent: number;
  readonly leaseUntil: number;
  /** The host's pace before this request. */
  readonly pace: Omit<HostPace, 'notBefore'>;
  /** The address of the host, as far as settlements have reported it. */
  readonly address?: string;
}

export interface ClaimResult {
  readonly claims: readonly Claim[];
  /** When nothing more could be claimed: the earliest time at which a waiting host opens. */
  readonly nextAt?: number;
  /** When nothing more could be claimed and no host opens by itself: URLs wait all the same, such as for hosts that others are at. */
  readonly held?: true;
  /** Something was ready and was left: this is worth more. */
  readonly waiting?: Waiting;
}

/** How a crawl spends its budget just now. */
export interface SpendingState {
  /** What a page must be worth, where anything is left for better. */
  readonly price?: { readonly level: number; readonly priority: number };
  /** Pages of this run that went to new hosts although they were worth less. */
  readonly explored: number;
  readonly waiting?: Waiting;
}

/** What a crawl waits for while something else is ready. */
export interface Waiting {
  /** Hosts that are worth more than what is ready. */
  readonly hosts: number;
  /** When the first of them opens, or the wait ends. */
  readonly until: number;
}

/** What became of a claim. Exactly one of `visit` and `requeue` is given. */
export interface Settlement {
  readonly claim: Claim;
  /** The URL is done. */
  readonly visit?: Visit;
  /** The URL goes back to the queue: the turn was used for robots.txt, or the attempt failed and is worth another. */
  readonly requeue?: { readonly attempts: number };
  /** Links of the page, or the redirect's target. */
  readonly links?: readonly Candidate[];
  /** What the strategy learnt from the visit changes in the queue: done after its links, before those of the next visit. */
  readonly rescores?: readonly Rescore[];
  /** The host's pace from now on. */
  readonly pace?: HostPace;
  /** No request was sent (robots.txt forbids it): the host need not wait because of this claim. */
  readonly unused?: boolean;
  /** Where the host was found to live: it is spared together with all others there. */
  readonly address?: string;
}

export interface HostPace {
  /** Not before this time (ms); never moves a host's next time backwards. */
  readonly notBefore?: number;
  /** Delay between requests from now on (ms). */
  readonly delay: number;
  /** Consecutive failures of the host. */
  readonly failures: number;
}

/** A change of the queue, as data. `merge` is 'set' when absent. */
export type Rescore =
  | {
      readonly url: string;
      readonly score: number;
      readonly merge?: Exclude<MergeRule, MergeScores>;
      /** Moves it to this level. */
      readonly level?: number;
      /** Kept with it where the strategy merges scores by their parts. */
      readonly parts?: Readonly<Record<string, number>>;
    }
  /** All queued URLs that were first found by the visit that first found this one. */
  | {
      readonly siblingsOf: string;
      readonly score: number;
      readonly merge?: Exclude<MergeRule, MergeScores>;
    }
  | Promotion;

/** So many of the agent's best URLs of level `from` move to level `to`. */
export interface Promotion {
  readonly promote: number;
  /** Filled in by the agent that refills level 1. */
  readonly queue?: number;
  readonly from: number;
  readonly to: number;
}

/** Everything that one transaction commits. */
export interface SettleBatch {
  readonly settlements: readonly Settlement[];
  /** Done last. */
  readonly rescores?: readonly Rescore[];
  /** Knowledge of an agent as of the last visit of this batch. */
  readonly knowledge?: readonly { readonly agent: number; readonly data: Uint8Array }[];
}

export interface SettleResult {
  /** Sequence number of each settlement's visit; 0 for requeued ones, -1 where the lease was stale and refused. */
  readonly seqs: readonly number[];
  readonly added: number;
  /** Queued URLs that took another place because of `rescores`. */
  readonly moved: number;
}

export interface FrontierStats {
  readonly queued: number;
  readonly claimed: number;
  readonly known: number;
  readonly hosts: number;
  /** Hosts with queued URLs that may be visited now. */
  readonly hostsReady: number;
  /** Hosts with queued URLs that wait for their delay or for a request in flight. */
  readonly hostsWaiting: number;
  /** Hosts with queued URLs that are blocked or at the page limit, and the URLs queued there. */
  readonly hostsClosed: number;
  readonly queuedClosed: number;
  /** What is to be visited again, on other hosts. */
  readonly queuedAgain: number;
  /** Absent where everything that is ready is taken. */
  readonly spending?: SpendingState;
}

/**
 * The rules of the queue. A run may change them, and so may whoever steers it (`Frontier.changeRules`): what is in flight ends
 * under the rules that it began with.
 */
export interface FrontierRules {
  /** Between two requests to one host (ms), unless the host has a pace of its own. */
  readonly delay: number;
  /** At least so long between two requests to this host (ms), however it is treated otherwise. */
  readonly delayOf: (host: string) => number;
  readonly requestsPerHost: number;
  readonly maxPerHost: number;
  /** Documents of all hosts of a registrable domain. */
  readonly maxPerDomain: number;
  /** Hosts of a registrable domain that may be visited, by the relevant pages that it has brought. Those with seeds do not count. */
  readonly hostsPerDomain: (relevant: number) => number;
  /** Documents of all hosts at an address. */
  readonly maxPerAddress: number;
  /** Requests at the same time to one address, whatever hosts live there. */
  readonly requestsPerAddress: number;
  /** Between two requests to one address (ms). */
  readonly delayPerAddress: number;
  /** Requests of an agent at the same time to hosts that never answered yet. Fewer while they do not answer, see `StrangerShare`. */
  readonly requestsToStrangers: number;
  readonly leaseMs: number;
  readonly blocked: (host: string) => boolean;
  /** When a host that wants to be left alone at this time of day may be visited; undefined where it may be now. */
  readonly quietUntil: (host: string, now: number) => number | undefined;
  /** The rule that keeps a queued URL from being visited, asked when its turn comes: it then leaves the queue, rejected by that rule. */
  readonly refused: (url: QueuedRequest) => Rejection | undefined;
}

/** What has been fetched so far from a host and from those that it shares limits with. */
export interface HostUse {
  readonly host: string;
  /** Documents; so are those of its registrable domain and of its address, as far as that is known. */
  readonly fetched: number;
  readonly fetchedOfDomain: number;
  readonly fetchedAtAddress: number;
  /** A seed was given of it. */
  readonly isGiven: boolean;
  /** Of its registrable domain: hosts with documents, but for those with seeds, and relevant pages. */
  readonly hostsOfDomain: number;
  readonly relevantOfDomain: number;
}

/** What the rules may ask of a queued URL. */
export type QueuedRequest = Pick<Claim, 'url' | 'depth' | 'kind' | 'queue'>;

/** Rules that close a host as a whole: what waits there stays queued. */
export type ClosingRule = 'blocked-host' | 'max-per-host' | 'max-per-domain' | 'hosts-of-domain' | 'max-per-address';
export type HostLimits = Pick<
  FrontierRules,
  'blocked' | 'maxPerHost' | 'maxPerDomain' | 'hostsPerDomain' | 'maxPerAddress'
>;

/** The rule for which nothing of a level will be asked of a host any more, if there is one. */
export function closedBy(use: HostUse, level: number, rules: HostLimits): ClosingRule | undefined {
  if (rules.blocked(use.host)) return 'blocked-host';
  if (level === revisitLevel) return undefined;
  if (use.fetched >= rules.maxPerHost) return 'max-per-host';
  if (use.fetchedOfDomain >= rules.maxPerDomain) return 'max-per-domain';
  if (isOneTooMany(use, rules)) return 'hosts-of-domain';
  return use.fetchedAtAddress >= rules.maxPerAddress ? 'max-per-address' : undefined;
}

/** Whether the host is new, and its domain has shown as many hosts as it may for what they brought. */
export function isOneTooMany(
  use: Pick<HostUse, 'fetched' | 'isGiven' | 'hostsOfDomain' | 'relevantOfDomain'>,
  { hostsPerDomain }: Pick<FrontierRules, 'hostsPerDomain'>,
): boolean {
  return use.fetched === 0 && !use.isGiven && use.hostsOfDomain >= hostsPerDomain(use.relevantOfDomain);
}

/** Nobody has to be spared. */
export const unlimited: FrontierRules = {
  delay: 0,
  delayOf: () => 0,
  requestsPerHost: Number.POSITIVE_INFINITY,
  maxPerHost: Number.POSITIVE_INFINITY,
  maxPerDomain: Number.POSITIVE_INFINITY,
  hostsPerDomain: () => Number.POSITIVE_INFINITY,
  maxPerAddress: Number.POSITIVE_INFINITY,
  requestsPerAddress: Number.POSITIVE_INFINITY,
  delayPerAddress: 0,
  requestsToStrangers: Number.POSITIVE_INFINITY,
  leaseMs: Number.POSITIVE_INFINITY,
  blocked: () => false,
  quietUntil: () => undefined,
  refused: () => undefined,
};

/** For whom a turn of another host is taken. */
export interface OnBehalfOf {
  /** Its claim holds its address, if both share one. */
  readonly host: string;
  /** When the other host's own turn was taken that is not used: it may be used instead, as long as it keeps all others away. */
  readonly spareSince?: number;
}

/**
 * The queue of URLs. Hosts are leased and URLs are taken from leased hosts, so politeness holds for every worker
 * without talk between them. Order: level, then priority (a real number, compared across all hosts that are ready),
 * then insertion number.
 */
export interface Frontier {
  add(candidates: readonly Candidate[]): Promise<number>;
  claim(request: ClaimRequest): Promise<ClaimResult>;
  settle(batch: SettleBatch): Promise<SettleResult>;
  /** The agent's best URLs are valued anew and take their new places, by the rule 'follow'. Returns how many moved. */
  revalue(request: RevalueRequest): Promise<number>;
  /** Takes a turn of a host for a request that is none of a queued URL. Undefined where it has one now, else when to ask again; never (infinity) where it is blocked. */
  acquireHostSlot(host: string, now: number, onBehalfOf?: OnBehalfOf): Promise<number | undefined>;
  stats(now: number): Promise<FrontierStats>;
  /**
   * Goes by other rules from the next claim on. Hosts keep the times that they have: a shorter delay counts from the next request.
   * Nothing here is kept: whoever opens the store brings the rules.
   */
  changeRules(rules: FrontierRules): Promise<void>;

  /** When the first host may be asked again, now at the earliest; undefined where none waits for time alone. */
  nextOpening(now: number): Promise<number | undefined>;
}

/** Of the larger magnitude: a change of score up to this is none to the rule 'follow'. */
const hardly = 0.1;

export function mergedPriority(rule: Exclude<MergeRule, MergeScores>, queued: number, offered: number): number {
  switch (rule) {
    case 'max':
      return Math.max(queued, offered);
    case 'sum':
      return queued + offered;
    case 'set':
      return offered;
    case 'keep':
      return queued;
    case 'follow': {
      const change = Math.abs(offered - queued);
      // Beside an infinite score every other is far away.
      const isMove = change === Infinity || change > hardly * Math.max(Math.abs(queued), Math.abs(offered));
      return isMove ? offered : queued;
    }
  }
}
