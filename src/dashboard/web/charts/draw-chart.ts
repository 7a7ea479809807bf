import uPlot from 'uplot';
import type { ChartLine, ChartMark, ChartProps } from './chart-data.js';
import { styleColours } from './style-colours.js';

/** A line of fewer points has dots, so that one point alone is seen. */
const fewPoints = 20;

/** All charts of a page share one cursor. */
const shared = uPlot.sync('charts');

export const markColours = { label: 'c3', edit: 'c5', fault: 'c1', resume: 'c2', control: 'c4' } as const;

/** Draws a chart into an element; `place` hears where the cursor is, null where it is nowhere. */
export function drawChart(
  box: HTMLElement,
  { x, axis, lines, marks = [], format, tick = format, top, height = 180 }: ChartProps,
  place: (index: number | null) => void,
): uPlot {
  const colour = styleColours(box, ['soft', 'rule', 'grey', 'c0', 'c1', 'c2', 'c3', 'c4', 'c5']);
  const text = { stroke: colour('soft'), font: '12px system-ui, sans-serif' };
  const grid = { stroke: colour('rule'), width: 1 };
  const bands = lines.flatMap(({ band, colour: name }, index) =>
    band ? [{ series: [index, index + 1] as [number, number], fill: faint(colour(name)) }] : [],
  );
  const options: uPlot.Options = {
    width: Math.max(200, box.clientWidth),
    height,
    ms: 1,
    padding: [10, 22, 0, 0],
    legend: { show: false },
    cursor: { sync: { key: shared.key, scales: ['x', null] }, drag: { x: false, y: false }, points: { size: 6 } },
    scales: {
      x: { time: axis === 'time' },
      y: { range: (_, __, highest) => [0, top ?? (highest > 0 ? highest * 1.05 : 1)] },
    },
    axes: [
      {
        ...text,
        grid: { show: false },
        ticks: grid,
        size: 30,
        space: 76,
        values: (_, ticks, __, ___, step) => ticks.map(axis === 'pages' ? compact : (at) => timeTick(at, step)),
      },
      { ...text, grid, ticks: { show: false }, size: 52, values: (_, ticks) => ticks.map(tick) },
    ],
    series: [{}, ...lines.map((line) => seriesOf(line, colour(line.colour), x.length <= fewPoints))],
    bands,
    hooks: {
      draw: [(chart) => drawMarks(chart, marks, colour)],
      setCursor: [({ cursor }) => place(cursor.idx ?? null)],
    },
  };
  return new uPlot(options, [x as number[], ...lines.map(({ values }) => values as (number | null)[])], box);
}

function seriesOf({ name, dashed, filled, band }: ChartLine, colour: string, hasDots: boolean): uPlot.Series {
  return {
    label: name,
    stroke: colour,
    width: band ? 1 : 2,
    spanGaps: false,
    points: { show: hasDots, size: 5 },
    ...((dashed || band) && { dash: band ? [2, 4] : [7, 3] }),
    ...(filled && { fill: faint(colour) }),
  };
}

/** A line for each event, with a flag at its top. */
function drawMarks(chart: uPlot, marks: readonly ChartMark[], colour: (name: string) => string): void {
  const { ctx, bbox } = chart;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.setLineDash([]);
  for (const { x, kind } of marks) {
    const at = Math.round(chart.valToPos(x, 'x', true));
    if (at < bbox.left || at > bbox.left + bbox.width) continue;
    ctx.strokeStyle = ctx.fillStyle = colour(markColours[kind]);
    ctx.lineWidth = ratio;
    ctx.globalAlpha = 0.7;
    ctx.beginPath();
    ctx.moveTo(at, bbox.top);
    ctx.lineTo(at, bbox.top + bbox.height);
    ctx.stroke();
    ctx.globalAlpha = 1;
    ctx.beginPath();
    ctx.moveTo(at, bbox.top - 7 * ratio);
    ctx.lineTo(at + 6 * ratio, bbox.top - 3 * ratio);
    ctx.lineTo(at, bbox.top + ratio);
    ctx.fill();
  }
  ctx.restore();
}

function faint(colour: string): string {
  return colour.replace(/^rgb\(([^)]*)\)$/, 'rgba($1, 0.14)');
}

/** A moment at the axis, as exact as the steps are wide. */
function timeTick(at: number, step: number): string {
  const date = new Date(at);
  if (step >= 86_400_000) return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
  return date.toLocaleTimeString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    ...(step < 60_000 && { second: '2-digit' }),
  });
}

function compact(value: number): string {
  return Intl.NumberFormat('en-US', { notation: 'compact' }).format(value);
}
