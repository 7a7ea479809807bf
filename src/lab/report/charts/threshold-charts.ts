import { dataTable, numberCell, rowHeading, sortHeading } from '../../../html/data-table.js';
import { Html, html } from '../../../html/html.js';
import { lineChart } from '../../../html/line-chart.js';
import { swatch } from '../../../html/swatch.js';
import { grouped } from '../../grouped.js';
import { bestOf } from '../../measures/thresholds.js';
import type { LabReport, ThresholdScore } from '../../results.js';
import { type Competitor, leaders, mainView, ranked } from '../report-view.js';
import { competitorLabel } from '../words/contender-label.js';
import { meanThresholds } from './mean-thresholds.js';

const parts = [
  { key: 'precision', words: 'Precision', className: 'c0 d0' },
  { key: 'recall', words: 'Recall', className: 'c1 d1' },
  { key: 'f1', words: 'F1', className: 'c2 d3' },
] as const;

interface Judged {
  readonly one: Competitor;
  readonly scores: readonly ThresholdScore[];
  readonly best: ThresholdScore;
}

/** How well the strategies' own judgement agrees with the truth: charts of the leaders, the best threshold of all. */
export function thresholdCharts(report: LabReport): Html {
  const runs = grouped(report.runs, ({ strategy }) => strategy);
  const judged = ranked(report, mainView(report)).flatMap((one): Judged[] => {
    const scores = meanThresholds(runs.get(one.name) ?? []);
    const best = bestOf(scores);
    return best === null ? [] : [{ one, scores, best }];
  });
  if (judged.length === 0) return html`<p>No strategy here judges pages by itself.</p>`;
  return html`<ul class="keys">${parts.map(({ words, className }) => html`<li>${swatch(className)}${words}</li>`)}</ul>
<div class="multiples">${judged.slice(0, leaders).map((each) => chart(report, each))}
</div>
${bestTable(report, judged)}`;
}

function chart(report: LabReport, { one, scores, best }: Judged): Html {
  const at = best.threshold;
  const drawing = lineChart({
    title: `Precision, recall and F1 of ${one.name} by threshold`,
    width: 270,
    height: 170,
    x: scores.map(({ threshold }) => threshold),
    lines: parts.map(({ key, words, className }) => ({ name: words, className, y: scores.map((score) => score[key]) })),
    axes: null,
    named: false,
    top: 1,
    cursor: scores.indexOf(best),
  });
  return html`
<figure><figcaption>${competitorLabel(report, one)} <small>best at ${at}</small></figcaption>${new Html(drawing)}</figure>`;
}

function bestTable(report: LabReport, judged: readonly Judged[]): Html {
  return dataTable({
    label: 'Best thresholds',
    caption: 'The threshold with the highest mean F1 over all crawls.',
    className: 'sortable',
    headings: [
      sortHeading('Strategy', 'ascending'),
      ...['Threshold', 'Precision', 'Recall', 'F1'].map((words) => sortHeading(words, 'descending')),
    ],
    rows: judged.map(({ one, best }) => [
      rowHeading(one.name, competitorLabel(report, one)),
      ...[best.threshold, best.precision, best.recall, best.f1].map((value) => numberCell(value, value.toFixed(3))),
    ]),
  });
}
