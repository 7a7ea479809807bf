import { escapeText } from '../../../html/escape-text.js';
import { axisSteps, lineChart } from '../../../html/line-chart.js';
import type { ExperimentReport, ExperimentRow } from './papers-report.js';

const width = 640;
/** Where names end and figures begin. */
const left = 170;
const right = width - 16;
const rowHeight = 26;

/** The curves of an experiment, or its first measure with intervals; undefined where there is nothing to draw. */
export function experimentPlot(report: ExperimentReport): string | undefined {
  const curves = report.rows.filter(({ curve }) => curve.length > 0);
  if (report.curve !== undefined && curves.length > 0) return curvePlot(report, report.curve, curves);
  const rows = report.rows.filter(({ figures }) => figures[0]);
  return rows.length === 0 ? undefined : intervalPlot(report, rows);
}

function curvePlot(
  { rows, id }: ExperimentReport,
  axes: { readonly x: string; readonly y: string },
  curves: readonly ExperimentRow[],
): string {
  return lineChart({
    title: `${id}: ${axes.y} by ${axes.x}`,
    width,
    height: 300,
    x: curves[0]!.curve.map(({ x }) => x),
    lines: curves.map((row) => ({
      name: row.name,
      className: classOf(rows.indexOf(row)),
      y: row.curve.map(({ y }) => y),
    })),
    axes,
    named: true,
  });
}

function intervalPlot({ id, measures, rows: all }: ExperimentReport, rows: readonly ExperimentRow[]): string {
  const [measure] = measures;
  const steps = axisSteps(Math.max(...rows.map(({ figures }) => figures[0]!.high)), 5);
  const bottom = rows.length * rowHeight + 8;
  const across = (value: number) => round(left + ((right - left) * Math.max(0, value)) / steps.at(-1)!);
  const grid = steps.map(
    (step) =>
      `<path class="grid" d="M${across(step)} 4V${bottom}"/><text class="tick" x="${across(step)}" y="${bottom + 16}" text-anchor="middle">${step}</text>`,
  );
  const marks = rows.map((row, index) => {
    const { mean, low, high } = row.figures[0]!;
    const y = 17 + index * rowHeight;
    return `<g class="${classOf(all.indexOf(row))}"><text x="${left - 10}" y="${y + 4}" text-anchor="end">${escapeText(row.name)}</text><path class="whisker" d="M${across(low)} ${y}H${across(high)}"/><circle class="dot" cx="${across(mean)}" cy="${y}" r="4.5"/></g>`;
  });
  const title = `<text class="axis" x="${(left + right) / 2}" y="${bottom + 34}" text-anchor="middle">${escapeText(measure!.name)}</text>`;
  return `<svg viewBox="0 0 ${width} ${bottom + 42}" role="img" aria-label="${escapeText(`${id}: ${measure!.name}`)}">${grid.join('')}${marks.join('')}${title}</svg>`;
}

function classOf(place: number): string {
  return `c${place % colours.length} d${Math.floor(place / colours.length)}`;
}

function round(value: number): number {
  return Math.round(10 * value) / 10;
}

/** Those of Okabe and Ito, as in the lab's reports. */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00'];

/** Colours are written out: not everything that shows SVG files knows CSS variables. */
const style = [
  'svg{background:#fff}text{fill:#1b1f24;font:12px system-ui,sans-serif}.tick,.axis{fill:#59626d}',
  '.grid{stroke:#d8dde3;fill:none}.line,.leader{fill:none;stroke-linejoin:round}.line,.whisker{stroke-width:2}.line.d1{stroke-dasharray:7 3}',
  ...colours.map(
    (colour, at) => `.line.c${at},.leader.c${at},.c${at} .whisker{stroke:${colour}}.c${at} .dot{fill:${colour}}`,
  ),
].join('');

/** A plot as a file of its own. */
export function plotFile(plot: string): string {
  return `${plot.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ').replace('>', `><style>${style}</style>`)}\n`;
}
