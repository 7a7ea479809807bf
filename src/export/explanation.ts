import type { CrawlRecords, InLink, UrlRecord } from '../model/crawl-store.js';
import type { VisitRow } from '../model/visit.js';

/** Why a URL is where it is: all that the crawl knows of it. */
export interface Explanation {
  readonly url: UrlRecord;
  /** The visit, if there was one. */
  readonly visit?: VisitRow;
  /** All visits of a page that was visited again, in order. */
  readonly versions?: readonly VisitRow[];
  /** From the seed to the URL's first parent, each step with the link that was followed. */
  readonly path: readonly PathStep[];
  /** Links to the URL, best first; those found after its visit, which had no say in it, come last. */
  readonly inLinks: readonly InLink[];
  /** The page beside it, found on the same page first, whose score it was given when that page was visited. */
  readonly raisedBy?: VisitRow;
  /** The last link that counted: what a strategy that weighs all links together made of it when it knew most. */
  readonly lastLink?: InLink;
}

export interface PathStep {
  readonly visit: VisitRow;
  /** The link by which this page was first found; absent for seeds. */
  readonly link?: InLink;
}

/** Deeper than any path a person would read; guards against damaged data. */
const longestPath = 200;
/** Links to a URL that are searched for one of them, and those that are shown. */
const [mostLinks, linksTold] = [1_000, 20] as const;

export async function explain(records: CrawlRecords, url: string): Promise<Explanation | undefined> {
  const record = await records.find(url);
  if (record === undefined) return undefined;
  const [versions, links] = [await versionsOf(records, record.id), await records.inLinks(record.id, mostLinks)];
  // One that failed and is to be tried again was visited all the same.
  const visit = versions.findLast(({ superseded }) => !superseded) ?? versions.at(-1);
  const lastLink = lastOf(links, visit?.seq);
  const path: PathStep[] = [];
  let parent = record.parent;
  while (parent > 0 && path.length < longestPath) {
    const step = await records.visit(parent);
    if (step === undefined) break;
    const found = await records.find(step.url);
    const link =
      found && (await records.inLinks(found.id, mostLinks)).find((candidate) => candidate.visit === found.parent);
    path.unshift({ visit: step, ...(link && { link }) });
    parent = found?.parent ?? 0;
  }
  const first = versions[0]?.seq;
  const inLinks = [...links.filter(isBefore(first)), ...links.filter((link) => !isBefore(first)(link))];
  const raisedBy = await siblingThatRaised(records, record, versions[0], links);
  const told = { ...(lastLink && { lastLink }), ...(visit && { visit }), ...(versions.length > 1 && { versions }) };
  return { url: record, path, inLinks: inLinks.slice(0, linksTold), ...(raisedBy && { raisedBy }), ...told };
}

function isBefore(visit = Number.POSITIVE_INFINITY): (link: InLink) => boolean {
  return (link) => link.visit < visit;
}

/** Scores are handed on as they are, but for what breaks ties. */
const asGood = 1e-6;

/**
 * De Assis et al. 2009, step 11: the last page beside it that was visited before it, and whose score is the place that it has, if no
 * link of its own gave it that place.
 */
async function siblingThatRaised(
  records: CrawlRecords,
  { state, parent, priority }: UrlRecord,
  visit: VisitRow | undefined,
  links: readonly InLink[],
): Promise<VisitRow | undefined> {
  const place = visit?.priority ?? (state === 'queued' ? priority : undefined);
  const parentUrl = (await records.visit(parent))?.url;
  const isAsGood = (score: number) => Math.abs(score - place!) < asGood;
  const own = links.filter(isBefore(visit?.seq));
  if (place === undefined || place <= asGood || parentUrl === undefined || own.some(({ score }) => isAsGood(score)))
    return undefined;
  let last: VisitRow | undefined;
  for await (const other of records.visits({ versions: 'first', after: parent })) {
    if (other.seq >= (visit?.seq ?? Number.POSITIVE_INFINITY)) break;
    const { judgement } = other;
    if (other.parent !== parentUrl || judgement === undefined) continue;
    if (isAsGood(judgement.raw) || isAsGood(judgement.relevance)) last = other;
  }
  return last;
}

async function versionsOf(records: CrawlRecords, urlId: number): Promise<VisitRow[]> {
  const versions: VisitRow[] = [];
  for await (const version of records.visits({ urlId, versions: 'all' })) versions.push(version);
  return versions;
}

/** The link found last, before the visit where there was one. */
function lastOf(links: readonly InLink[], visit = Number.POSITIVE_INFINITY): InLink | undefined {
  let last: InLink | undefined;
  for (const link of links) if (link.level >= 0 && link.visit < visit && link.visit > (last?.visit ?? 0)) last = link;
  return last;
}
