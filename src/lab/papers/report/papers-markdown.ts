import { counted } from '../../../counted.js';
import { grouped } from '../../grouped.js';
import { verdicts } from '../check.js';
import { paperTitles } from '../papers.js';
import { experimentPlot, plotFile } from './experiment-plot.js';
import { claimWords, intervalWords, noReasonTested, reasonWords, verdictGuide, verdictMarks } from './figure-words.js';
import type { ExperimentReport, PapersReport } from './papers-report.js';

/** A report as files of a folder, by name: the text, and the plots that it shows. Figures only: no page, no URL. */
export function papersMarkdown(report: PapersReport): Map<string, string> {
  const files = new Map<string, string>();
  const sections = [...grouped(report.experiments, ({ paper }) => paper)].map(([paper, experiments]) =>
    [`## ${paper}: ${paperTitles[paper]}`, ...experiments.map((one) => section(one, files))].join('\n\n'),
  );
  const text = [
    `# The papers’ experiments on ${report.web.name}`,
    facts(report),
    summary(report),
    ...sections,
    '## How to read this',
    verdictGuide.join('\n\n'),
  ].join('\n\n');
  return new Map([['README.md', `${text}\n`], ...files]);
}

function facts({ made, web, randomSeed }: PapersReport): string {
  const commit = made.commit === undefined ? '' : `, commit ${made.commit}`;
  return [
    `- Web: ${web.name}, ${counted(web.pages, 'page')}, ${counted(web.links, 'link')}, ${counted(web.hosts, 'host')}`,
    `- Made: ${made.date}, Osprey ${made.version}${commit}, in ${counted(Math.round(made.seconds), 'second')}, random seed ${randomSeed}`,
    `- Command: \`${made.command}\``,
  ].join('\n');
}

/** Counts of verdicts, and a line an experiment. */
function summary({ experiments }: PapersReport): string {
  const counts = verdicts.map((verdict) => `${experiments.filter((one) => one.verdict === verdict).length} ${verdict}`);
  const rows = experiments.map(
    ({ id, paper, place, claim, verdict }) =>
      `| [${paper}, ${place}](#${id}) | ${cell(claim)} | ${verdictMarks[verdict]} ${verdict} |`,
  );
  return [`${counts.join(', ')}.`, '', '| Experiment | Claim | Verdict |', '|---|---|---|', ...rows].join('\n');
}

function section(report: ExperimentReport, files: Map<string, string>): string {
  const plot = experimentPlot(report);
  const file = `${report.id}.svg`;
  if (plot !== undefined) files.set(file, plotFile(plot));
  return [
    `<a id="${report.id}"></a>\n\n### ${report.place} – ${report.verdict}`,
    `**Claim.** ${report.claim}`,
    ...(report.rows.length > 0 ? [table(report)] : []),
    ...(plot === undefined ? [] : [`![${report.paper}, ${report.place}](${file})`]),
    `**${capital(report.verdict)}.** ${report.why}`,
    ...(report.claims.length > 0 ? [report.claims.map((claim) => `- ${claimWords(claim)}`).join('\n')] : []),
    ...whyNot(report),
    ...(report.setting === '' ? [] : [`**Setting.** ${capital(report.setting)}. ${report.standIn ?? ''}`.trim()]),
  ].join('\n\n');
}

/** Why a claim does not wholly hold. */
function whyNot({ verdict, reasons }: ExperimentReport): string[] {
  if (verdict === 'reproduced' || verdict === 'not run') return [];
  if (reasons.length === 0) return [`**Why.** ${noReasonTested}`];
  return ['**Why.**', reasons.map((reason) => `- ${reasonWords(reason)}`).join('\n')];
}

function table({ rows, measures }: ExperimentReport): string {
  const wasRun = rows.some(({ figures }) => figures.some((figure) => figure !== null));
  const columns = wasRun ? measures : [];
  return [
    `| | The paper | ${columns.map(({ name }) => `${cell(name)} | `).join('')}`.trimEnd(),
    `|---|---|${columns.map(() => '--:|').join('')}`,
    ...rows.map(({ name, published, figures }) =>
      `| ${cell(name)} | ${cell(published)} | ${columns.map(({ digits }, index) => `${intervalWords(figures[index]!, digits)} | `).join('')}`.trimEnd(),
    ),
  ].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
