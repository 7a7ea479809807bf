import { type Problem, refuse } from '../config/problem.js';
import type { CrawlRecords } from '../model/crawl-store.js';
import { oneLine } from '../page/one-line.js';
import { canonicalUrl } from '../url/canonical-url.js';
import { LabelFile, type PersonJudgement, type PersonLabel } from './label-file.js';
import { lockLabels } from './label-lock.js';

/** What a person says of a page. */
export interface PageLabel {
  readonly url: string;
  readonly relevant: boolean;
}

/** What became of the labels that were given. */
export interface KeptLabels {
  readonly labels: readonly PageLabel[];
  /** So many pages had another label before. */
  readonly changed: number;
}

/** What keeps labels, by URL. */
export type LabelKeeper = (said: SaidOfPages) => Promise<{ readonly changed: number }>;

/** Keeps labels of pages that a crawl has read. Throws one `UsageError` with all that is wrong, and keeps none then. */
export async function labelPages(
  keep: LabelKeeper,
  records: CrawlRecords,
  labels: readonly PageLabel[],
): Promise<KeptLabels> {
  const problems: Problem[] = [];
  const verdicts = new Map<string, boolean>();
  for (const { url: written, relevant } of labels) {
    const url = canonicalUrl(written);
    const reason = url === undefined ? 'must be an http or https URL' : await whyNoPage(url, records);
    if (reason === undefined) verdicts.set(url!, relevant);
    else problems.push({ where: oneLine(written, 200), reason });
  }
  refuse(problems);
  const { changed } = await keep(saidOf(verdicts));
  return { labels: [...verdicts].map(([url, relevant]) => ({ url, relevant })), changed };
}

/** Why there is nothing to judge under the URL, and what to do; undefined for visited pages. */
export async function whyNoPage(url: string, records: CrawlRecords): Promise<string | undefined> {
  const known = await records.find(url);
  const visit = known && (await records.visitOf(known.id));
  const elsewhere = oneLine(visit?.detail ?? 'another page', 2_000);
  switch (visit?.outcome) {
    case 'page':
    case 'ignored':
      return undefined;
    case 'duplicate':
      return `is a copy of ${elsewhere}; label that one`;
    case 'redirect':
      return `redirects to ${elsewhere}; label that one`;
    case 'example':
      return 'is an example of the topic and relevant by definition; label pages that the crawl has found';
    case undefined:
      if (known?.state !== 'queued') return 'is not in this crawl; label pages that it has visited (osprey export)';
      return 'has not been visited yet; label it when the crawl has read it';
    default:
      return `could not be read (${visit?.reason}); label pages that the crawl has read`;
  }
}

/** What a person may say of a page; `none` takes back what was said. */
export type SaidOfPages = ReadonlyMap<string, PersonLabel | 'none'>;

export function saidOf(verdicts: ReadonlyMap<string, boolean>): SaidOfPages {
  return new Map([...verdicts].map(([url, relevant]) => [url, relevant ? 'relevant' : 'other'] as const));
}

/** In the crawl's folder; on the disk when it returns. `randomSeed`: where some of the pages were drawn. */
export function keepJudgements(folder: string, said: SaidOfPages, randomSeed?: number): { readonly changed: number } {
  const unlock = lockLabels(folder);
  try {
    const labels = LabelFile.read(folder);
    const { news, changed } = newlySaid(labels, said);
    const at = new Date().toISOString();
    const judgements = news.flatMap(([url, label]): [string, PersonJudgement][] =>
      label === 'none' ? [] : [[url, { label, at }]],
    );
    const taken = news.flatMap(([url, label]) => (label === 'none' ? [url] : []));
    if (judgements.length > 0) labels.setAll(new Map(judgements), randomSeed);
    if (taken.length > 0) labels.remove(taken);
    return { changed };
  } finally {
    unlock();
  }
}

/** What is not what was said before, and of how many pages something else had been said. */
export function newlySaid(
  { judgements: before }: Pick<LabelFile, 'judgements'>,
  said: SaidOfPages,
): { readonly news: readonly (readonly [string, PersonLabel | 'none'])[]; readonly changed: number } {
  const news = [...said].filter(([url, label]) => (before.get(url)?.label ?? 'none') !== label);
  return { news, changed: news.filter(([url]) => before.has(url)).length };
}
