import { dataTable, numberCell, rowHeading, sortHeading } from '../../../html/data-table.js';
import { type Html, html } from '../../../html/html.js';
import type { Comparison, LabReport } from '../../results.js';
import { comparisonOf, type SeedView, seedWords, tableOrder } from '../report-view.js';
import { competitorLabel } from '../words/contender-label.js';
import { isSignificant, pWords } from '../words/number-words.js';
import { intervalWords } from './standings-table.js';

/** Each against the baseline on the same tasks. */
export function comparisonTable(report: LabReport, view: SeedView): Html {
  const rows = tableOrder(report, view).flatMap((one) => {
    const comparison = one.name === report.baseline ? undefined : comparisonOf(report, one.name, view);
    return comparison === undefined
      ? []
      : [[rowHeading(one.name, competitorLabel(report, one, view)), ...cells(comparison)]];
  });
  return dataTable({
    label: `Comparison with ${report.baseline}, ${seedWords[view].toLowerCase()}`,
    caption: `${seedWords[view]}, AUC against ${report.baseline}. p adjusted for the number of strategies, unadjusted below it; ✓ adjusted p below 0.05.`,
    className: 'sortable',
    headings: [
      sortHeading('Strategy', 'ascending'),
      sortHeading('Difference', 'descending'),
      sortHeading('Ratio', 'descending'),
      sortHeading('Wins', 'descending'),
      sortHeading('Ties', 'descending'),
      sortHeading('Losses', 'ascending'),
      sortHeading('p over tasks', 'ascending'),
      sortHeading('p over topics', 'ascending'),
    ],
    rows: rows.length > 0 ? rows : [html`<td colspan="8" class="words">Nothing else ran on the same tasks.</td>`],
  });
}

function cells({ difference, ratio, wins, ties, losses, ...test }: Comparison): Html[] {
  const sign = difference.mean > 0 ? '+' : '';
  return [
    numberCell(
      difference.mean,
      html`${sign}${difference.mean.toFixed(3)}<small>${intervalWords(difference, 3)}</small>`,
    ),
    numberCell(ratio, ratio === null ? '–' : ratio.toFixed(2)),
    ...[wins, ties, losses].map((value) => numberCell(value, value)),
    pCell(test.p, test.adjusted),
    pCell(test.pOverTopics, test.adjustedOverTopics),
  ];
}

function pCell(p: number | null, adjusted: number | null): Html {
  if (p === null || adjusted === null) return numberCell(null, 'too few');
  return numberCell(adjusted, html`${isSignificant(adjusted) && '✓ '}${pWords(adjusted)}<small>${pWords(p)}</small>`);
}
