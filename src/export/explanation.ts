import type { CrawlRecords, InLink, UrlRecord } from '../store/crawl-store.js';
import type { VisitRow } from '../store/visit.js';

/** Why a URL is where it is: all that the crawl knows of it. */
export interface Explanation {
  readonly url: UrlRecord;
  /** The visit, if there was one. */
  readonly visit?: VisitRow;
  /** From the seed to the URL's first parent, each step with the link that was followed. */
  readonly path: readonly PathStep[];
  /** Links to the URL, best first. */
  readonly inLinks: readonly InLink[];
}

export interface PathStep {
  readonly visit: VisitRow;
  /** The link by which this page was first found; absent for seeds. */
  readonly link?: InLink;
}

/** Deeper than any path a person would read; guards against damaged data. */
const longestPath = 200;

export async function explain(records: CrawlRecords, url: string): Promise<Explanation | undefined> {
  const record = await records.find(url);
  if (record === undefined) return undefined;
  const [visit, inLinks] = [await records.visitOf(record.id), await records.inLinks(record.id)];
  const path: PathStep[] = [];
  let parent = record.parent;
  while (parent > 0 && path.length < longestPath) {
    const step = await records.visit(parent);
    if (step === undefined) break;
    const found = await records.find(step.url);
    const link =
      found && (await records.inLinks(found.id, 1_000)).find((candidate) => candidate.visit === found.parent);
    path.unshift({ visit: step, ...(link && { link }) });
    parent = found?.parent ?? 0;
  }
  return { url: record, path, inLinks, ...(visit && { visit }) };
}
