import type { PersonJudgement } from '../../labels/label-file.js';
import type { CrawlReader } from '../../model/crawl-reader.js';
import type { VisitRow } from '../../model/visit.js';
import { relevantLabel } from '../../training/targets.js';
import { lastVisits } from './last-visits.js';

/** A page of a crawl with the last word on it. */
export interface JudgedDocument {
  readonly row: Pick<VisitRow, 'url' | 'depth' | 'fingerprint'>;
  readonly relevant: boolean;
  readonly byPerson: boolean;
}

/** The pages of a crawl by URL, without copies and examples. Where people were sure of a page, what they said counts. */
export async function judgedDocuments(
  { records }: Pick<CrawlReader, 'records'>,
  judgements: ReadonlyMap<string, PersonJudgement>,
): Promise<Map<string, JudgedDocument>> {
  return lastVisits(records, ['page', 'ignored'], ({ url, depth, fingerprint, judgement }) => {
    const label = judgements.get(url)?.label ?? 'unsure';
    const byPerson = label !== 'unsure';
    const relevant = byPerson ? label === relevantLabel : judgement?.relevant === true;
    return { row: { url, depth, ...(fingerprint !== undefined && { fingerprint }) }, relevant, byPerson };
  });
}
