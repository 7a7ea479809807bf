import { dataTable, numberCell, rowHeading, sortHeading } from '../../../html/data-table.js';
import { type Html, html } from '../../../html/html.js';
import { type Interval, type LabReport, type MeasureName, measureNames, type Standing } from '../../results.js';
import {
  type Competitor,
  hasSpread,
  measureOf,
  type SeedView,
  seedWords,
  standingOf,
  tableOrder,
} from '../report-view.js';
import { competitorLabel } from '../words/contender-label.js';
import { measureWords } from '../words/measure-words.js';
import { percentage } from '../words/number-words.js';

/** Every measure of everything that took part, with its interval; a reader may sort it by any column. */
export function standingsTable(report: LabReport, view: SeedView): Html {
  return dataTable({
    label: `Standings, ${seedWords[view].toLowerCase()}`,
    caption: `${seedWords[view]}. Means, with 95 % intervals below them; of one crawl there is no interval.`,
    className: 'sortable',
    headings: [
      sortHeading('Strategy', 'ascending'),
      ...measureNames.map((name) => measureHeading(name)),
      sortHeading('Of oracle', 'descending'),
      sortHeading('Crawls', 'descending'),
    ],
    rows: tableOrder(report, view).map((one) => {
      const standing = standingOf(report, one.name, view)!;
      const share = standing.shareOfOracle;
      return [
        rowHeading(one.name, competitorLabel(report, one, view)),
        ...measureNames.map((name) => measureCell(name, one, standing)),
        numberCell(share, share === null ? '–' : percentage(share)),
        numberCell(standing.runs, standing.runs),
      ];
    }),
  });
}

function measureHeading(name: MeasureName): Html {
  const { label, better } = measureWords[name];
  return sortHeading(label, better === 'less' ? 'ascending' : 'descending');
}

function measureCell(name: MeasureName, one: Competitor, standing: Standing): Html {
  const interval = measureOf(one, standing, name);
  if (interval === undefined) return numberCell(null, '–');
  const { digits } = measureWords[name];
  const reached = name === 'pagesTo50' ? standing.reached50 : name === 'pagesTo90' ? standing.reached90 : standing.runs;
  const notAll = reached < standing.runs && html`<small>${reached} of ${standing.runs} crawls</small>`;
  return numberCell(interval.mean, [
    interval.mean.toFixed(digits),
    html`<small>${intervalWords(interval, digits)}</small>`,
    notAll,
  ]);
}

export function intervalWords(interval: Interval, digits: number): string {
  return hasSpread(interval) ? `${interval.low.toFixed(digits)} to ${interval.high.toFixed(digits)}` : '';
}
