import { LabelFile } from '../labels/label-file.js';
import type { CrawlRecords } from '../model/crawl-store.js';
import { openReader } from '../store/open-reader.js';

export interface BestPage {
  readonly url: string;
  readonly title?: string;
  /** From 0 to 1, as the crawl judged it; 0 where it did not. */
  readonly relevance: number;
}

/**
 * The best pages of a crawl, which may be running: first those that people called relevant, then those that the crawl did, in both the
 * most relevant first. What people called irrelevant is not among them. Throws `UsageError` where the folder holds no crawl.
 */
export async function bestPages(folder: string, limit: number): Promise<BestPage[]> {
  const { records, close } = await openReader(folder);
  try {
    const labels = LabelFile.read(folder).sure;
    const best = await labelledPages(records, labels);
    // Pages that people judged are skipped, so more are read.
    const query = { outcomes: ['page'], relevant: true, order: 'relevance', limit: limit + labels.size } as const;
    const urls = new Set<string>();
    for await (const { url, title, judgement } of records.visits(query)) {
      if (labels.has(url) || urls.has(url)) continue;
      urls.add(url);
      best.push({ url, ...(title && { title }), relevance: judgement?.relevance ?? 0 });
    }
    return best.slice(0, limit);
  } finally {
    await close();
  }
}

/** Also what the crawl does not know, or did not read as a page of its own: somebody said that it is relevant. */
async function labelledPages(
  records: Pick<CrawlRecords, 'find' | 'visitOf'>,
  labels: ReadonlyMap<string, boolean>,
): Promise<BestPage[]> {
  const pages: BestPage[] = [];
  for (const [url, relevant] of labels) {
    if (!relevant) continue;
    const known = await records.find(url);
    const visit = known && (await records.visitOf(known.id));
    pages.push({ url, ...(visit?.title && { title: visit.title }), relevance: visit?.judgement?.relevance ?? 0 });
  }
  return pages.sort((a, b) => b.relevance - a.relevance);
}
