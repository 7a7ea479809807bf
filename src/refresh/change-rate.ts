import type { KnownPage } from '../model/crawl-store.js';
import { hostOf } from '../url/canonical-url.js';

export const dayMs = 86_400_000;

/** The history of checks of pages, after the first of each. */
export interface History {
  /** Pages that were looked at again. */
  readonly pages: number;
  /** Their changes, those included that looks are likely to have missed. */
  readonly changes: number;
  /** Days from the first look to the last, of all pages together. */
  readonly days: number;
}

/** Changes a day of a page of which nothing is known: one in four months, the mean that Cho & Garcia-Molina (VLDB 2000) found on the web. */
export const priorRate = 1 / 120;

/**
 * The weight of what is known of other pages, in changes of this one: the shape of the gamma distribution that rates are taken to have.
 * Below 1 since they are far apart: most pages hardly change, and some do daily.
 */
const shape = 0.25;

/**
 * How often a page has changed, for pages that change as a Poisson process: a look tells that the page has changed, not how often. With n
 * looks at regular intervals, of which X found a change,
 *
 *     changes = n ln((n + 0.5) / (n - X + 0.5))
 *
 * (Cho & Garcia-Molina, Estimating Frequency of Change, ACM TOIT 3, 2003, section 4.2). X itself would be too low for pages that change more
 * often than they are looked at, and n ln(n / (n - X)) has no value where every look found a change.
 */
export function likelyChanges(looks: number, changed: number): number {
  return looks * Math.log((looks + 0.5) / (looks - changed + 0.5));
}

/**
 * Changes a day of pages with this history, where pages like them change `other` times a day: the mean of a gamma distribution of that mean
 * after a number of changes in a number of days. Time is what counts: checks within minutes of each other say little, however many they are. So a
 * page that was never found changed is not thought to stay so for ever, and one without history has the rate of its like.
 */
export function rateAfter({ pages, changes, days }: History, other: number): number {
  if (pages === 0) return other;
  return (changes / pages + shape) / (days / pages + shape / other);
}

export function historyOf({ looks, changes, firstLook, lastLook }: KnownPage): History {
  if (looks === 1) return none;
  return { pages: 1, changes: likelyChanges(looks - 1, changes), days: (lastLook - firstLook) / dayMs };
}

const none: History = { pages: 0, changes: 0, days: 0 };

/**
 * How often the pages of a crawl change: each by its own looks, then by those at the other pages of its host, then at the pages of other
 * hosts. So every look counts once.
 */
export class ChangeRates {
  readonly #hosts = new Map<string, History>();
  #crawl = none;

  constructor(pages: Iterable<KnownPage>) {
    for (const page of pages) {
      const history = historyOf(page);
      const host = hostOf(page.url);
      this.#hosts.set(host, together(this.#hosts.get(host) ?? none, history));
      this.#crawl = together(this.#crawl, history);
    }
  }

  /** Changes a day. */
  of(page: KnownPage): number {
    const own = historyOf(page);
    const host = this.#hosts.get(hostOf(page.url)) ?? none;
    return rateAfter(own, rateAfter(without(host, own), rateAfter(without(this.#crawl, host), priorRate)));
  }
}

function together(a: History, b: History): History {
  return { pages: a.pages + b.pages, changes: a.changes + b.changes, days: a.days + b.days };
}

/** Rounding must not leave less than nothing. */
function without(all: History, part: History): History {
  const left = (key: keyof History) => Math.max(0, all[key] - part[key]);
  return { pages: left('pages'), changes: left('changes'), days: left('days') };
}

/** How likely it is that the page is no longer what was last seen of it. A sitemap that dates a change later than that settles it. */
export function changedBy(now: number, { lastLook, modifiedAt = 0 }: KnownPage, rate: number): number {
  if (modifiedAt > lastLook) return 1;
  return 1 - Math.exp((-rate * Math.max(0, now - lastLook)) / dayMs);
}
