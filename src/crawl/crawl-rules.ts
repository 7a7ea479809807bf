import type { AgentRules } from '../agent/agent.js';
import type { Settings } from '../config/options.js';
import { defaultPaceRules } from '../download/pace.js';
import { hostLimits } from '../frontier/host-limits.js';
import { ofNearestDomain, quietUntil } from '../frontier/quiet-hours.js';
import { Scope } from '../frontier/scope.js';
import { type FrontierRules, type QueuedRequest, type Rejection, unlimited } from '../model/frontier.js';
import { version } from '../version.js';
import { mainAgent } from './learner.js';

/** One process owns the crawl: what it has claimed is its own until it ends, however slow a page or a reader of pages is. */
const leaseMs = Number.POSITIVE_INFINITY;

/** An archived web has no hosts to be spared: its delays would only be slept through. */
export function frontierRules(settings: Settings, archived = settings.web.length > 0): FrontierRules {
  const scope = new Scope(settings);
  const { delay, requests, requestsPerHost, requestsPerAddress, delayPerAddress, quietHours, hostDelay } = settings;
  const sparing = {
    delay,
    delayOf: (host: string) => ofNearestDomain(hostDelay, host) ?? 0,
    requestsPerHost,
    requestsPerAddress:
      requestsPerAddress === 'auto'
        ? Math.max(Math.min(8, Math.ceil(requests / 2)), requestsPerHost)
        : requestsPerAddress,
    delayPerAddress: delayPerAddress === 'auto' ? delay / 10 : delayPerAddress,
    requestsToStrangers: Math.ceil(0.75 * requests),
  };
  return {
    ...unlimited,
    ...(!archived && { ...sparing, quietUntil: (host, now) => quietUntil(quietHours, host, now) }),
    ...hostLimits(settings, scope),
    leaseMs,
    refused: (request) => refusedBy(scope, request),
  };
}

/**
 * What the scope says of a queued URL by now: it may have changed since the URL was queued. Examples are fetched wherever they are.
 * What waits on a blocked host stays queued, since the host is closed as a whole.
 */
function refusedBy(scope: Scope, { url, depth, kind, queue }: QueuedRequest): Rejection | undefined {
  if (queue < mainAgent) return undefined;
  const rule = kind === 'page' ? scope.rejection(url, depth) : scope.rejectionOfList(url, depth);
  return rule === 'blocked-host' ? undefined : rule;
}

const minute = 60_000;

/** Quiet hours are waited for, all day if need be: whoever asks for them wants the crawl to go on when they end. */
export function agentRules(settings: Settings, archived: boolean): AgentRules {
  const patience = settings.quietHours.size === 0 ? 10 * minute : 24 * 60 * minute;
  const pace = archived ? { delayMs: 0, maxCrawlDelayMs: 0 } : { delayMs: settings.delay };
  // The rest are options of the same names.
  return { ...settings, pace: { ...defaultPaceRules, ...pace }, patience, ordered: archived };
}

/** Names the crawler and how to reach its user, as site owners expect. */
export function userAgentOf({ userAgent, contact }: Pick<Settings, 'userAgent' | 'contact'>): string {
  const name = userAgent ?? `Osprey/${version} (focused crawler)`;
  return contact === undefined ? name : `${name} (+${contact})`;
}
