import { escapeText } from '../../../html/escape-text.js';
import { Html, html } from '../../../html/html.js';
import { type ChartFrame, chartAxes, chartFrame, type LineChart, linePath, placeOf } from '../../../html/line-chart.js';
import { swatch } from '../../../html/swatch.js';
import { grouped } from '../../grouped.js';
import type { CalibrationBin, JudgementStanding, LabReport } from '../../results.js';
import { judgementsIn, leaders, mainView } from '../report-view.js';
import { competitorLabel } from '../words/contender-label.js';

const perfect = { name: 'perfectly calibrated', className: 'floor d2' };
const judgementClasses: Readonly<Record<JudgementStanding['when'], { words: string; className: string }>> = {
  visit: { words: 'at the visit', className: 'c0' },
  end: { words: 'at the end', className: 'c1 d1' },
};
/** Of dots, which are the larger the more pages they stand for. */
const smallestDot = 1.5;
const largestDot = 5;

/** Share of relevant pages by judgement, for the leaders: on the diagonal, a judgement is a chance. */
export function reliabilityPlots(report: LabReport): Html | false {
  const contenders = grouped(judgementsIn(report, mainView(report)), ({ one }) => one.name);
  if (contenders.size === 0) return false;
  const shown = [...contenders.values()].slice(0, leaders);
  const kinds = (['visit', 'end'] as const).filter((when) =>
    shown.some((standings) => standings.some(({ judged }) => judged.when === when)),
  );
  return html`<ul class="keys">${kinds.map((when) => key(judgementClasses[when].className, `judged ${judgementClasses[when].words}`))}${key(perfect.className, perfect.name)}</ul>
<div class="multiples">${shown.map((standings) => figure(report, standings))}
</div>
`;
}

function figure(report: LabReport, standings: ReturnType<typeof judgementsIn>): Html {
  const { one } = standings[0]!;
  const drawing = plot(
    one.name,
    standings.map(({ judged }) => judged),
  );
  return html`
<figure><figcaption>${competitorLabel(report, one)} <small>error ${standings.at(-1)!.judged.calibration.error.toFixed(2)}</small></figcaption>${new Html(drawing)}</figure>`;
}

function key(className: string, words: string): Html {
  return html`<li>${swatch(className)}${words}</li>`;
}

function plot(name: string, standings: readonly JudgementStanding[]): string {
  const chart: LineChart = {
    title: `Share of relevant pages by the judgement of ${name}`,
    width: 270,
    height: 170,
    x: [0, 1],
    lines: [],
    axes: null,
    named: false,
    top: 1,
  };
  const frame = chartFrame(chart);
  const series = standings.map(({ when, calibration }) =>
    marks(calibration.bins, judgementClasses[when].className, frame),
  );
  return `<svg viewBox="0 0 ${chart.width} ${chart.height}" role="img" aria-label="${escapeText(chart.title)}">${chartAxes(chart, frame)}<path class="line ${perfect.className}" d="${linePath(chart.x, [0, 1], frame)}"/>${series.join('')}</svg>`;
}

/** A line through the bins, and for each a dot with its interval. */
function marks(bins: readonly CalibrationBin[], className: string, frame: ChartFrame): string {
  const filled = bins.filter(({ pages }) => pages > 0);
  const most = Math.max(...filled.map(({ pages }) => pages));
  const line = linePath(
    filled.map(({ judged }) => judged!),
    filled.map(({ relevant }) => relevant!.mean),
    frame,
  );
  const dots = filled.map(({ pages, judged, relevant }) => {
    const [x, y] = placeOf(judged!, relevant!.mean, frame);
    const [, low] = placeOf(judged!, relevant!.low, frame);
    const [, high] = placeOf(judged!, relevant!.high, frame);
    const radius = (smallestDot + (largestDot - smallestDot) * Math.sqrt(pages / most)).toFixed(1);
    return `<path class="whisker" d="M${x} ${low}V${high}"/><circle class="dot" cx="${x}" cy="${y}" r="${radius}"/>`;
  });
  return `<g class="${className}"><path class="line ${className}" d="${line}"/>${dots.join('')}</g>`;
}
