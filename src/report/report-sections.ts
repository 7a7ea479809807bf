import { count, counted } from '../counted.js';
import { dataTable, numberCell, rowHeading, sortHeading, wordsCell, wordsHeading } from '../html/data-table.js';
import { Html, html } from '../html/html.js';
import { lineChart } from '../html/line-chart.js';
import { swatch } from '../html/swatch.js';
import { percent } from '../words/figures.js';
import { forecastInWords } from '../words/forecast-words.js';
import { chosenPages, isRelevant, pageItem } from './page-item.js';
import type { ReasonCount, ReportData } from './report-data.js';
import { share, yieldCharts } from './yield-charts.js';

/** Pages that are there without a script. */
const drawnFirst = 50;

export function pagesSection({ list, listable, hidden }: ReportData): Html {
  const which = list.pages.some(isRelevant) ? 'relevant' : 'all';
  const drawn = chosenPages(list, { words: [], which, order: 'relevance' }).slice(0, drawnFirst);
  const left = listable - hidden - list.pages.length;
  return html`<section id="ranked"><h2>Pages</h2>
<div class="find" role="search">
<label>Filter <input id="filter" type="search" placeholder="words of title, text or URL" autocomplete="off" aria-keyshortcuts="/"></label>
<label>Show <select id="which" autocomplete="off">${choices({ relevant: 'relevant', all: 'all', labelled: 'labelled' }, which)}</select></label>
<label>Order <select id="order" autocomplete="off">${choices({ relevance: 'relevance', date: 'newest', host: 'host', title: 'title', visit: 'visit' }, 'relevance')}</select></label>
<output id="shown" aria-live="polite"></output>
</div>
<ol id="pages">${new Html(drawn.map((place) => pageItem(list, place)).join(''))}</ol>
${list.pages.length === 0 && html`<p>No page was kept.</p>`}
<button type="button" id="more" class="live-only" hidden>Show more</button>
${left > 0 && html`<p class="note">The list holds the best ${counted(list.pages.length, 'page')}; ${count(left)} more are in the crawl (<code>osprey export</code>).</p>`}
${hidden > 0 && html`<p class="note">Left out (noindex): ${counted(hidden, 'page')}; <code>--export-noindex</code> includes them.</p>`}
</section>
`;
}

function choices(words: Readonly<Record<string, string>>, chosen: string): Html[] {
  return Object.entries(words).map(
    ([value, word]) => html`<option value="${value}"${value === chosen && html` selected`}>${word}</option>`,
  );
}

export function harvestSection(data: ReportData): Html {
  const { curve, forecast } = data;
  const charts = yieldCharts(data);
  const table = dataTable({
    label: 'Harvest by pages fetched',
    headings: ['Pages', 'Relevant', 'Harvest', 'Since the row above'].map(
      (words) => html`<th scope="col">${words}</th>`,
    ),
    rows: curve.map(({ pages, relevant }, index) => [
      rowHeading(String(pages), count(pages)),
      numberCell(relevant, count(relevant)),
      numberCell(relevant / pages, percent(relevant / pages)),
      numberCell(share(curve, index), percent(share(curve, index))),
    ]),
  });
  const coming = forecast === undefined ? 'There is no forecast.' : `Forecast: ${forecastInWords(forecast)}.`;
  return html`<section id="harvest"><h2>Harvest</h2>
<p>${coming}</p>
${charts.map(
  (chart) => html`<figure><figcaption>${chart.title}</figcaption>
<div class="chart">${new Html(lineChart(chart))}</div>
<ul class="keys">${chart.lines.map(({ name, className }) => html`<li>${swatch(className)}${name}</li>`)}</ul></figure>
`,
)}${curve.length > 0 && html`<details><summary>The figures as a table</summary>${table}</details>`}
</section>
`;
}

export function hostsSection({ hosts, hostsVisited }: ReportData): Html {
  const table = dataTable({
    label: 'Hosts',
    className: 'sortable',
    headings: [
      sortHeading('Host', 'ascending'),
      ...['Pages', 'Relevant', 'Harvest', 'Queued'].map((words) => sortHeading(words, 'descending')),
    ],
    rows: hosts.map(({ host, pages, relevant, queued }) => [
      rowHeading(host, html`<bdi class="url">${host}</bdi>`),
      numberCell(pages, count(pages)),
      numberCell(relevant, count(relevant)),
      numberCell(relevant / pages, percent(relevant / pages)),
      numberCell(queued, count(queued)),
    ]),
  });
  const rest = hostsVisited > hosts.length && html`<p>The ${count(hosts.length)} hosts with the most pages.</p>`;
  return html`<section id="hosts"><h2>Hosts</h2>
${rest}${hosts.length === 0 ? html`<p>No host was visited.</p>` : table}
</section>
`;
}

export function wordsSection({ learnt, strategy }: ReportData): Html {
  return html`<section id="words"><h2>Learnt words</h2>
<p>The words that count most for the crawl by now, those of the topic among them, with their weights.</p>
${
  learnt.length === 0
    ? html`<p>None: ${strategy} has no table of words.</p>`
    : learnt.map(
        ({ agent, words }) => html`${learnt.length > 1 && html`<h3>Agent ${agent}</h3>`}
<ul class="chosen">${words.map(({ word, weight }) => html`<li><bdi>${word}</bdi> <small>${weight.toPrecision(2)}</small></li>`)}</ul>`,
      )
}
</section>
`;
}

export function skippedSection({ setAside, skipped, rejected, rights }: ReportData): Html {
  return html`<section id="skipped"><h2>Skipped</h2>
${reasonTable('Pages that are set aside', setAside)}
${reasonTable('Visited, but no page', skipped)}
${reasonTable('Not queued', rejected)}
${setAside.length + skipped.length + rejected.length === 0 && html`<p>Nothing was skipped.</p>`}
${reasonTable('What pages say of their use', rights)}
</section>
`;
}

function reasonTable(caption: string, reasons: readonly ReasonCount[]): Html | false {
  if (reasons.length === 0) return false;
  return dataTable({
    label: caption,
    caption,
    headings: [html`<th scope="col">Reason</th>`, html`<th scope="col">URLs</th>`, wordsHeading('Meaning')],
    rows: reasons.map(({ code, meaning, count: times }) => [
      rowHeading(code),
      numberCell(times, count(times)),
      wordsCell(meaning),
    ]),
  });
}

export function settingsSection({ settings }: ReportData): Html {
  return html`<section id="settings"><h2>Settings</h2>
<pre><code>${settings}</code></pre>
</section>
`;
}
