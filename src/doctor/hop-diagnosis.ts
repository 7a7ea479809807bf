import type { HopTurn, HopTurns } from '../agent/hop-turns.js';
import { passingReasons, said } from '../agent/outcome.js';
import type { Downloader } from '../download/downloader.js';
import type { HostAddresses } from '../download/host-addresses.js';
import type { KnownRobots } from '../download/known-robots.js';
import { baseDelay, type PaceRules } from '../download/pace.js';
import { headerOf, isRedirect, locationOf, type TransportResponse } from '../download/transport.js';
import { validatorsOf } from '../download/validators.js';
import type { Rejection } from '../model/frontier.js';
import { oneLine } from '../page/one-line.js';
import { type PageDiagnosis, type PageDiagnosisRules, treatedPage } from './page-diagnosis.js';

/** How a crawl would treat one URL on the way. What is absent was not found out: the way ended before. */
export interface HopDiagnosis {
  readonly url: string;
  readonly scope: { readonly inside: boolean; readonly rule?: Rejection };
  /** Absent on an archived web, and of what is out of scope. */
  readonly addresses?: HostAddresses;
  readonly robots?: RobotsDiagnosis;
  readonly delay?: DelayDiagnosis;
  /** Of an https URL of the live web, once a connection was tried. */
  readonly tls?: { readonly trusted: boolean; readonly error?: string };
  readonly answer?: AnswerDiagnosis;
  readonly page?: PageDiagnosis;
  readonly outcome: 'page' | 'redirect' | 'none';
  /** Code of docs/reasons.md; '' for a page. */
  readonly reason: string;
  readonly detail?: string;
  /** Where it redirects to. */
  readonly target?: string;
  /** What is in the way may pass: a crawl tries again. */
  readonly passing: boolean;
  /** The host is to be left alone until then (ISO 8601). */
  readonly until?: string;
}

export interface RobotsDiagnosis {
  readonly url: string;
  /** 0 where it could not be had. */
  readonly status: number;
  readonly allowed: boolean;
  /** Groups of these names are kept to, the strictest of them. */
  readonly names: readonly string[];
  /** The line that decides, from 1, and what it says; absent where no line does. */
  readonly line?: number;
  readonly rule?: string;
  readonly problem?: string;
  readonly sitemaps: readonly string[];
}

/** Times between two requests to a host, in ms: of the options, as robots.txt and Retry-After ask for, and what holds after the last request. */
export interface DelayDiagnosis {
  readonly option: number;
  readonly crawlDelay?: number;
  readonly retryAfter?: number;
  readonly holds: number;
}

export interface AnswerDiagnosis {
  readonly status: number;
  readonly contentType?: string;
  /** Whether it is one of --types: if not, the body of a document is not downloaded. */
  readonly wanted: boolean;
  readonly contentEncoding?: string;
  /** Bytes of the body as received. */
  readonly bytes: number;
  /** Address that the connection was made to. */
  readonly address?: string;
  readonly location?: string;
  readonly etag?: string;
  readonly lastModified?: string;
  /** It can be asked for again on condition that it has changed. */
  readonly refreshable: boolean;
}

export interface HopParts {
  readonly turns: HopTurns;
  readonly downloader: Downloader;
  readonly robots: KnownRobots;
  readonly pace: PaceRules;
  readonly page: PageDiagnosisRules;
  /** Absent on an archived web. */
  readonly addresses?: ((hostname: string) => Promise<HostAddresses>) | undefined;
}

/** Longest text of a header or of robots.txt that is repeated. */
const longest = 500;

/** Asks for nothing that a crawl would not ask for: what is out of scope is left alone. */
export async function treatedHop(url: string, parts: HopParts): Promise<HopDiagnosis> {
  const rule = parts.page.scope.rejection(url, 0);
  if (rule !== undefined) return { url, scope: { inside: false, rule }, outcome: 'none', reason: rule, passing: false };
  const addresses = await parts.addresses?.(new URL(url).hostname);
  const known = { url, scope: { inside: true }, ...(addresses && { addresses }) };
  const turn = await parts.turns.lastOf(url);
  const robots = await treatedRobots(url, parts);
  const asked = { ...known, ...(robots && { robots }) };
  if ('until' in turn) return { ...asked, ...leftAlone(turn.until, robots?.problem) };
  const tls = addresses && tlsOf(url, turn);
  return { ...asked, delay: treatedDelay(url, turn, parts), ...(tls && { tls }), ...ending(turn, parts) };
}

type Ending = Pick<HopDiagnosis, 'answer' | 'page' | 'outcome' | 'reason' | 'detail' | 'target' | 'passing' | 'until'>;

