import { hostOf } from '../page/canonical-url.js';
import type { KnownPage } from '../store/crawl-store.js';

export const dayMs = 86_400_000;

/** Looks at one page, or at many, after the first: how many there were, how many found a change, and how long they were apart in all. */
export interface Checks {
  readonly checks: number;
  readonly changes: number;
  readonly days: number;
}

/** Changes a day of a page of which nothing is known: one in four months, the mean that Cho & Garcia-Molina (VLDB 2000) found on the web. */
export const priorRate = 1 / 120;

/** Looks that follow each other within an hour count as an hour apart: so short a time says nothing about days to come. */
const shortestDays = 1 / 24;

/**
 * Changes a day, for pages that change as a Poisson process and are looked at now and then: a look tells that the page has changed, not
 * how often. With n looks, of which X found a change, at intervals of I days on average,
 *
 *     rate = -ln((n - X + 0.5) / (n + 0.5)) / I
 *
 * (Cho & Garcia-Molina, Estimating Frequency of Change, ACM TOIT 3, 2003, section 4.2). X / n would be too low for pages that change more often
 * than they are looked at, and -ln(1 - X / n) has no value where every look found a change.
 */
export function changeRate({ checks, changes, days }: Checks): number {
  if (checks === 0) return 0;
  const interval = Math.max(days / checks, shortestDays);
  return Math.log((checks + 0.5) / (checks - changes + 0.5)) / interval;
}

/**
 * The estimate, as far as there are looks to make it of, and `other` else: this counts as much as one look. So a page that was found
 * unchanged once is not thought to stay so for ever, and one that was never looked at again has the rate of its like.
 */
export function blendedRate(checks: Checks, other: number): number {
  return (checks.checks * changeRate(checks) + other) / (checks.checks + 1);
}

export function checksOf({ looks, changes, firstLook, lastLook }: KnownPage): Checks {
  return { checks: looks - 1, changes, days: (lastLook - firstLook) / dayMs };
}

const none: Checks = { checks: 0, changes: 0, days: 0 };

/** How often the pages of a crawl change: each by its own looks, then by those at the pages of its host, then at all pages. */
export class ChangeRates {
  readonly #hosts = new Map<string, Checks>();
  readonly #crawl: number;

  constructor(pages: Iterable<KnownPage>) {
    let all = none;
    for (const page of pages) {
      const checks = checksOf(page);
      if (checks.checks === 0) continue;
      const host = hostOf(page.url);
      this.#hosts.set(host, together(this.#hosts.get(host) ?? none, checks));
      all = together(all, checks);
    }
    this.#crawl = blendedRate(all, priorRate);
  }

  /** Changes a day. */
  of(page: KnownPage): number {
    const host = blendedRate(this.#hosts.get(hostOf(page.url)) ?? none, this.#crawl);
    return blendedRate(checksOf(page), host);
  }
}

function together(a: Checks, b: Checks): Checks {
  return { checks: a.checks + b.checks, changes: a.changes + b.changes, days: a.days + b.days };
}

/** How likely it is that the page is no longer what was last seen of it. A sitemap that dates a change later than that settles it. */
export function changedBy(now: number, { lastLook, modifiedAt = 0 }: KnownPage, rate: number): number {
  if (modifiedAt > lastLook) return 1;
  return 1 - Math.exp((-rate * Math.max(0, now - lastLook)) / dayMs);
}
