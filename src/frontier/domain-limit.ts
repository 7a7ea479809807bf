import type { Settings } from '../config/options.js';

/** Hosts at their limit that a registrable domain may have, where nothing else is said. */
const hostsOfDomain = 10;

/** Pages that may be fetched of all hosts of a registrable domain together. */
export function domainLimit({ maxPerDomain, maxPerHost }: Pick<Settings, 'maxPerDomain' | 'maxPerHost'>): number {
  return maxPerDomain === 'auto' ? hostsOfDomain * maxPerHost : maxPerDomain;
}
