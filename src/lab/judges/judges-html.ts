import { counted } from '../../counted.js';
import { type Html, html } from '../report/html.js';
import { htmlPage } from '../report/html-page.js';
import { pageStyle } from '../report/page-style.js';
import { dataTable, heading, wordsCell, wordsHeading } from '../report/tables/data-table.js';
import { type JudgesReport, topicHalves } from './judges-report.js';
import { judgesTable } from './judges-table.js';

const halfWords = { all: 'All topics', tuning: 'Topics of the tuning half', 'held out': 'Topics held out' } as const;

/** The report of `osprey lab judges` as one file that asks for nothing else. */
export function judgesHtml(report: JudgesReport): string {
  const title = `${report.web.name}: which judge ranks pages best?`;
  const body = html`<header>
<h1>${title}</h1>
${facts(report)}
</header>
<main>
${(['held out', 'tuning', 'all'] as const).map((half) => standings(report, half))}
${byTopic(report)}
<section><h2>How to read this</h2>
<p>Every page of the web is ranked for every topic by every judge; nothing is crawled. MAP is the mean average precision, ratio
that of ${report.baseline}. AUC is the chance that a relevant page is ranked above another. ECE says how far the relevance given
is off the share that is relevant: of all pages, and of the first ${report.first} of each topic. Brier is the mean squared error. Intervals
are 95 %, over topics.</p>
<p>Half of the topics, chosen by a hash of their labels, may be used to choose constants; the others are held out.</p>
<ul>${report.judges.map(({ name, summary }) => html`<li><strong>${name}</strong>: ${summary}</li>\n`)}</ul>
</section>
</main>
<footer><p>Made by Osprey ${report.made.version}, ${report.made.date}.</p></footer>
`;
  return htmlPage({ title, version: report.made.version, style: pageStyle, body });
}

function facts({ made, web, topics, examples }: JudgesReport): Html {
  const halves = topicHalves
    .map((half) => `${topics.filter((topic) => topic.half === half).length} ${half}`)
    .join(', ');
  return html`<dl class="facts">
<dt>Web</dt><dd>${web.name}: ${counted(web.pages, 'page')}, ${counted(web.links, 'link')}, ${counted(web.hosts, 'host')}</dd>
<dt>Topics</dt><dd>${counted(topics.length, 'topic')} (${halves}), ${counted(examples, 'example')} each</dd>
<dt>Made</dt><dd>${made.date}, Osprey ${made.version}${made.commit !== undefined && html`, commit <code>${made.commit}</code>`}, in ${counted(Math.round(made.seconds), 'second')}</dd>
<dt>Command</dt><dd><code>${made.command}</code></dd>
</dl>`;
}

function standings(report: JudgesReport, half: keyof typeof halfWords): Html | false {
  const { headings, rows } = judgesTable(report, half, true);
  if (rows.length === 0) return false;
  return html`<section class="together"><h2>${halfWords[half]}</h2>
${dataTable({
  label: halfWords[half],
  headings: [wordsHeading(headings[0]!), ...headings.slice(1).map((words) => heading(words))],
  rows: rows.map(([name, ...cells]) => [
    html`<th scope="row">${name!}</th>`,
    ...cells.map((cell) => html`<td>${cell}</td>`),
  ]),
})}
</section>
`;
}

function byTopic({ topics, judges, results }: JudgesReport): Html {
  const precisionOf = (judge: string, topic: string) =>
    results.find((result) => result.judge === judge && result.topic === topic)?.ranking.averagePrecision.toFixed(3) ??
    '–';
  return html`<section class="together"><h2>Average precision by topic</h2>
${dataTable({
  label: 'Average precision by topic',
  headings: [
    wordsHeading('Topic'),
    wordsHeading('Query'),
    heading('Pages'),
    ...judges.map(({ name }) => heading(name)),
  ],
  rows: topics.map(({ id, query, relevant, half }) => [
    html`<th scope="row">${id}${half === 'tuning' && ' (tuning)'}</th>`,
    wordsCell(query),
    html`<td>${relevant}</td>`,
    ...judges.map(({ name }) => html`<td>${precisionOf(name, id)}</td>`),
  ]),
})}
</section>
`;
}
