import { type QueryScores, queryScores } from '../measures/query-scores.js';
import type { PageSimilarities } from '../truth/similarities.js';
import type { PageJudge } from './page-judge.js';

type Reading = { readonly language: string; readonly stem: boolean };

/** The plain scores by the words of the query, with the statistics of the whole web. */
export function wordJudge(kind: keyof QueryScores, similarities: PageSimilarities, reading: Reading): PageJudge {
  return {
    name: kind,
    summary: summaries[kind],
    isScaled: false,
    scores: async (topics) => topics.map(({ topic }) => queryScores(similarities, topic.query, reading)?.[kind]),
  };
}

export const wordJudgeNames: readonly (keyof QueryScores)[] = ['cosine', 'bm25'];

const summaries: Readonly<Record<keyof QueryScores, string>> = {
  cosine: 'Cosine of page and query, idf over all pages of the web.',
  bm25: 'Okapi BM25 of the query, idf and mean length over all pages of the web.',
};
