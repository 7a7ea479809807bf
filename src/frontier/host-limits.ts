import type { Settings } from '../config/options.js';
import type { HostLimits } from '../model/frontier.js';
import { Scope } from './scope.js';

/** Hosts at their limit that a registrable domain may have, where nothing else is said. */
const fullHosts = 10;
/** Hosts of a registrable domain that may be visited whatever they bring, and how many more for the first relevant page. */
const hostsOnTrial = 100;
const hostsForRelevant = 30;

export type LimitSettings = Pick<Settings, 'maxPerHost' | 'maxPerDomain' | 'maxPerAddress'> &
  ConstructorParameters<typeof Scope>[0];

/** The limits of hosts, of their registrable domains and of their addresses. */
export function hostLimits(settings: LimitSettings, scope = new Scope(settings)): HostLimits {
  const { maxPerHost, maxPerDomain, maxPerAddress } = settings;
  const isBounded = maxPerDomain !== 'auto' || Number.isFinite(maxPerHost);
  return {
    blocked: (host) => scope.isBlocked(host),
    maxPerHost,
    maxPerDomain: maxPerDomain === 'auto' ? fullHosts * maxPerHost : maxPerDomain,
    hostsPerDomain: isBounded ? () => Number.POSITIVE_INFINITY : hostsForWhatTheyBring,
    maxPerAddress,
  };
}

/**
 * Grows with the root of what was brought: a domain with many relevant pages a host goes on for thousands of hosts, and even a row of
 * hosts without an end that all look relevant ends by itself. In steps, as hosts that waited are looked at again with each.
 */
function hostsForWhatTheyBring(relevant: number): number {
  return hostsOnTrial + hostsForRelevant * Math.floor(Math.sqrt(relevant));
}
