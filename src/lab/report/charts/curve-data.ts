import { grouped } from '../../grouped.js';
import type { LabReport, Standing } from '../../results.js';
import { type SeedView, seedViews, seedWords, standingOf } from '../report-view.js';
import type { CurveData, CurveMeasure, Curves } from './curve-choice.js';
import { lineClasses } from './line-classes.js';
import { meanHarvest, meanRecall, pagePoints, rounded } from './mean-curves.js';

const mostPoints = 150;

const byTime: CurveMeasure = {
  id: 'time',
  words: 'Recall by simulated time, polite',
  x: 'seconds',
  y: 'recall',
  reading: 'after second',
};

const measures: readonly CurveMeasure[] = [
  { id: 'recall', words: 'Recall', x: 'pages fetched', y: 'recall', reading: 'after page' },
  {
    id: 'harvest',
    words: 'Harvest',
    x: 'pages fetched',
    y: 'relevant pages found a page',
    reading: 'after page',
  },
  {
    id: 'visited',
    words: 'Relevant % by visited %',
    x: '% of the reachable pages visited',
    y: '% of the relevant pages found',
    reading: 'at % visited:',
  },
];

/** Mean curves of everything that took part, thinned: what the size of the page allows, and no single run. */
export function curveData(report: LabReport): CurveData {
  const classes = lineClasses(report.contenders);
  const views = seedViews(report);
  return {
    web: report.web.name,
    series: report.contenders.map(({ name }) => ({ name, className: classes.get(name)! })),
    views: views.map((view) => ({ id: view, words: seedWords[view] })),
    measures: report.politeness.length === 0 ? measures : [...measures, byTime],
    curves: Object.fromEntries(views.map((view) => [view, curvesOf(report, view)])),
  };
}

function curvesOf(report: LabReport, view: SeedView): Record<string, Curves> {
  const counted = view === 'all' ? report.runs : report.runs.filter(({ seeds }) => seeds === view);
  const runs = grouped(counted, ({ strategy }) => strategy);
  const x = pagePoints(report.budget, mostPoints);
  const ofEach = report.contenders.map(({ name }) => runs.get(name) ?? []);
  const times = report.politeness[0]?.timeCurve.map((_, point, { length }) => ((point + 1) * report.span) / length);
  return {
    recall: { x, y: ofEach.map((own) => meanRecall(own, x)) },
    harvest: { x, y: ofEach.map((own) => meanHarvest(own, x)) },
    visited: visitedCurves(report.contenders.map(({ name }) => standingOf(report, name, view))),
    ...(times && { time: { x: times.map(rounded), y: timeCurves(report, times) } }),
  };
}

/** Of all tasks, whatever their seeds. */
function timeCurves({ contenders, politeness }: LabReport, times: readonly number[]): (number | null)[][] {
  return contenders.map(({ name }) => {
    const own = politeness.find(({ strategy }) => strategy === name);
    return times.map((_, point) => (own === undefined ? null : rounded(own.timeCurve[point]!)));
  });
}

/** In per cent. Shares that no crawl of the budget gets to are left out. */
function visitedCurves(standings: readonly (Standing | undefined)[]): Curves {
  const shares = new Set<number>();
  for (const standing of standings)
    for (const { visited, recall } of standing?.byVisitedShare ?? []) if (recall !== null) shares.add(visited);
  const x = [...shares].sort((a, b) => a - b);
  return {
    x: x.map((share) => rounded(100 * share)),
    y: standings.map((standing) => {
      const known = new Map(standing?.byVisitedShare.map(({ visited, recall }) => [visited, recall]));
      return x.map((share) => {
        const recall = known.get(share) ?? null;
        return recall === null ? null : rounded(100 * recall);
      });
    }),
  };
}
