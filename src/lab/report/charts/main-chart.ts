import { Html, html } from '../../../html/html.js';
import { lineChart } from '../../../html/line-chart.js';
import { swatch } from '../../../html/swatch.js';
import type { LabReport } from '../../results.js';
import { shownFirst } from '../report-view.js';
import { competitorLabel } from '../words/contender-label.js';
import { type CurveChoice, type CurveData, chosenChart, readingWords } from './curve-choice.js';

/** The chart as it is without a script, and before a reader chooses; the script of the page takes over from here. */
export function mainChart(report: LabReport, data: CurveData): Html {
  const first = new Set(shownFirst(report).map(({ name }) => name));
  const choice: CurveChoice = {
    view: data.views[0]!.id,
    measure: data.measures[0]!.id,
    shown: data.series.map(({ name }) => first.has(name)),
    cursor: null,
    lit: null,
    width: 960,
  };
  return html`<div id="choices">
${switches('seeds', 'Seeds', data.views)}
${switches('measure', 'Measure', data.measures)}
</div>
<figure>
<div id="curves">${new Html(lineChart(chosenChart(data, choice)))}</div>
<p class="reading"><label for="reading">Values</label><input type="range" id="reading" min="0" value="0" step="1" autocomplete="off"><output id="reading-words" for="reading">${readingWords(data, choice)}</output></p>
<ul id="legend" aria-label="Lines of the chart">
${report.contenders.map((one, index) => legendEntry(report, data, choice, index, competitorLabel(report, one)))}</ul>
<p class="all-or-first"><button type="button" data-show="first">Show the leaders</button><button type="button" data-show="all">Show all</button></p>
</figure>`;
}

function switches(
  name: string,
  title: string,
  options: readonly { readonly id: string; readonly words: string }[],
): Html {
  return html`<fieldset><legend>${title}</legend>${options.map(
    ({ id, words }, index) =>
      html`<label><input type="radio" name="${name}" value="${id}"${index === 0 && html` checked`} autocomplete="off">${words}</label>`,
  )}</fieldset>`;
}

function legendEntry(report: LabReport, data: CurveData, choice: CurveChoice, index: number, label: Html): Html {
  const last = data.curves[choice.view]![choice.measure]!.y[index]!.at(-1) ?? null;
  const shown = choice.shown[index] ? 'true' : 'false';
  return html`<li><button type="button" aria-pressed="${shown}" data-first="${shown}" title="${report.contenders[index]!.summary}">${swatch(data.series[index]!.className)}<span class="name">${label}</span><output>${last?.toFixed(3) ?? '–'}</output></button></li>
`;
}
