import { dataTable, heading, rowHeading } from '../../../html/data-table.js';
import { type Html, html } from '../../../html/html.js';
import type { LabReport } from '../../results.js';
import { completeFirst, mainView } from '../report-view.js';

/** How much of what two found is the same; columns are numbered like the rows, for want of room. */
export function overlapTable(report: LabReport): Html {
  const key = (a: string, b: string) => JSON.stringify([a, b].sort());
  const values = new Map(report.overlaps.map(({ a, b, jaccard }) => [key(a, b), jaccard]));
  const found = new Set(report.overlaps.flatMap(({ a, b }) => [a, b]));
  const names = completeFirst(report, mainView(report), report.contenders)
    .map(({ name }) => name)
    .filter((name) => found.has(name));
  if (names.length === 0) return html`<p>There is nothing to compare.</p>`;
  function cell(a: string, b: string): Html {
    const jaccard = values.get(key(a, b));
    if (a === b) return html`<td>·</td>`;
    if (jaccard === undefined) return html`<td>–</td>`;
    return html`<td class="heat" style="--value:${jaccard.toFixed(2)}">${jaccard.toFixed(2)}</td>`;
  }
  return dataTable({
    label: 'Overlap',
    caption:
      'Mean share of the relevant pages found by either that both found. Columns have the numbers of the rows; the darker, the more alike.',
    headings: [heading('Strategy'), ...names.map((name, index) => heading(index + 1, name))],
    rows: names.map((a, row) => [rowHeading(a, `${row + 1} ${a}`), ...names.map((b) => cell(a, b))]),
  });
}
