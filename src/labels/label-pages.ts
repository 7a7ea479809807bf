import { type Problem, refuse } from '../config/problem.js';
import type { CrawlRecords } from '../model/crawl-store.js';
import { oneLine } from '../page/one-line.js';
import { canonicalUrl } from '../url/canonical-url.js';
import { LabelFile, type PersonJudgement } from './label-file.js';
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
export type LabelKeeper = (verdicts: ReadonlyMap<string, boolean>) => KeptLabels | Promise<KeptLabels>;

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
  return keep(verdicts);
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

/** In the crawl's folder; on the disk when it resolves. */
export async function keepLabels(folder: string, verdicts: ReadonlyMap<string, boolean>): Promise<KeptLabels> {
  const unlock = lockLabels(folder);
  try {
    const labels = LabelFile.read(folder);
    return await keepNew(labels, verdicts, async (judgements) => labels.setAll(judgements));
  } finally {
    unlock();
  }
}

/** Has `write` keep those that say something new, beside the labels there are. */
export async function keepNew(
  { sure: before }: Pick<LabelFile, 'sure'>,
  verdicts: ReadonlyMap<string, boolean>,
  write: (judgements: ReadonlyMap<string, PersonJudgement>) => Promise<void>,
): Promise<KeptLabels> {
  const at = new Date().toISOString();
  const news = [...verdicts].filter(([url, relevant]) => before.get(url) !== relevant);
  const judgements = news.map(([url, relevant]): [string, PersonJudgement] => [
    url,
    { label: relevant ? 'relevant' : 'other', at },
  ]);
  if (judgements.length > 0) await write(new Map(judgements));
  const changed = news.filter(([url]) => before.has(url)).length;
  return { labels: [...verdicts].map(([url, relevant]) => ({ url, relevant })), changed };
}
