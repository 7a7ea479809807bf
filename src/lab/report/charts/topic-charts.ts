import { counted } from '../../../counted.js';
import { Html, html } from '../../../html/html.js';
import { lineChart } from '../../../html/line-chart.js';
import { swatch } from '../../../html/swatch.js';
import { grouped } from '../../grouped.js';
import type { LabReport } from '../../results.js';
import { type Competitor, shownFirst } from '../report-view.js';
import { competitorLabel } from '../words/contender-label.js';
import { meanRecall, pagePoints } from './mean-curves.js';

const mostPoints = 60;

/** Recall on each topic from each kind of seeds, small, side by side. */
export function topicCharts(report: LabReport, classes: ReadonlyMap<string, string>): Html {
  const shown = shownFirst(report);
  return html`<ul class="keys">${shown.map((one) => html`<li>${swatch(classes.get(one.name)!)}<span>${competitorLabel(report, one)}</span></li>`)}</ul>
<div class="multiples">${report.topics.map((topic) => chartsOf(report, topic, shown, classes))}
</div>`;
}

function chartsOf(
  report: LabReport,
  topic: LabReport['topics'][number],
  shown: readonly Competitor[],
  classes: ReadonlyMap<string, string>,
): Html[] {
  const runs = grouped(
    report.runs.filter((run) => run.topic === topic.id),
    (run) => JSON.stringify([run.seeds, run.strategy]),
  );
  const x = pagePoints(report.budget, mostPoints);
  const charts = report.seeds.map((seeds) => ({
    seeds,
    lines: shown.flatMap(({ name }) => {
      const own = runs.get(JSON.stringify([seeds, name]));
      return own === undefined ? [] : [{ name, className: classes.get(name)!, y: meanRecall(own, x) }];
    }),
  }));
  const top = Math.max(0, ...charts.flatMap(({ lines }) => lines.flatMap(({ y }) => y.map((value) => value ?? 0))));
  return charts.map(({ seeds, lines }) => {
    const title = `Recall by pages fetched: ${topic.id}, ${seeds} seeds`;
    const chart = lineChart({ title, width: 270, height: 170, x, lines, axes: null, named: false, top });
    return html`
<figure><figcaption>${topic.id}, ${seeds} <small>${counted(topic.relevant, 'relevant page')}</small></figcaption>${lines.length === 0 ? html`<p class="note">No crawl.</p>` : new Html(chart)}</figure>`;
  });
}