function ending({ fetchResult, outcome }: HopTurn, { downloader, page: rules }: HopParts): Ending {
  const { download } = fetchResult;
  const response = download.kind === 'answer' ? download.response : undefined;
  const answer = response && { answer: treatedAnswer(response, downloader) };
  switch (outcome.kind) {
    case 'page': {
      const page = treatedPage(outcome.page, response!, rules);
      return { ...answer, page, outcome: 'page', reason: '', passing: false };
    }
    case 'redirect':
      return { ...answer, outcome: 'redirect', reason: 'redirect', target: outcome.target, passing: false };
    case 'over':
      return { ...answer, ...unvisited(outcome.visit.reason, outcome.visit.detail) };
    case 'again':
      return unvisited(outcome.reason, download.kind === 'closed' ? download.detail : undefined);
  }
}

function unvisited(reason: string, detail: string | undefined): Ending {
  const passing = passingReasons.includes(reason);
  return { outcome: 'none', reason, ...(detail && { detail: oneLine(detail, longest) }), passing };
}

/** Until when, and why: most often because its robots.txt could not be had, as another URL of the host has shown. */
function leftAlone(until: number, problem: string | undefined): Ending {
  const ending = unvisited(problem === undefined ? 'hosts-waiting' : 'robots-unavailable', problem);
  const time = Number.isFinite(until) ? { until: new Date(until).toISOString() } : {};
  return { ...ending, passing: true, ...time };
}

async function treatedRobots(
  url: string,
  { robots: known, downloader }: HopParts,
): Promise<RobotsDiagnosis | undefined> {
  const { origin } = new URL(url);
  const site = await known.of(origin);
  if (site === undefined) return undefined;
  const { rules, status, problem } = site;
  const { productTokens } = downloader;
  const { allowed, line, rule } = rules.verdict(productTokens, url);
  return {
    url: `${origin}/robots.txt`,
    status,
    allowed,
    names: productTokens,
    ...(line !== undefined && rule !== undefined && { line, rule: oneLine(rule, longest) }),
    ...(problem !== undefined && { problem: oneLine(problem, longest) }),
    sitemaps: rules.sitemaps.map((sitemap) => oneLine(sitemap, longest)),
  };
}

function treatedDelay(
  url: string,
  { fetchResult, pace, at }: HopTurn,
  { downloader, pace: rules }: HopParts,
): DelayDiagnosis {
  const crawlDelay = downloader.crawlDelay(url);
  const retryAfter = retryAfterOf(fetchResult, at);
  // A URL that robots.txt forbids takes no turn: its host keeps the pace that it has.
  const holds = pace === undefined ? baseDelay(rules, crawlDelay) : Math.max(pace.delay, (pace.notBefore ?? 0) - at);
  const asked = { ...(crawlDelay !== undefined && { crawlDelay }), ...(retryAfter !== undefined && { retryAfter }) };
  return { option: rules.delayMs, ...asked, holds: Math.round(holds) };
}

function retryAfterOf({ download }: HopTurn['fetchResult'], at: number): number | undefined {
  if (download.kind === 'refused' || download.kind === 'closed' || download.kind === 'located') return undefined;
  const outcome = said(download, at);
  return outcome.kind === 'overloaded' ? outcome.retryAfterMs : undefined;
}

function tlsOf(url: string, { fetchResult: { download } }: HopTurn): HopDiagnosis['tls'] {
  if (!url.startsWith('https:')) return undefined;
  if (download.kind === 'answer') return { trusted: true };
  if (download.kind !== 'failed' || download.failure.code !== 'tls-failure') return undefined;
  const { error } = download.failure.evidence;
  return { trusted: false, ...(typeof error === 'string' && { error }) };
}

function treatedAnswer(response: TransportResponse, downloader: Downloader): AnswerDiagnosis {
  const said = (name: string) => {
    const value = headerOf(response, name);
    return value === undefined ? undefined : oneLine(value, longest);
  };
  const contentType = said('content-type');
  const contentEncoding = said('content-encoding');
  const location = isRedirect(response.status) ? locationOf(response) : undefined;
  const validators = validatorsOf(response);
  return {
    status: response.status,
    ...(contentType !== undefined && { contentType }),
    wanted: downloader.isWanted(contentType),
    ...(contentEncoding !== undefined && { contentEncoding }),
    bytes: response.body.length,
    ...(response.remoteAddress !== undefined && { address: response.remoteAddress }),
    ...(location !== undefined && { location: oneLine(location, longest) }),
    ...validators,
    refreshable: Object.keys(validators).length > 0,
  };
}
