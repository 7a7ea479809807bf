import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { terminalSummary } from '../src/cli/commands/lab/lab-summary.js';
import type { PapersReport } from '../src/lab/papers/report/papers-report.js';
import type { LabReport } from '../src/lab/results.js';
import { readTopicFile } from '../src/lab/topics/topic-file.js';
import { ingredients } from '../src/strategy/osprey/link-judge.js';
import { strategies } from '../src/strategy/strategies.js';
import { without } from './results/ablation.js';
import { agentExperimentNames, agentsReport } from './results/agents-report.js';
import { ours } from './results/bars.js';
import { effectsReport } from './results/effects-report.js';
import { labRun, onWeb, papersIn, papersRun, webFiles } from './results/lab-run.js';
import { type Measured, ospreyReport } from './results/osprey-report.js';
import { PartJournal } from './results/part-journal.js';
import { longBudget, planFor, totalCost, usualBudget } from './results/plan.js';

/**
 * Makes docs/results anew: every recorded web with labels and topics in a folder of webs (OSPREY_WEBS, or ../shared/webs), and the web of
 * `make-debian-lab` (OSPREY_DEBIAN_LAB, if set). On each: all strategies compared, with 300 and with 1,000 pages a crawl; the papers'
 * experiments; Osprey's own strategy without each of its ingredients; several agents. Figures only: no page is copied.
 *
 * `--minutes 40` says how long it may take on all cores: as many sets of seeds are drawn as fit. Each part is kept when it is done
 * (labs/results), so a run that was interrupted goes on when the command is given again at the same commit; `--fresh` starts anew.
 * `--plan` only tells what would be done and what it costs. `--papers`, `--own` (the comparisons) and `--agents` make these parts alone.
 */
const results = 'docs/results';
const [webs, debian] = [process.env.OSPREY_WEBS ?? '../shared/webs', process.env.OSPREY_DEBIAN_LAB];
const { values: asked } = parseArgs({
  options: {
    own: { type: 'boolean', default: false },
    agents: { type: 'boolean', default: false },
    papers: { type: 'boolean', default: false },
    plan: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '40' },
  },
});
const work = 'labs/results';
const cores = availableParallelism();
const tell = (line: string) => process.stderr.write(`${line}\n`);

function isWeb(folder: string): boolean {
  return webFiles.every((file) => existsSync(path.join(folder, file)));
}

/** Reports name the commands that made them, and nobody else has this machine's folders: so relative ones. */
function comparedWebs(): string[] {
  const folders = readdirSync(webs)
    .sort()
    .map((name) => path.join(webs, name))
    .filter(isWeb);
  if (folders.length === 0) throw new Error(`${webs} holds no web with ${webFiles.join(', ')}; set OSPREY_WEBS.`);
  if (debian === undefined) return folders;
  if (!isWeb(debian)) throw new Error(`OSPREY_DEBIAN_LAB has no ${webFiles.join(', ')}; make-debian-lab makes them.`);
  return [...folders, path.relative('', debian)];
}

type Part = 'papers' | 'comparisons' | 'agents';

/** Several agents are tried on the webs of the folder of webs alone: on the others they would take as long as all else. */
function partsOn(folder: string): ReadonlySet<Part> {
  const some = [
    ...(asked.papers ? ['papers' as const] : []),
    ...(asked.own ? ['comparisons' as const] : []),
    ...(asked.agents ? ['agents' as const] : []),
  ];
  const wanted: Part[] = some.length > 0 ? some : ['papers', 'comparisons', 'agents'];
  const isOwn = debian !== undefined && folder === path.relative('', debian);
  return new Set(wanted.filter((part) => part !== 'agents' || !isOwn));
}

const folders = comparedWebs();
const plan = planFor(
  folders.map((folder) => ({
    name: path.basename(folder),
    topics: readTopicFile(path.join(folder, 'topics.yaml')).length,
    parts: partsOn(folder),
  })),
  { strategies: strategies.length, ingredients: ingredients.length, minutes: Number(asked.minutes), cores },
);

function journal(): PartJournal {
  if (asked.fresh) rmSync(work, { recursive: true, force: true });
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
  return new PartJournal(work, JSON.stringify([commit, asked.minutes, folders]), tell);
}

interface OnWeb {
  readonly compared: LabReport;
  readonly longer: LabReport;
  readonly ablated: LabReport;
}

/** The comparisons on a web. */
function compareOn(folder: string, parts: PartJournal): OnWeb {
  const name = path.basename(folder);
  const draws = plan.draws.get(name)!;
  const run = (part: 'compared' | 'longer' | 'ablated', list: string, budget: number) =>
    parts.part(`${name} ${part}`, plan.costs.get(`${name} ${part}`)!, (out) => {
      const more = ['--repeat', String(draws[part]), '--budget', String(budget)];
      if (part !== 'compared') more.push('--latency', 'off');
      return labRun([...onWeb(folder, out), '--strategies', list, ...more]);
    });
  return {
    compared: run('compared', 'all', usualBudget),
    longer: run('longer', 'all', longBudget),
    ablated: run('ablated', [ours, ...ingredients.map(without)].join(), usualBudget),
  };
}

