import type { OptionKey } from '../../config/options.js';

/** Options that can be changed while a crawl runs. */
export const steerableKeys = [
  // Budgets.
  'maxPages',
  'maxRelevant',
  'maxTime',
  'maxBytesOnDisk',
  'stopWhenYieldBelow',
  'relevantPerAgent',
  // Scope.
  'maxDepth',
  'maxPerHost',
  'maxPerDomain',
  'maxPerAddress',
  'include',
  'exclude',
  'domains',
  'blockHosts',
  'followNofollow',
  'preferHosts',
  // Pace.
  'delay',
  'requests',
  'requestsPerHost',
  'requestsPerAddress',
  'delayPerAddress',
  'quietHours',
  'hostDelay',
] as const satisfies readonly OptionKey[];

export type SteerableKey = (typeof steerableKeys)[number];
