import type { Outcome, Verdict } from '../../src/lab/papers/check.js';
import { claimWords } from '../../src/lab/papers/report/figure-words.js';
import type { ExperimentReport, ExperimentRow, PapersReport } from '../../src/lab/papers/report/papers-report.js';
import type { Interval } from '../../src/lab/results.js';
import { bullets, markdownTable, signed } from './markdown-table.js';

/** What `osprey lab papers` is asked for: our questions about agents, and those of the papers. */
export const agentExperimentNames = [
  'agents',
  'pappas-2012-fig-3-concurrency',
  'pappas-2012-fig-5-disambiguation',
  'pappas-2012-fig-7-agents',
  'jeyapal-palanisamy-fig-3-time',
  'jeyapal-palanisamy-fig-5-levels',
] as const;

/** What several agents are good for, as a page of Markdown; the reports are of the same experiments on different webs. */
export function agentsReport(reports: readonly PapersReport[]): string {
  const ids = [...new Set(reports.flatMap(({ experiments }) => experiments.map(({ id }) => id)))];
  return `${[
    '# Several agents in figures',
    `${introduction} ${madeWords(reports)} Each can be made again:`,
    commands(reports),
    '## In short',
    markdownTable(
      ['Claim', ...reports.map(({ web }) => web.name)],
      ids.map((id) => verdictRow(reports, id)),
    ),
    verdictWords,
    '**Does it help that agents learn from each other?** Differences of AUC to four agents that do not:',
    bullets(ids.filter((id) => id.startsWith(exchange)).map((id) => exchangeWords(reports, id))),
    exchangeCaution,
    '## What several agents cost, and what they gain',
    costIntroduction,
    costMarkdown(reports),
    ...ids.map((id) => experimentMarkdown(reports, id)),
  ].join('\n\n')}\n`;
}

const introduction = `What agents do: [ARCHITECTURE.md](../../ARCHITECTURE.md); what is measured: [lab.md](../lab.md). The experiments are those of \`osprey lab papers agents\`, which
ask what the papers leave open, and those of the papers that several agents, or requests, or levels have to do with.`;

const verdictWords = `Yes: every part of the claim holds. Partly: at least half of the parts do, be it in the mean only. No: fewer do. On fewer than five topics nothing is sure,
so there a claim cannot do better than partly.`;

const exchangeCaution = `Intervals are not corrected for the number of comparisons, and two of them, sharing every page and the static table of query-log, were chosen after a first run
on these webs: take what helps for a lead, not for proof.`;

const costIntroduction =
  'Several agents beside one of the same strategy with all seeds, and the same number of pages in all:';

const answers: Readonly<Record<Verdict, string>> = {
  reproduced: 'yes',
  partly: 'partly',
  'not reproduced': 'no',
  'not run': '–',
};

function experimentIn({ experiments }: PapersReport, id: string): ExperimentReport | undefined {
  return experiments.find((experiment) => experiment.id === id);
}

function claimOf(reports: readonly PapersReport[], id: string): ExperimentReport {
  return reports.flatMap((report) => experimentIn(report, id) ?? [])[0]!;
}

function verdictRow(reports: readonly PapersReport[], id: string): string[] {
  const { paper, place, claim } = claimOf(reports, id);
  const verdicts = reports.map((report) => experimentIn(report, id)?.verdict ?? 'not run');
  return [`[${paper}, ${place}](#${id}): ${claim}`, ...verdicts.map((verdict) => answers[verdict])];
}

/** Means of all contenders, web by web; intervals are those of the differences, below. */
function experimentMarkdown(reports: readonly PapersReport[], id: string): string {
  const { paper, place, claim, standIn } = claimOf(reports, id);
  const done = reports.flatMap((report) => {
    const experiment = experimentIn(report, id);
    return experiment === undefined || experiment.setting === '' ? [] : [{ web: report.web.name, experiment }];
  });
  const columns = done.flatMap(({ web, experiment }) =>
    experiment.measures.flatMap((measure, index) =>
      experiment.rows.some(({ figures }) => figures[index] !== null) ? [{ web, experiment, measure, index }] : [],
    ),
  );
  const names = [...new Set(done.flatMap(({ experiment }) => experiment.rows.map(({ name }) => name)))];
  const cellsOf = (name: string) =>
    columns.map(
      ({ experiment, measure, index }) => meanIn(rowOf(experiment, name), index)?.toFixed(measure.digits) ?? '–',
    );
  return [
    `<a id="${id}"></a>\n\n## ${paper}: ${place}`,
    claim,
    ...(columns.length === 0
      ? []
      : [
          markdownTable(
            ['', ...columns.map(({ web, measure }) => `${web}: ${measure.name}`)],
            names.map((name) => [name, ...cellsOf(name)]),
          ),
        ]),
    bullets(
      reports.flatMap((report) => {
        const experiment = experimentIn(report, id);
        if (experiment === undefined) return [];
        const parts = experiment.claims.map((part) => `${report.web.name}: ${claimWords(part)}`);
        return parts.length > 0 ? parts : [`${report.web.name}: ${experiment.why}`];
      }),
    ),
    ...(done.length === 0
      ? []
      : [
          `${standIn ?? ''} ${done.map(({ web, experiment }) => `On ${web}: ${experiment.setting}.`).join(' ')}`.trim(),
        ]),
  ].join('\n\n');
}

