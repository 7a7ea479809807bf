import { count } from '../counted.js';
import { dataElement } from '../html/data-element.js';
import { type Html, html } from '../html/html.js';
import { htmlPage } from '../html/html-page.js';
import { bytes, moment, percent } from '../words/figures.js';
import type { ReportData } from './report-data.js';
import { reportScript } from './report-script.js';
import {
  harvestSection,
  hostsSection,
  pagesSection,
  settingsSection,
  skippedSection,
  wordsSection,
} from './report-sections.js';
import { reportStyle } from './report-style.js';
import { yieldCharts } from './yield-charts.js';

const sections = { ranked: 'Pages', harvest: 'Harvest', hosts: 'Hosts', words: 'Learnt words', skipped: 'Skipped' };

/** The report of a crawl as one file that asks for nothing else: for screens, phones and paper, with a script or without. */
export function reportHtml(data: ReportData): string {
  const body = html`<header>
<h1><bdi>${data.topic}</bdi></h1>
${figures(data)}
${facts(data)}
<nav aria-label="Sections">${Object.entries({ ...sections, settings: 'Settings' }).map(([id, words]) => html`<a href="#${id}">${words}</a>`)}</nav>
</header>
<main>
${pagesSection(data)}${harvestSection(data)}${hostsSection(data)}${wordsSection(data)}${skippedSection(data)}${settingsSection(data)}</main>
<footer><p>Made by Osprey ${data.version}, ${moment(data.madeAt)}. <code>osprey why</code> explains any URL of the crawl in full.</p></footer>
${dataElement('charts', yieldCharts(data))}${dataElement('page-list', data.list)}`;
  return htmlPage({
    title: `${data.topic}: report of a crawl`,
    version: data.version,
    style: reportStyle,
    body,
    script: reportScript(),
  });
}

function figures({ pages, relevant, hostsVisited, queued }: ReportData): Html {
  const told: Readonly<Record<string, string>> = {
    'relevant pages': count(relevant),
    'pages fetched': count(pages),
    harvest: percent(pages === 0 ? 0 : relevant / pages),
    'hosts visited': count(hostsVisited),
    'URLs still queued': count(queued),
  };
  return html`<ul class="figures">${Object.entries(told).map(([words, figure]) => html`<li><b>${figure}</b>${words}</li>`)}</ul>`;
}

function facts({ state, not, strategy, threshold, curve, bytes: size }: ReportData): Html {
  const fetched = curve.length === 0 ? 'nothing' : `${bytes(size)}, the last page ${moment(curve.at(-1)!.at)}`;
  return html`<dl class="facts">
<dt>State</dt><dd>${state}</dd>
${not.length > 0 && html`<dt>Not</dt><dd>${not.join(', ')}</dd>\n`}<dt>Strategy</dt><dd>${strategy}; pages are relevant from ${threshold}</dd>
<dt>Fetched</dt><dd>${fetched}</dd>
</dl>`;
}
