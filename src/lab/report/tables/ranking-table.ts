import { dataTable, numberCell, rowHeading, sortHeading } from '../../../html/data-table.js';
import { type Html, html } from '../../../html/html.js';
import { type JudgementStanding, type LabReport, type RankingMeasure, rankingMeasures } from '../../results.js';
import { judgementsIn, type SeedView, seedWords } from '../report-view.js';
import { judgementLabel, judgementName } from '../words/judgement-label.js';
import { intervalWords } from './standings-table.js';

const rankingWords: Readonly<Record<RankingMeasure, string>> = {
  ndcg10: 'nDCG@10',
  ndcg50: 'nDCG@50',
  ndcg: 'nDCG',
  averagePrecision: 'Average precision',
};

/** Three orders of the same pages; a heading names the strategy's own first, then those by words alone. */
const orders = [
  { part: 'ranking', words: 'own' },
  { part: 'cosine', words: 'cosine' },
  { part: 'bm25', words: 'BM25' },
] as const;

/** How well a strategy's relevance puts its finds first, beside what plain scores by the query make of the same pages. */
export function rankingTable(report: LabReport, view: SeedView): Html {
  const rows = judgementsIn(report, view).filter(({ judged }) => judged.ranking !== null);
  if (rows.length === 0) return html`<p>No crawl found anything that could be ranked.</p>`;
  return dataTable({
    label: `Ranking of results, ${seedWords[view].toLowerCase()}`,
    caption: `${seedWords[view]}. Means over the crawls that found something, with 95 % intervals below them; ★ marks the best order of the same pages.`,
    className: 'sortable',
    headings: [
      sortHeading('Strategy', 'ascending'),
      ...rankingMeasures.flatMap((measure) =>
        orders.map(({ words }) => sortHeading(`${rankingWords[measure]} ${words}`, 'descending')),
      ),
    ],
    rows: rows.map(({ one, judged }) => [
      rowHeading(judgementName(judged), judgementLabel(report, one, judged, view)),
      ...rankingMeasures.flatMap((measure) => cellsOf(judged, measure)),
    ]),
  });
}

function cellsOf(judged: JudgementStanding, measure: RankingMeasure): Html[] {
  const intervals = orders.map(({ part }) => judged[part]?.[measure]);
  const best = Math.max(...intervals.map((interval) => interval?.mean ?? 0));
  return intervals.map((interval) =>
    interval === undefined
      ? numberCell(null, '–')
      : numberCell(interval.mean, [
          interval.mean === best
            ? html`<span class="best">★ ${interval.mean.toFixed(3)}</span>`
            : interval.mean.toFixed(3),
          html`<small>${intervalWords(interval, 3)}</small>`,
        ]),
  );
}
