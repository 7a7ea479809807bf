import type { PersonJudgement } from '../../labels/label-file.js';
import { wilson } from '../measures/share-interval.js';
import type { Interval } from '../results.js';
import { type AuditPage, type AuditPages, isOfKind } from './audit-pages.js';

/** What people said of a random sample of some pages. */
export interface AuditedSample {
  /** Pages that it is a sample of. */
  readonly pages: number;
  readonly relevant: number;
  readonly other: number;
  /** Left out of the share. */
  readonly unsure: number;
  /** Share of relevant ones among all these pages; null when nobody was sure of any. */
  readonly share: Interval | null;
}

/** A crawl's own figures beside those of people. */
export interface Audit {
  /** Pages fetched, copies included. */
  readonly fetched: number;
  readonly copies: number;
  /** The crawl's own count and harvest. */
  readonly own: { readonly relevant: number; readonly harvest: number };
  /** Of the pages that it calls relevant: their share is its precision. */
  readonly called: AuditedSample;
  /** Of the pages that it does not call relevant: their share is what it misjudged. */
  readonly uncalled: AuditedSample;
  /** Share of all fetched pages that people call relevant; null where they have not judged enough to tell. */
  readonly harvest: (Interval & { readonly from: HarvestSource }) | null;
}

/** A sample of the pages called relevant and one of the others, weighed by their numbers, or a plain sample of all pages. */
export type HarvestSource = 'all-pages' | 'both-kinds';

type Judgements = ReadonlyMap<string, PersonJudgement>;

/**
 * Judged pages count as long as, in the random order, all before them are judged: so whatever else is in the list of labels,
 * this is a random sample. The kinds of pages are weighed however they were drawn. `drawnOfAll`: how many pages a sample of
 * all kinds had that was judged to its end; it speaks for all pages where it met none of a kind. A sample that is not at
 * its end may have stopped at just such a page.
 */
export function auditOf({ pages, copies, totals }: AuditPages, judgements: Judgements, drawnOfAll = 0): Audit {
  const strata = (['relevant', 'other'] as const).map((kind) => {
    const stratum = pages.filter((page) => isOfKind(page, kind));
    return { stratum, total: totals?.[kind] ?? stratum.length };
  });
  const [called, uncalled] = strata.map(({ stratum, total }) => sampleOf(stratum, judgements, total)) as [
    AuditedSample,
    AuditedSample,
  ];
  const all = strata.reduce((sum, { total }) => sum + total, 0);
  const fetched = all + copies;
  const relevant = strata[0]!.total;
  const bothKinds = weighed([called, uncalled]);
  const shares = bothKinds ?? plainSample(pages, judgements, drawnOfAll, all)?.share ?? null;
  const from: HarvestSource = bothKinds === null ? 'all-pages' : 'both-kinds';
  const harvest = shares === null ? null : { ...scaled(shares, all / fetched), from };
  return { fetched, copies, own: { relevant, harvest: share(relevant, fetched) }, called, uncalled, harvest };
}

/** Undefined where a crawl has grown since, and pages among the first ones are new. */
function plainSample(
  pages: readonly AuditPage[],
  judgements: Judgements,
  size: number,
  total: number,
): AuditedSample | undefined {
  const isJudged = pages.slice(0, size).every(({ row }) => judgements.has(row.url));
  return isJudged ? sampleOf(pages.slice(0, size), judgements, total) : undefined;
}

/** `total`: pages that it is a sample of. */
function sampleOf(pages: readonly AuditPage[], judgements: Judgements, total: number): AuditedSample {
  const counts = { relevant: 0, other: 0, unsure: 0 };
  for (const { row } of pages) {
    const judgement = judgements.get(row.url);
    if (judgement === undefined) break;
    counts[judgement.label]++;
  }
  const judged = counts.relevant + counts.other;
  return {
    pages: total,
    ...counts,
    share: judged === 0 ? null : shareOf(counts.relevant, judged, total),
  };
}

/**
 * The fewer pages are left, the more a judged one tells: Wilson's interval for as many trials as give the variance of a draw
 * without putting back. Its ends are whole pages, and what was judged is certain.
 */
function shareOf(relevant: number, judged: number, pages: number): Interval {
  const mean = relevant / judged;
  if (judged === pages) return { mean, low: mean, high: mean };
  const trials = (judged * (pages - 1)) / (pages - judged);
  const { low, high } = wilson(mean * trials, trials);
  return {
    mean,
    low: Math.max(relevant, Math.floor(low * pages)) / pages,
    high: Math.min(pages - judged + relevant, Math.ceil(high * pages)) / pages,
  };
}

/**
 * Mean of the shares, each weighed by the pages that it stands for. The interval is made of theirs: the squares of the distances
 * from their means add up (Zou and Donner 2008), which keeps what is good about Wilson's where shares are near 0 and 1.
 */
function weighed(samples: readonly AuditedSample[]): Interval | null {
  const total = samples.reduce((sum, { pages }) => sum + pages, 0);
  let [mean, below, above] = [0, 0, 0];
  for (const { pages, share } of samples) {
    if (pages === 0) continue;
    if (share === null) return null;
    const weight = pages / total;
    mean += weight * share.mean;
    below += (weight * (share.mean - share.low)) ** 2;
    above += (weight * (share.high - share.mean)) ** 2;
  }
  return total === 0 ? null : { mean, low: mean - Math.sqrt(below), high: mean + Math.sqrt(above) };
}

/** Copies were fetched too, and are no finds. */
function scaled({ mean, low, high }: Interval, by: number): Interval {
  return { mean: mean * by, low: low * by, high: high * by };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
