import { documentOutcomes } from '../../model/documents.js';
import { kinds } from '../codes.js';

/** The judge whose judgements count now. */
export const currentJudge = "(SELECT value FROM note WHERE key = 'judge')";
/** Its judgement of the visit `v`, to be joined. */
export const currentJudgement = `judgement j ON j.visit = v.seq AND j.judge = ${currentJudge}`;
/** Visits `v` with their judgements: the index has the order, by relevance and visit; visits are looked up one by one. */
export const byRelevance = `judgement j INDEXED BY judgement_relevance CROSS JOIN visit v
  ON v.seq = j.visit AND j.judge = ${currentJudge}`;

/** Outcomes of documents, for IN. */
export const documentList = sqlList(documentOutcomes);
/** Outcomes of visits that found a page, for IN. */
export const foundList = sqlList([...documentOutcomes, 'unchanged']);
/** The visit `v` is not a revisit. */
export const isFirst = `v.kind <> ${kinds.indexOf('revisit')}`;

/** Counts the relevant pages of every host anew, by the judgements that count now. */
export const countRelevantOfHosts = `
  WITH brought AS (
    SELECT u.host, count(*) AS pages FROM visit v JOIN ${currentJudgement} JOIN url u ON u.id = v.url
    WHERE j.relevant AND v.superseded = 0 GROUP BY u.host
  )
  UPDATE host SET relevant = coalesce((SELECT pages FROM brought WHERE brought.host = host.id), 0)`;

function sqlList(words: readonly string[]): string {
  return `('${words.join("', '")}')`;
}
