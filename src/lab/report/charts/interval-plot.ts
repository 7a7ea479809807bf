import { type Html, html } from '../../../html/html.js';
import type { Interval, LabReport, MeasureName } from '../../results.js';
import { type Competitor, hasSpread, type SeedView, standingOf } from '../report-view.js';
import { competitorLabel } from '../words/contender-label.js';
import { measureWords } from '../words/measure-words.js';

/**
 * Means as dots with their 95 % intervals, a row each. Places are in per cent of the width, so that names stay as large
 * as the text around them on any screen. `limits` are drawn through all rows.
 */
export function intervalPlot(
  report: LabReport,
  view: SeedView,
  measure: MeasureName,
  competitors: readonly Competitor[],
  classes: ReadonlyMap<string, string>,
  limits: readonly Competitor[],
): Html {
  const rows = competitors.flatMap((one) => {
    const interval = standingOf(report, one.name, view)?.measures[measure];
    return interval === undefined ? [] : [{ one, interval }];
  });
  const top = Math.max(...rows.map(({ interval }) => Math.max(interval.high, interval.mean)), Number.MIN_VALUE);
  const marks = limits.flatMap(({ name }) => standingOf(report, name, view)?.measures[measure]?.mean ?? []);
  return html`<div class="intervals">${rows.map(
    ({ one, interval }) => html`
<div class="row"><span>${competitorLabel(report, one, view)}</span>${track(interval, top, marks, classes.get(one.name) ?? '')}<span class="value">${interval.mean.toFixed(measureWords[measure].digits)}</span></div>`,
  )}
</div>`;
}

function track(interval: Interval, top: number, marks: readonly number[], className: string): Html {
  const { mean, low, high } = interval;
  const at = (value: number) => `${(1 + (98 * Math.max(0, value)) / top).toFixed(2)}%`;
  const whisker =
    hasSpread(interval) && html`<line class="whisker" x1="${at(low)}" x2="${at(high)}" y1="50%" y2="50%"/>`;
  return html`<svg class="track ${className}" width="100%" height="26" aria-hidden="true">${marks.map(
    (mark) => html`<line class="limit" x1="${at(mark)}" x2="${at(mark)}" y1="0" y2="100%"/>`,
  )}${whisker}<circle class="dot" cx="${at(mean)}" cy="50%" r="4.5"/></svg>`;
}
