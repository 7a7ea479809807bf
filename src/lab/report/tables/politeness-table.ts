import { dataTable, numberCell, rowHeading, sortHeading } from '../../../html/data-table.js';
import type { Html } from '../../../html/html.js';
import type { LabReport, PolitenessCost } from '../../results.js';
import { competitorLabel } from '../words/contender-label.js';
import { percentage } from '../words/number-words.js';

const columns: readonly { readonly label: string; readonly value: (cost: PolitenessCost) => number; digits: number }[] =
  [
    { label: 'AUC without', value: ({ freeAuc }) => freeAuc, digits: 3 },
    { label: 'AUC polite', value: ({ politeAuc }) => politeAuc, digits: 3 },
    { label: 'Harvest without', value: ({ freeHarvest }) => freeHarvest, digits: 3 },
    { label: 'Harvest polite', value: ({ politeHarvest }) => politeHarvest, digits: 3 },
    { label: 'Seconds', value: ({ seconds }) => seconds, digits: 0 },
    { label: 'AUC by time', value: ({ timeAuc }) => timeAuc, digits: 3 },
  ];

/** What is left of each strategy when hosts have to be waited for. */
export function politenessTable(report: LabReport): Html {
  return dataTable({
    label: 'With and without politeness',
    caption: 'All seeds. Means over topics; Kept is the AUC of polite crawls as a share of that without delays.',
    className: 'sortable',
    headings: [
      sortHeading('Strategy', 'ascending'),
      ...columns.map(({ label }) => sortHeading(label, label === 'Seconds' ? 'ascending' : 'descending')),
      sortHeading('Kept', 'descending'),
    ],
    rows: report.politeness.map((cost) => {
      const one = report.contenders.find(({ name }) => name === cost.strategy)!;
      const kept = cost.freeAuc === 0 ? null : cost.politeAuc / cost.freeAuc;
      return [
        rowHeading(one.name, competitorLabel(report, one)),
        ...columns.map(({ value, digits }) => numberCell(value(cost), value(cost).toFixed(digits))),
        numberCell(kept, kept === null ? '–' : percentage(kept)),
      ];
    }),
  });
}
