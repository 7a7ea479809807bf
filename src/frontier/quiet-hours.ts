import { isDescendantDomain } from '../url/canonical-url.js';

/** Hours of a day (UTC) in which hosts are not visited, in minutes since midnight; `to` may be on the next day. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * When the host may be visited again; undefined where it may be visited now. Hours are by host name: those of a domain hold for
 * all hosts below it, of several the most exact, `*` for every other host.
 */
export function quietUntil(hours: ReadonlyMap<string, QuietHours>, host: string, now: number): number | undefined {
  const quiet = ofNearestDomain(hours, host);
  if (quiet === undefined) return undefined;
  const midnight = now - (((now % day) + day) % day);
  const end = (start: number) => (quiet.to > quiet.from ? start + quiet.to * minute : start + day + quiet.to * minute);
  // Those that began yesterday may not be over.
  for (const start of [midnight - day, midnight])
    if (start + quiet.from * minute <= now && now < end(start)) return end(start);
  return undefined;
}

/** What is said of the host itself, or else of the nearest domain above it, or else of all (`*`). */
export function ofNearestDomain<Value>(said: ReadonlyMap<string, Value>, host: string): Value | undefined {
  if (said.size === 0) return undefined;
  const name = host.replace(/:\d+$/, '');
  let best = '';
  for (const domain of said.keys())
    if (domain !== '*' && domain.length > best.length && isDescendantDomain(name, domain)) best = domain;
  return said.get(best === '' ? '*' : best);
}
