import { standingOf } from '../../src/lab/report/report-view.js';
import type { LabReport } from '../../src/lab/results.js';
import { ours } from './bars.js';
import { markdownTable } from './markdown-table.js';

/** What the cost of ours is held against, and how much more it may be. */
const yardstick = 'best-first';
const barOfCost = 1.15;

/** CPU time a page, as the lab measures it. */
export function costMarkdown(reports: readonly LabReport[]): string {
  const rows = reports.flatMap((report) => {
    const [own, usual] = [ours, yardstick].map((name) => standingOf(report, name, 'all')?.measures.cpuMsPerPage?.mean);
    if (own === undefined || usual === undefined) return [];
    return [[report.web.name, own.toFixed(2), usual.toFixed(2), (own / usual).toFixed(2)]];
  });
  return [
    `Milliseconds of CPU a page, of engine and strategy, without the reading of pages, which a comparison does once for all: so the ratio is
higher than that of a whole crawl, of which at most ${barOfCost} is asked for (\`npm run bench\` measures that).`,
    markdownTable(['Web', ours, yardstick, 'Ratio'], rows),
  ].join('\n\n');
}
