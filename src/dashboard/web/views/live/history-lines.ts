import type { HistoryPoint, LiveState } from '../../../api/live.js';
import type { ChartLine } from '../../charts/chart-data.js';

type Axis = 'time' | 'pages';

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

/** A place on the axis; lines break where there is no point. */
interface Place {
  readonly x: number;
  readonly point: HistoryPoint | null;
}

export function historyLines(state: LiveState, axis: Axis): HistoryLines {
  const places = placesOf(state.history, axis);
  const values = (of: (point: HistoryPoint) => number | null | undefined) =>
    places.map(({ point }) => (point === null ? null : (of(point) ?? null)));
  const x = places.map((place) => place.x);
  return {
    x,
    harvest: harvestLines(values),
    speed: [{ name: 'Pages a second', colour: 'c0', filled: true, values: values((point) => point.pagesPerSecond) }],
    queue: [{ name: 'URLs queued', colour: 'c0', filled: true, values: values((point) => point.queued) }],
    hosts: [
      { name: 'ready', colour: 'c2', values: values((point) => point.hostsReady) },
      { name: 'waiting for their turn', colour: 'c5', dashed: true, values: values((point) => point.hostsWaiting) },
    ],
    ...foundLines(
      state,
      x,
      values((point) => point.relevant),
      axis,
    ),
    pagesAt: (at) => state.history.findLast((point) => point.at <= at)?.pages ?? state.history[0]?.pages,
  };
}

/** A crawl that stood still for so long, and for so many steps, was not at work. */
const [longestStep, mostSteps] = [60_000, 20] as const;

/** Places on the axis rise. Over time, lines break where the crawl was not at work. */
function placesOf(history: readonly HistoryPoint[], axis: Axis): Place[] {
  const places: Place[] = [];
  const usual = history.length < 2 ? 0 : (history.at(-1)!.at - history[0]!.at) / history.length;
  for (const point of history) {
    const x = axis === 'time' ? point.at : point.pages;
    const before = places.at(-1)?.x ?? Number.NEGATIVE_INFINITY;
    if (x <= before) continue;
    const isGap = axis === 'time' && Number.isFinite(before) && x - before > Math.max(longestStep, mostSteps * usual);
    if (isGap) places.push({ x: (before + x) / 2, point: null });
    places.push({ x, point });
  }
  return places;
}

type Values = (of: (point: HistoryPoint) => number | null | undefined) => (number | null)[];

function harvestLines(values: Values): ChartLine[] {
  const high = values((point) => point.forecast?.high);
  return [
    { name: 'Overall', colour: 'c0', values: values(({ pages, relevant }) => (pages === 0 ? null : relevant / pages)) },
    { name: 'Last 100 pages', colour: 'c2', dashed: true, values: values((point) => point.recentHarvest) },
    ...(high.some((value) => value !== null)
      ? [
          { name: 'Forecast, at most', colour: 'grey' as const, dashed: true, values: high },
          { name: 'at least', colour: 'grey' as const, band: true, values: values((point) => point.forecast?.low) },
        ]
      : []),
  ];
}

/** Relevant pages, and behind them the forecast: as far ahead as it looks, if that is not out of proportion. */
function foundLines(
  { history, forecast, pagesPerSecond }: LiveState,
  x: readonly number[],
  found: readonly (number | null)[],
  axis: Axis,
): Pick<HistoryLines, 'foundX' | 'found'> {
  const line = { name: 'Relevant pages', colour: 'c0', filled: true } as const;
  const last = history.at(-1);
  // A crawl that has stopped would go on as fast as it went.
  const speed = pagesPerSecond || (last?.pagesPerSecond ?? 0);
  const width = forecast === undefined ? 0 : axis === 'pages' ? forecast.pages : (1000 * forecast.pages) / speed;
  const isShown = forecast && last && width > 0 && (axis === 'pages' || width < 3 * (x.at(-1)! - x[0]!));
  if (!isShown) return { foundX: x, found: [{ ...line, values: found }] };
  const ahead = (more: number) => [...found.slice(1).map(() => null), last.relevant, last.relevant + more];
  return {
    foundX: [...x, x.at(-1)! + width],
    found: [
      { ...line, values: [...found, null] },
      { name: 'At most', colour: 'c1', dashed: true, values: ahead(forecast.high) },
      { name: 'at least', colour: 'c1', band: true, values: ahead(forecast.low) },
      { name: 'expected', colour: 'c1', values: ahead(forecast.mean) },
    ],
  };
}
