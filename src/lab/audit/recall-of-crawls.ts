import type { CrawlReader } from '../../model/crawl-reader.js';
import { givenPages, landings } from '../given-pages.js';
import type { Interval } from '../results.js';
import { type JudgedDocument, judgedDocuments } from './judged-documents.js';
import { lastJudgements } from './last-judgements.js';
import { populationOf, type RecallEstimate, recallOf } from './recall-estimate.js';

export interface RecallOfCrawls extends RecallEstimate {
  /** Of each crawl by itself. */
  readonly each: readonly [Interval | null, Interval | null];
  /** Pages that both visited and only one calls relevant, without a word of a person: they count as relevant. */
  readonly disputed: number;
}

/** A page, by the crawls that visited it. */
interface Sighting {
  readonly first?: JudgedDocument;
  readonly second?: JudgedDocument;
}

/**
 * Capture and recapture between two crawls for the same topic: each is a capture of the relevant pages there are. A page is
 * relevant when a person says so, or else when a crawl that visited it does. It is the same page in both under the same URL, or
 * with the same content.
 */
export async function recallOfCrawls(first: CrawlReader, second: CrawlReader): Promise<RecallOfCrawls> {
  const judgements = lastJudgements([first, second]);
  const [inFirst, inSecond] = [await judgedDocuments(first, judgements), await judgedDocuments(second, judgements)];
  const given = new Set([...(await givenTo(first)), ...(await givenTo(second))]);
  const sightings = met(inFirst, inSecond);
  const relevant = sightings.filter(isRelevant);
  const counted = relevant.filter((page) => !isGiven(page, given));
  const count = (isCaptured: (page: Sighting) => boolean) => counted.filter(isCaptured).length;
  const captures = {
    first: count((page) => page.first !== undefined),
    second: count((page) => page.second !== undefined),
    both: count((page) => page.first !== undefined && page.second !== undefined),
  };
  const all = populationOf(captures);
  return {
    captures,
    found: counted.length,
    given: relevant.length - counted.length,
    byPerson: count(({ first: a, second: b }) => a?.byPerson === true || b?.byPerson === true),
    all,
    recall: recallOf(counted.length, all),
    each: [recallOf(captures.first, all), recallOf(captures.second, all)],
    disputed: count(isDisputed),
  };
}

/** All pages of both, once each. */
function met(first: ReadonlyMap<string, JudgedDocument>, second: ReadonlyMap<string, JudgedDocument>): Sighting[] {
  const byContent = new Map([...second.values()].map((page) => [page.row.fingerprint ?? page.row.url, page]));
  const matched = new Set<JudgedDocument>();
  const sightings: Sighting[] = [];
  for (const [url, page] of first) {
    const other = second.get(url) ?? byContent.get(page.row.fingerprint ?? '');
    if (other !== undefined) matched.add(other);
    sightings.push(other === undefined ? { first: page } : { first: page, second: other });
  }
  for (const page of second.values()) if (!matched.has(page)) sightings.push({ second: page });
  return sightings;
}

/** Under two URLs, a person may have judged one of them. */
function isRelevant({ first, second }: Sighting): boolean {
  const pages = [first, second].filter((page) => page !== undefined);
  const judged = pages.filter(({ byPerson }) => byPerson);
  return (judged.length > 0 ? judged : pages).some(({ relevant }) => relevant);
}

function isDisputed({ first, second }: Sighting): boolean {
  if (first === undefined || second === undefined || first.byPerson || second.byPerson) return false;
  return first.relevant !== second.relevant;
}

function isGiven({ first, second }: Sighting, given: ReadonlySet<string>): boolean {
  return [first, second].some((page) => page !== undefined && given.has(page.row.url));
}

async function givenTo({ records }: CrawlReader): Promise<string[]> {
  const { seeds, examples } = await givenPages(records);
  const landing = await landings(records);
  return [...seeds, ...examples].map(landing);
}
