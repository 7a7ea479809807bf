import { counted } from '../../../counted.js';
import { Html, html } from '../../../html/html.js';
import { htmlPage } from '../../../html/html-page.js';
import { grouped } from '../../grouped.js';
import { labStyle } from '../../report/lab-style.js';
import { verdicts } from '../check.js';
import { paperTitles } from '../papers.js';
import { experimentPlot } from './experiment-plot.js';
import { claimWords, intervalWords, noReasonTested, reasonWords, verdictGuide, verdictMarks } from './figure-words.js';
import type { ExperimentReport, PapersReport } from './papers-report.js';

const ownStyle = `
a { color: var(--c0); }
article { margin: 1.6rem 0 2.4rem; break-inside: avoid; }
article h3 { font-size: 1.05rem; margin-bottom: .2rem; }
.verdict { display: inline-block; padding: .05rem .5rem; border-radius: 5px; border: 1px solid currentColor; font-size: .85rem; font-weight: 600; white-space: nowrap; }
.reproduced { color: var(--c2); } .partly { color: var(--c5); } .not-reproduced { color: var(--c1); } .not-run { color: var(--soft); }
article figure { max-width: 40rem; }
td.words { text-align: left; }
.claims { padding-left: 1.1rem; font-size: .9rem; max-width: 46rem; }
`;

/** The whole report as one file that asks for nothing else, for screens, phones and paper. */
export function papersHtml(report: PapersReport): string {
  const title = `The papers’ experiments on ${report.web.name}`;
  const body = html`<header>
<h1>${title}</h1>
${facts(report)}
${summary(report)}
</header>
<main>
${[...grouped(report.experiments, ({ paper }) => paper)].map(([paper, experiments]) => paperSection(paper, experiments))}
<section class="together"><h2>How to read this</h2>
${verdictGuide.map((words) => html`<p>${words}</p>`)}
</section>
</main>
<footer><p>Made by Osprey ${report.made.version}, ${report.made.date}.</p></footer>
`;
  return htmlPage({ title, version: report.made.version, style: labStyle + ownStyle, body });
}

function facts({ made, web, randomSeed }: PapersReport): Html {
  return html`<dl class="facts">
<dt>Web</dt><dd>${web.name}: ${counted(web.pages, 'page')}, ${counted(web.links, 'link')}, ${counted(web.hosts, 'host')}</dd>
<dt>Made</dt><dd>${made.date}, Osprey ${made.version}${made.commit !== undefined && html`, commit <code>${made.commit}</code>`}, in ${counted(Math.round(made.seconds), 'second')} with ${counted(made.workers, 'worker')}, random seed ${randomSeed}</dd>
<dt>Command</dt><dd><code>${made.command}</code></dd>
</dl>`;
}

function summary({ experiments }: PapersReport): Html {
  const counts = verdicts.map((verdict) => `${experiments.filter((one) => one.verdict === verdict).length} ${verdict}`);
  return html`<div class="summary"><p class="first">${counts.join(', ')}</p></div>
<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Experiment</th><th scope="col" class="words">Claim</th><th scope="col">Verdict</th></tr></thead>
<tbody>${experiments.map(
    ({ id, paper, place, claim, verdict }) => html`
<tr><th scope="row"><a href="#${id}">${paper}, ${place}</a></th><td class="words">${claim}</td><td>${badge(verdict)}</td></tr>`,
  )}
</tbody></table></div>`;
}

function badge(verdict: ExperimentReport['verdict']): Html {
  return html`<span class="verdict ${verdict.replace(' ', '-')}">${verdictMarks[verdict]} ${verdict}</span>`;
}

function paperSection(paper: string, experiments: readonly ExperimentReport[]): Html {
  return html`<section class="together"><h2>${paper}: ${paperTitles[paper]}</h2>
${experiments.map(article)}
</section>
`;
}

function article(report: ExperimentReport): Html {
  const plot = experimentPlot(report);
  return html`<article id="${report.id}">
<h3>${report.place} ${badge(report.verdict)}</h3>
<p>${report.claim}</p>
${report.rows.length > 0 && table(report)}
${plot !== undefined && html`<figure>${new Html(plot)}</figure>`}
<p>${report.why}</p>
${
  report.claims.length > 0 &&
  html`<ul class="claims">${report.claims.map((claim) => html`<li>${claimWords(claim)}</li>`)}</ul>`
}
${whyNot(report)}
${report.setting !== '' && html`<p class="note">Setting: ${report.setting}. ${report.standIn ?? ''}</p>`}
</article>
`;
}

function whyNot({ verdict, reasons }: ExperimentReport): Html | false {
  if (verdict === 'reproduced' || verdict === 'not run') return false;
  if (reasons.length === 0) return html`<p>${noReasonTested}</p>`;
  return html`<p>Why:</p><ul class="claims">${reasons.map((reason) => html`<li>${reasonWords(reason)}</li>`)}</ul>`;
}

function table({ rows, measures, place }: ExperimentReport): Html {
  const wasRun = rows.some(({ figures }) => figures.some((figure) => figure !== null));
  const columns = wasRun ? measures : [];
  return html`<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">${place}</th><th scope="col" class="words">The paper</th>${columns.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    ({ name, published, figures }) => html`
<tr><th scope="row">${name}</th><td class="words">${published}</td>${columns.map(({ digits }, index) => html`<td>${intervalWords(figures[index]!, digits)}</td>`)}</tr>`,
  )}
</tbody></table></div>`;
}
