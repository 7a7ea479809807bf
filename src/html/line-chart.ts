import { escapeText } from './escape-text.js';

/*
 * Every function here draws in two places: in the lab, for a page that needs no script, and in the page itself, where
 * a reader changes what is shown. So they use each other and their arguments only, never a constant of the module.
 */

export interface ChartLine {
  readonly name: string;
  readonly className: string;
  /** A value for each x, null where there is none. */
  readonly y: readonly (number | null)[];
}

export interface LineChart {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly x: readonly number[];
  readonly lines: readonly ChartLine[];
  /** Titles of the axes; a small chart has none. */
  readonly axes: { readonly x: string; readonly y: string } | null;
  /** Names at the ends of the lines, where there is room. */
  readonly named: boolean;
  /** Value of the highest line, where several charts share a scale. */
  readonly top?: number;
  /** Place in `x` that is read. */
  readonly cursor?: number | null;
  /** Name of the line that stands out; the others step back. */
  readonly lit?: string | null;
}

/** Where the lines are drawn, and what the far ends of the axes mean. */
export interface ChartFrame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly steps: readonly number[];
  readonly highest: number;
  readonly furthest: number;
}

export function lineChart(chart: LineChart): string {
  const frame = chartFrame(chart);
  const lines = chart.lines.map(
    (line) =>
      `<path class="line ${line.className}${chart.lit != null && chart.lit !== line.name ? ' faded' : ''}${chart.lit === line.name ? ' lit' : ''}" d="${linePath(chart.x, line.y, frame)}"><title>${escapeText(line.name)}</title></path>`,
  );
  return `<svg viewBox="0 0 ${chart.width} ${chart.height}" role="img" aria-label="${escapeText(chart.title)}">${chartAxes(chart, frame)}${lines.join('')}${chart.named ? endNames(chart, frame) : ''}${cursorMarks(chart, frame)}</svg>`;
}

export function chartFrame({ width, height, x, lines, axes, named, top }: LineChart): ChartFrame {
  const highest = top ?? lines.reduce((most, { y }) => y.reduce<number>((m, v) => Math.max(m, v ?? 0), most), 0);
  const steps = axisSteps(highest, axes === null ? 2 : 5);
  return {
    left: axes === null ? 34 : 54,
    right: width - (named ? 152 : 12),
    top: 8,
    bottom: height - (axes === null ? 20 : 44),
    steps,
    highest: steps[steps.length - 1] || 1,
    furthest: x[x.length - 1] || 1,
  };
}

/** Round values from 0 up to the first that is not below `top`. */
export function axisSteps(top: number, most: number): number[] {
  const rough = (top > 0 ? top : 1) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough * 0.999) || rough;
  const steps = [0];
  while (steps[steps.length - 1]! < top * 0.999 || steps.length < 2)
    steps.push(Number((steps.length * step).toPrecision(6)));
  return steps;
}

export function placeOf(x: number, y: number, frame: ChartFrame): [x: number, y: number] {
  const across = frame.left + ((frame.right - frame.left) * x) / frame.furthest;
  const down = frame.bottom - ((frame.bottom - frame.top) * y) / frame.highest;
  return [Math.round(10 * across) / 10, Math.round(10 * down) / 10];
}

export function linePath(x: readonly number[], y: readonly (number | null)[], frame: ChartFrame): string {
  let path = '';
  let drawing = false;
  for (let index = 0; index < x.length; index++) {
    const value = y[index] ?? null;
    if (value !== null) path += `${drawing ? 'L' : 'M'}${placeOf(x[index]!, value, frame).join(' ')}`;
    drawing = value !== null;
  }
  return path;
}

export function chartAxes({ axes, height }: LineChart, frame: ChartFrame): string {
  const { left, right, top, bottom, steps, furthest } = frame;
  const rows = steps.map((step) => {
    const y = placeOf(0, step, frame)[1];
    return `<path class="grid" d="M${left} ${y}H${right}"/><text class="tick" x="${left - 6}" y="${y + 4}" text-anchor="end">${step}</text>`;
  });
  const columns = axisSteps(furthest, axes === null ? 2 : Math.max(2, Math.floor((right - left) / 60)))
    .filter((step) => step <= furthest * 1.001)
    .map((step) => {
      const x = placeOf(step, 0, frame)[0];
      return `<path class="grid" d="M${x} ${bottom}v4"/><text class="tick" x="${x}" y="${bottom + 16}" text-anchor="middle">${step}</text>`;
    });
  const middle = Math.round((top + bottom) / 2);
  const titles =
    axes === null
      ? ''
      : `<text class="axis" x="${Math.round((left + right) / 2)}" y="${height - 8}" text-anchor="middle">${escapeText(axes.x)}</text><text class="axis" transform="translate(13 ${middle}) rotate(-90)" text-anchor="middle">${escapeText(axes.y)}</text>`;
  return rows.join('') + columns.join('') + titles;
}

/** Names beside the ends of their lines, moved apart so that none covers another. */
export function endNames({ x, lines, lit }: LineChart, frame: ChartFrame): string {
  const gap = 14;
  const ends = lines
    .map(({ name, className, y }) => {
      const last = y.findLastIndex((value) => value !== null);
      return { name, className, last, at: last < 0 ? [0, 0] : placeOf(x[last]!, y[last]!, frame), y: 0 };
    })
    .filter(({ last }) => last >= 0)
    .sort((a, b) => a.at[1]! - b.at[1]!);
  let lowest = frame.top - gap + 4;
  for (const end of ends) {
    lowest = Math.max(end.at[1]!, lowest + gap);
    end.y = lowest;
  }
  let highest = frame.bottom + 4 + gap;
  for (const end of ends.reverse()) {
    highest = Math.min(end.y, highest - gap);
    end.y = highest;
  }
  return ends
    .map(({ name, className, at, y }) => {
      const faded = lit != null && lit !== name ? ' faded' : '';
      const short = name.length > 18 ? `${name.slice(0, 17)}…` : name;
      return `<path class="leader ${className}${faded}" d="M${at[0]} ${at[1]}L${frame.right + 12} ${y}h6"/><text class="end${faded}" x="${frame.right + 21}" y="${y + 4}">${escapeText(short)}</text>`;
    })
    .join('');
}

export function cursorMarks({ x, lines, cursor }: LineChart, frame: ChartFrame): string {
  if (cursor == null || x[cursor] === undefined) return '';
  const across = placeOf(x[cursor], 0, frame)[0];
  const marks = lines.map(({ className, y }) => {
    const value = y[cursor] ?? null;
    return value === null
      ? ''
      : `<circle class="mark ${className}" cx="${across}" cy="${placeOf(0, value, frame)[1]}" r="3"/>`;
  });
  return `<path class="cursor" d="M${across} ${frame.top}V${frame.bottom}"/>${marks.join('')}`;
}