function rowOf({ rows }: ExperimentReport, name: string): ExperimentRow | undefined {
  return rows.find((row) => row.name === name);
}

function meanIn(row: ExperimentRow | undefined, measure: number): number | undefined {
  return row?.figures[measure]?.mean;
}

const alone = 'one agent';
const measuresOfCost = ['AUC', 'harvest', 'diversity', 'diversity of finds'] as const;
/** Ids of experiments on exchange begin so. */
const exchange = 'agents-share-';

/** Of the experiments on exchange: how much more or less several agents have, by each measure. */
function costMarkdown(reports: readonly PapersReport[]): string {
  const experiments = claimsOfExchange(reports);
  const columns = reports.flatMap((report) => measuresOfCost.map((measure) => ({ report, measure })));
  const rows = experiments.flatMap(({ id, place, rows: contenders }) =>
    contenders
      .filter(({ name }) => name !== alone)
      .map(({ name }) => [
        `${place.replace('exchange, ', '')}: ${name}`,
        ...columns.map(({ report, measure }) => changeWords(experimentIn(report, id), name, measure)),
      ]),
  );
  return markdownTable(['', ...columns.map(({ report, measure }) => `${report.web.name}: ${measure}`)], rows);
}

function claimsOfExchange(reports: readonly PapersReport[]): ExperimentReport[] {
  return (reports[0]?.experiments ?? []).filter(({ id }) => id.startsWith(exchange));
}

/** What came of each way to share, web by web. */
function exchangeWords(reports: readonly PapersReport[], id: string): string {
  const onWebs = reports.flatMap((report) => {
    const parts = experimentIn(report, id)?.claims ?? [];
    const told = parts.map(({ words, outcome, found }) => {
      const name = words.replace(/ above .*/, '').replace(/^four, /, '');
      return `${name} ${found === undefined ? '–' : `${signed(found.mean)} (${helpWords(outcome, found)})`}`;
    });
    return told.length === 0 ? [] : [`on ${report.web.name} ${told.join(', ')}`];
  });
  return `${claimOf(reports, id).place.replace('exchange, ', '')}: ${onWebs.join('; ')}.`;
}

function helpWords(outcome: Outcome, { high }: Interval): string {
  if (outcome === 'holds') return 'helps';
  if (high < 0) return 'harms';
  return outcome === 'in the mean' ? 'may help' : 'cannot be told';
}

function changeWords(experiment: ExperimentReport | undefined, name: string, measure: string): string {
  if (experiment === undefined) return '–';
  const place = experiment.measures.findIndex((own) => own.name === measure);
  const [before, after] = [alone, name].map((contender) => meanIn(rowOf(experiment, contender), place));
  if (before === undefined || after === undefined || before === 0) return '–';
  const percent = Math.round(100 * (after / before - 1));
  return `${percent < 0 ? '−' : percent > 0 ? '+' : ''}${Math.abs(percent)} %`;
}

function madeWords([report]: readonly PapersReport[]): string {
  if (report === undefined) return '';
  const { date, version, commit } = report.made;
  return `Made by \`npm run results -- --agents\` on ${date.slice(0, 10)}, Osprey ${version}${commit === undefined ? '' : `, commit ${commit}`}.`;
}

/** Without the folders of reports, which are not kept. */
function commands(reports: readonly PapersReport[]): string {
  const lines = reports.map(({ made }) => made.command.replace(/ --(?:(?:out|runs|workers) \S+|json)/g, ''));
  return `\`\`\`sh\n${lines.join('\n')}\n\`\`\``;
}