/** What is kept of a comparison: the page, and its crawls as a table. */
function keepReport(name: string, as: string, part: string): void {
  const [from, to] = [path.join(work, `${name}-${part}`), path.join(results, name)];
  mkdirSync(to, { recursive: true });
  for (const [file, kept] of [
    ['report.html', `${as}.html`],
    ['results.csv', `${as}.csv`],
  ] as const)
    copyFileSync(path.join(from, file), path.join(to, kept));
}

/** Everything that the papers' experiments write goes to the folder of the web. */
function makePapers(parts: PartJournal): PapersReport[] {
  return folders.map((folder) => {
    const name = path.basename(folder);
    const report = parts.part(`${name} papers`, plan.costs.get(`${name} papers`)!, (out) => papersIn(folder, out));
    const to = path.join(results, name);
    for (const file of existsSync(to) ? readdirSync(to) : [])
      if (/\.svg$|^README\.md$|^papers\.html$/.test(file)) rmSync(path.join(to, file));
    cpSync(path.join(work, `${name}-papers`), to, { recursive: true, filter: (file) => !/journal|\.json/.test(file) });
    return report;
  });
}

function sectionOf(name: string, report: LabReport, longer: LabReport): string {
  const links = [
    `[The papers' experiments](${name}/README.md)`,
    `[the comparison as a page](${name}/report.html)`,
    `[its crawls](${name}/results.csv)`,
    `[with ${longBudget} pages a crawl](${name}/longer.html)`,
    `[its crawls](${name}/longer.csv)`,
  ];
  return [
    `## ${name}`,
    links.join(' · '),
    ...summaryOf(report),
    `### ${longBudget} pages a crawl`,
    ...summaryOf(longer),
  ].join('\n\n');
}

/** Sentences, and the tables of the terminal. */
function summaryOf(report: LabReport): string[] {
  const summary = terminalSummary(report, Number.POSITIVE_INFINITY).join('\n').trim();
  const [sentences = '', ...tables] = summary.split('\n\n').reverse();
  return [sentences.replace(/^/gm, '- '), `\`\`\`\n${tables.reverse().join('\n\n')}\n\`\`\``];
}

const introduction = `# Results

What the [lab](../lab.md) says of Osprey's strategies, made by \`npm run results\` (date and commit are in each report). Budgets of 300 and of
1,000 pages, near and far seeds, several sets of seeds a topic; judged by labels that no strategy sees. The pages of these webs
are not part of Osprey. Which effects of the papers are reproduced: [effects.md](effects.md). The figures of Osprey's own strategy, with
what each of its ingredients is good for: [osprey.md](osprey.md); what several agents cost and gain, and whether it helps that they learn
from each other: [agents.md](agents.md).`;

function makeComparisons(parts: PartJournal): void {
  const made = folders.map((folder) => compareOn(folder, parts));
  const sections = folders.map((folder, index) => {
    const name = path.basename(folder);
    const { compared, longer } = made[index]!;
    keepReport(name, 'report', 'compared');
    keepReport(name, 'longer', 'longer');
    return sectionOf(name, compared, longer);
  });
  writeFileSync(path.join(results, 'README.md'), `${[introduction, ...sections].join('\n\n')}\n`);
  const of = (part: keyof OnWeb) => made.map((one) => one[part]);
  const all: Measured = { compared: of('compared'), longer: of('longer'), ablated: of('ablated') };
  writeFileSync(path.join(results, 'osprey.md'), ospreyReport(all, ingredients));
}

/** Agents take part in crawls of the length that strategies are compared with. */
function makeAgents(parts: PartJournal): void {
  const tried = folders.filter((folder) => partsOn(folder).has('agents'));
  const reports = tried.map((folder) => {
    const name = path.basename(folder);
    const cost = plan.costs.get(`${name} agents`)!;
    return parts.part(`${name} agents`, cost, () => papersRun(folder, agentExperimentNames, '--budget', '300'));
  });
  writeFileSync(path.join(results, 'agents.md'), agentsReport(reports));
}

function make(): void {
  for (const [name, cost] of plan.costs) tell(`${name}: about ${Math.round(cost)} s of CPU time`);
  tell(`in all ${Math.round(totalCost(plan.costs) / cores / 60)} minutes on ${cores} cores`);
  if (asked.plan) return;
  const parts = journal();
  const everything = !asked.own && !asked.agents && !asked.papers;
  if (everything || asked.papers) writeFileSync(path.join(results, 'effects.md'), effectsReport(makePapers(parts)));
  if (everything || asked.own) makeComparisons(parts);
  if (everything || asked.agents) makeAgents(parts);
}

make();
