import { counted } from '../../../counted.js';
import { dataTable, numberCell, rowHeading, sortHeading } from '../../../html/data-table.js';
import { type Html, html } from '../../../html/html.js';
import { type CalibrationBin, calibrationBins, type LabReport } from '../../results.js';
import { judgementsIn, type SeedView, seedWords } from '../report-view.js';
import { judgementLabel, judgementName } from '../words/judgement-label.js';
import { intervalWords } from './standings-table.js';

/** How much judgements can be taken for chances: a row a strategy, a column a tenth of what it may say. */
export function calibrationTable(report: LabReport, view: SeedView): Html {
  const rows = judgementsIn(report, view);
  if (rows.length === 0) return html`<p>No strategy here judges pages by itself.</p>`;
  return dataTable({
    label: `Calibration, ${seedWords[view].toLowerCase()}`,
    caption: `${seedWords[view]}. In each tenth: the share of its pages that is relevant with a 95 % interval, the mean judgement, and how many pages there are.`,
    className: 'sortable',
    headings: [
      sortHeading('Strategy', 'ascending'),
      sortHeading('Calibration error', 'ascending'),
      sortHeading('Brier score', 'ascending'),
      ...Array.from({ length: calibrationBins }, (_, bin) => sortHeading(tenthWords(bin), 'descending')),
      ...['All', 'Pages'].map((words) => sortHeading(words, 'descending')),
    ],
    rows: rows.map(({ one, judged }) => {
      const { error, brier, bins, relevant, judged: mean, pages } = judged.calibration;
      return [
        rowHeading(judgementName(judged), judgementLabel(report, one, judged, view)),
        numberCell(error, error.toFixed(3)),
        numberCell(brier, brier.toFixed(3)),
        ...bins.map(binCell),
        numberCell(relevant, [relevant.toFixed(3), html`<small>judged ${mean.toFixed(2)}</small>`]),
        numberCell(pages, pages),
      ];
    }),
  });
}

function tenthWords(bin: number): string {
  return `${(bin / calibrationBins).toFixed(1)} to ${((bin + 1) / calibrationBins).toFixed(1)}`;
}

function binCell({ pages, judged, relevant }: CalibrationBin): Html {
  if (relevant === null) return numberCell(null, '–');
  return numberCell(relevant.mean, [
    relevant.mean.toFixed(2),
    html`<small>${intervalWords(relevant, 2)}</small>`,
    html`<small>judged ${judged!.toFixed(2)}</small>`,
    html`<small>${counted(pages, 'page')}</small>`,
  ]);
}
