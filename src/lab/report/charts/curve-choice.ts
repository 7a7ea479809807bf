import type { LineChart } from '../../../html/line-chart.js';

/** What the main chart can show; a part of the page that its script reads. */
export interface CurveData {
  readonly web: string;
  readonly series: readonly { readonly name: string; readonly className: string }[];
  readonly views: readonly { readonly id: string; readonly words: string }[];
  readonly measures: readonly CurveMeasure[];
  /** By view, then measure: where the values are, and for each of the series its values. */
  readonly curves: Readonly<Record<string, Readonly<Record<string, Curves>>>>;
}

export interface CurveMeasure {
  readonly id: string;
  readonly words: string;
  readonly x: string;
  readonly y: string;
  /** How the position of a reading is named, before the number. */
  readonly reading: string;
}

export interface Curves {
  readonly x: readonly number[];
  readonly y: readonly (readonly (number | null)[])[];
}

/** What of it a reader has chosen. */
export interface CurveChoice {
  readonly view: string;
  readonly measure: string;
  /** For each of the series. */
  readonly shown: readonly boolean[];
  readonly cursor: number | null;
  readonly lit: string | null;
  readonly width: number;
}

/** The chart that a choice asks for. Runs in the page too: it uses its arguments only. */
export function chosenChart(data: CurveData, choice: CurveChoice): LineChart {
  const { x, y } = data.curves[choice.view]![choice.measure]!;
  const measure = data.measures.find(({ id }) => id === choice.measure)!;
  const view = data.views.find(({ id }) => id === choice.view)!;
  return {
    title: `${measure.words} on ${data.web}, ${view.words.toLowerCase()}: ${measure.y} by ${measure.x}`,
    width: choice.width,
    height: Math.round(Math.max(260, Math.min(460, choice.width * 0.56))),
    x,
    lines: data.series
      .map(({ name, className }, index) => ({ name, className, y: y[index]! }))
      .filter((_, index) => choice.shown[index]),
    axes: { x: measure.x, y: measure.y },
    named: choice.width >= 620,
    cursor: choice.cursor,
    lit: choice.lit,
  };
}

/** What the reading of a chart says of its place, such as `after page 120`. Runs in the page too. */
export function readingWords(data: CurveData, choice: CurveChoice): string {
  const { x } = data.curves[choice.view]![choice.measure]!;
  const { reading } = data.measures.find(({ id }) => id === choice.measure)!;
  return `${reading} ${x[choice.cursor ?? x.length - 1] ?? ''}`;
}
