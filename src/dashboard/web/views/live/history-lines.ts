import type { LiveState } from '../../../api/live.js';
import type { ChartLine } from '../../charts/chart-data.js';

/** The history of a crawl as lines over time or over pages. */
export interface HistoryLines {
  readonly x: readonly number[];
  readonly harvest: readonly ChartLine[];
  readonly speed: readonly ChartLine[];
  readonly queue: readonly ChartLine[];
  readonly hosts: readonly ChartLine[];
  /** Relevant pages go on into the forecast, so they have places of their own. */
  readonly foundX: readonly number[];
  readonly found: readonly ChartLine[];
  /** Where on an axis of pages a moment is. */
  readonly pagesAt: (at: number) => number | undefined;
}

export function historyLines({ history, forecast, pagesPerSecond }: LiveState, axis: 'time' | 'pages'): HistoryLines {
  // Places on the axis must rise.
  const points = history.filter(
    (point, index) =>
      index === 0 || point[axis === 'time' ? 'at' : 'pages'] > history[index - 1]![axis === 'time' ? 'at' : 'pages'],
  );
  const x = points.map((point) => (axis === 'time' ? point.at : point.pages));
  const last = points.at(-1);
  // A crawl that has stopped would go on as fast as it went.
  const speed = Math.max(pagesPerSecond || (last?.pagesPerSecond ?? 0), 0.01);
  const aheadX =
    forecast && last && (axis === 'pages' ? last.pages + forecast.pages : last.at + (1000 * forecast.pages) / speed);
  const isAhead = forecast !== undefined && last !== undefined && aheadX !== undefined && aheadX > x.at(-1)!;
  const found = points.map((point) => point.relevant);
  const ahead = (more: number) => [...found.slice(1).map(() => null), last!.relevant, last!.relevant + more];
  return {
    x,
    harvest: [
      {
        name: 'Overall',
        colour: 'c0',
        values: points.map(({ pages, relevant }) => (pages === 0 ? null : relevant / pages)),
      },
      { name: 'Last 100 pages', colour: 'c2', dashed: true, values: points.map((point) => point.recentHarvest) },
      ...(points.some((point) => point.forecast !== undefined)
        ? [
            {
              name: 'Forecast, at most',
              colour: 'grey' as const,
              band: false,
              dashed: true,
              values: points.map((point) => point.forecast?.high ?? null),
            },
            {
              name: 'at least',
              colour: 'grey' as const,
              band: true,
              values: points.map((point) => point.forecast?.low ?? null),
            },
          ]
        : []),
    ],
    speed: [
      { name: 'Pages a second', colour: 'c0', filled: true, values: points.map((point) => point.pagesPerSecond) },
    ],
    queue: [{ name: 'URLs queued', colour: 'c0', filled: true, values: points.map((point) => point.queued) }],
    hosts: [
      { name: 'ready', colour: 'c2', values: points.map((point) => point.hostsReady) },
      { name: 'waiting for their turn', colour: 'c5', dashed: true, values: points.map((point) => point.hostsWaiting) },
    ],
    foundX: isAhead ? [...x, aheadX] : x,
    found: [
      { name: 'Relevant pages', colour: 'c0', filled: true, values: isAhead ? [...found, null] : found },
      ...(isAhead
        ? [
            { name: 'At most', colour: 'c1' as const, dashed: true, values: ahead(forecast.high) },
            { name: 'at least', colour: 'c1' as const, band: true, values: ahead(forecast.low) },
            { name: 'expected', colour: 'c1' as const, values: ahead(forecast.mean) },
          ]
        : []),
    ],
    pagesAt: (moment) => points.findLast((point) => point.at <= moment)?.pages ?? points[0]?.pages,
  };
}
