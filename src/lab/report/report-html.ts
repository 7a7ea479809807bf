import { counted } from '../../counted.js';
import { dataElement } from '../../html/data-element.js';
import { type Html, html } from '../../html/html.js';
import { htmlPage } from '../../html/html-page.js';
import type { LabReport } from '../results.js';
import { curveData } from './charts/curve-data.js';
import { labStyle } from './lab-style.js';
import { pageScript } from './page-script.js';
import { referenceSections, resultSections } from './report-sections.js';
import { seedViews } from './report-view.js';
import { plainWords } from './words/plain-words.js';

/**
 * The whole report as one file that asks for nothing else: it can be read offline, on a phone, without a script and on
 * paper. The same report gives the same bytes.
 */
export function reportHtml(report: LabReport): string {
  const title = `${report.web.name}: which crawler finds more, sooner?`;
  const data = seedViews(report).length === 0 ? undefined : curveData(report);
  const body = html`<header>
<h1>${title}</h1>
${summary(report)}
${facts(report)}
</header>
<main>
${data !== undefined && resultSections(report, data)}${referenceSections(report)}</main>
<footer><p>Made by Osprey ${report.made.version}, ${dateWords(report.made.date)}.</p></footer>
${data !== undefined && dataElement('curve-data', data)}`;
  return htmlPage({
    title,
    version: report.made.version,
    style: labStyle,
    styledElements: true,
    body,
    ...(data !== undefined && { script: pageScript() }),
  });
}

function summary(report: LabReport): Html {
  // A number and its per cent sign stay on one line.
  const [first, ...others] = plainWords(report).map((sentence) => sentence.replace(/(\d) %/g, '$1\u00a0%'));
  return html`<div class="summary"><p class="first">${first}</p>
<ul>
${others.map((sentence) => html`<li>${sentence}</li>\n`)}</ul></div>`;
}

function facts({ made, web, topics, seeds, draws, budget, randomSeed }: LabReport): Html {
  const tasks = `${counted(topics.length, 'topic')}, ${seeds.join(' and ')} seeds, ${counted(draws, 'draw')} each, ${counted(budget, 'page')} a crawl, random seed ${randomSeed}`;
  const commit = made.commit !== undefined && html`, commit <code>${made.commit}</code>`;
  const effort = `in ${counted(Math.round(made.seconds), 'second')} with ${counted(made.workers, 'worker')}`;
  return html`<dl class="facts">
<dt>Web</dt><dd>${web.name}: ${counted(web.pages, 'page')}, ${counted(web.links, 'link')}, ${counted(web.hosts, 'host')}</dd>
<dt>Tasks</dt><dd>${tasks}</dd>
<dt>Made</dt><dd>${dateWords(made.date)}, Osprey ${made.version}${commit}, ${effort}</dd>
<dt>Command</dt><dd><code>${made.command}</code></dd>
</dl>`;
}

/** 2026-01-02 03:04 UTC. */
function dateWords(date: string): string {
  return date.replace(/^(\S{10})T(\d\d:\d\d).*Z$/, '$1 $2 UTC');
}
