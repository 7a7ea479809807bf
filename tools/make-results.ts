import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { counted } from '../src/counted.js';
import { experiments } from '../src/lab/papers/papers.js';
import type { PapersReport } from '../src/lab/papers/report/papers-report.js';
import type { LabReport } from '../src/lab/results.js';
import { readTopicFile } from '../src/lab/topics/topic-file.js';
import { ingredients } from '../src/strategy/osprey/link-judge.js';
import { strategies } from '../src/strategy/strategies.js';
import { without } from './results/ablation.js';
import { agentExperimentNames, agentsReport } from './results/agents-report.js';
import { ours } from './results/bars.js';
import { effectsOf } from './results/effects.js';
import { effectsReport } from './results/effects-report.js';
import { labRun, onWeb, papersRun, webFiles } from './results/lab-run.js';
import { type Measured, ospreyReport } from './results/osprey-report.js';
import { PartJournal } from './results/part-journal.js';
import { longBudget, planFor, totalCost, usualBudget } from './results/plan.js';
import { resultsPage } from './results/results-page.js';
import { comparedWeb, effectCounts, type Summary, withFigures } from './results/summary.js';

/**
 * Makes docs/results anew: every recorded web with labels and topics in a folder of webs (OSPREY_WEBS, or ../shared/webs), and the web of
 * `make-debian-lab` (OSPREY_DEBIAN_LAB, if set). On each: all strategies compared, with 300 and with 1,000 pages a crawl; the papers'
 * experiments; Osprey's own strategy without each of its ingredients; several agents. Figures only: no page is copied.
 *
 * `--minutes 40` says how long it may take on all cores, or on `--workers 1`: as many sets of seeds are drawn as fit. Each part is kept when it is done, and
 * within it each crawl (labs/results), so a run that was interrupted goes on when the command is given again at the same commit;
 * `--fresh` starts anew. `--plan` only tells what would be done and what it costs. `--papers`, `--own` (the comparisons) and `--agents`
 * make these parts alone.
 *
 * A strategy that is still being worked on can come last: `--own --except osprey` does the crawls of all others and writes no page;
 * `--own --continue` at a later commit takes those over and does what is missing. It is for whoever runs it to know that the others
 * have not changed in between; the page names both commits. `--continue --done` writes the pages of what is done by now.
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
    continue: { type: 'boolean', default: false },
    done: { type: 'boolean', default: false },
    except: { type: 'string' },
    minutes: { type: 'string', default: '40' },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
});
const work = 'labs/results';
const cores = Number(asked.workers);
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

const some: Part[] = [
  ...(asked.papers ? ['papers' as const] : []),
  ...(asked.own ? ['comparisons' as const] : []),
  ...(asked.agents ? ['agents' as const] : []),
];
const wanted: ReadonlySet<Part> = new Set(some.length > 0 ? some : ['papers', 'comparisons', 'agents']);

/** The web that we made ourselves is the largest: there, neither several agents are tried nor polite crawls, to save time. */
function isLarge(folder: string): boolean {
  return debian !== undefined && folder === path.relative('', debian);
}

function partsOn(folder: string): ReadonlySet<Part> {
  return new Set<Part>(isLarge(folder) ? ['papers', 'comparisons'] : ['papers', 'comparisons', 'agents']);
}

const folders = comparedWebs();
/** Of all parts, whichever are asked for: each is the same when it is made alone. */
const plan = planFor(
  folders.map((folder) => ({
    name: path.basename(folder),
    topics: readTopicFile(path.join(folder, 'topics.yaml')).length,
    parts: partsOn(folder),
  })),
  { strategies: strategies.length, ingredients: ingredients.length, minutes: Number(asked.minutes), cores },
);

const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim();

function journal(): PartJournal {
  if (asked.fresh) rmSync(work, { recursive: true, force: true });
  return new PartJournal(work, { of: JSON.stringify(folders), commit }, tell, {
    continued: asked.continue,
    doneOnly: asked.done,
  });
}

/** Parameters that the documents recommend beside the defaults. */
const recommended = ['tswt+parents=max'];
/** All that is compared, or all but one. */
const compared = [...strategies.map(({ name }) => name), ...recommended].filter((name) => name !== asked.except);

/** The comparisons on a web that there are. */
interface OnWeb {
  readonly compared: LabReport | undefined;
  readonly longer: LabReport | undefined;
  readonly ablated: LabReport | undefined;
}

/** Arguments by which every crawl is kept, and that say how many are done at a time. */
function keptIn(parts: PartJournal, part: string): string[] {
  return ['--runs', parts.fileOf(`${part}.runs.jsonl`), '--workers', String(cores)];
}

/** A comparison on a web. Its crawls last, whether all of the strategies have taken part or not. */
function compareOn(folder: string, part: keyof OnWeb, list: readonly string[], parts: PartJournal) {
  const name = path.basename(folder);
  const whole = `${name} ${part}`;
  const title = asked.except === undefined ? whole : `${whole} without ${asked.except}`;
  const budget = part === 'longer' ? longBudget : usualBudget;
  const more = ['--repeat', String(plan.draws.get(name)![part]), '--budget', String(budget)];
  if (part !== 'compared' || isLarge(folder)) more.push('--latency', 'off');
  return parts.part(title, [...list, ...more].join(' '), plan.costs.get(whole)!, (out) => {
    return labRun([...onWeb(folder, out), '--strategies', list.join(), ...more, ...keptIn(parts, whole)]);
  });
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

/** Those of the papers; the ones on several agents have a page of their own. */
const paperNames = experiments.map(({ id }) => id).filter((id) => !id.startsWith('agents-'));

/** Crawls are no longer than those of the comparisons. */
function runPapers(parts: PartJournal): PapersReport[] {
  return folders.flatMap((folder) => {
    const name = path.basename(folder);
    const report = parts.part(`${name} papers`, paperNames.join(' '), plan.costs.get(`${name} papers`)!, (out) =>
      papersRun(folder, out, paperNames, '--budget', String(usualBudget), ...keptIn(parts, `${name} papers`)),
    );
    return report ?? [];
  });
}

/** Everything that the papers' experiments write goes to the folder of the web. */
function writePapers(reports: readonly PapersReport[]): void {
  for (const { name } of reports.map(({ web }) => web)) {
    const to = path.join(results, name);
    for (const file of existsSync(to) ? readdirSync(to) : [])
      if (/\.svg$|^README\.md$|^papers\.html$/.test(file)) rmSync(path.join(to, file));
    cpSync(path.join(work, `${name}-papers`), to, { recursive: true, filter: (file) => !/journal|\.json/.test(file) });
  }
  writeFileSync(path.join(results, 'effects.md'), effectsReport(reports));
  summarise({ effects: effectCounts(effectsOf(reports)) });
}

/** Those of all strategies, or of all but one for later: of these there is nothing to write yet. */
function runComparisons(parts: PartJournal): readonly OnWeb[] | undefined {
  // One part on all webs before the next: what matters most comes first.
  const onAll = (part: keyof OnWeb, list: readonly string[]) =>
    folders.map((folder) => compareOn(folder, part, list, parts));
  const [usual, longer] = [onAll('compared', compared), onAll('longer', compared)];
  if (asked.except !== undefined) return undefined;
  const ablated = onAll('ablated', [ours, ...ingredients.map(without)]);
  return folders.map((_, web) => ({ compared: usual[web], longer: longer[web], ablated: ablated[web] }));
}

function writeComparisons(made: readonly OnWeb[], commits: readonly string[]): void {
  const webs = folders.map((folder, index) => {
    const name = path.basename(folder);
    const { compared: usual, longer, ablated } = made[index]!;
    if (usual !== undefined) keepReport(name, 'report', 'compared');
    if (longer !== undefined) keepReport(name, 'longer', 'longer');
    return { name, draws: plan.draws.get(name)!, isLarge: isLarge(folder), compared: usual, longer, ablated };
  });
  writeFileSync(path.join(results, 'README.md'), resultsPage(webs, commits));
  const of = (part: keyof OnWeb) => made.flatMap((one) => one[part] ?? []);
  const all: Measured = { compared: of('compared'), longer: of('longer'), ablated: of('ablated') };
  writeFileSync(path.join(results, 'osprey.md'), ospreyReport(all, ingredients));
  summarise({ commits, compared: all.compared.flatMap((report) => comparedWeb(report) ?? []) });
}

/** Figures that are quoted elsewhere; the README quotes them at once. */
function summarise(figures: Partial<Summary>): void {
  const file = path.join(results, 'summary.json');
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Summary>) : {};
  const summary = { ...known, ...figures };
  writeFileSync(file, `${JSON.stringify(summary, null, 2)}\n`);
  if (summary.compared === undefined || summary.effects === undefined) return;
  writeFileSync('README.md', withFigures(readFileSync('README.md', 'utf8'), summary as Summary));
}

/** Agents take part in crawls of the length that strategies are compared with. Those of the papers' experiments are not done again. */
function runAgents(parts: PartJournal): PapersReport[] {
  const tried = folders.filter((folder) => partsOn(folder).has('agents'));
  return tried.flatMap((folder) => {
    const name = path.basename(folder);
    const cost = plan.costs.get(`${name} agents`)!;
    const report = parts.part(`${name} agents`, agentExperimentNames.join(' '), cost, (out) =>
      papersRun(folder, out, agentExperimentNames, '--budget', String(usualBudget), ...keptIn(parts, `${name} papers`)),
    );
    return report ?? [];
  });
}

function make(): void {
  const isAsked = (name: string) =>
    wanted.has(name.endsWith(' papers') ? 'papers' : name.endsWith(' agents') ? 'agents' : 'comparisons');
  const costs = new Map([...plan.costs].filter(([name]) => isAsked(name)));
  for (const [name, cost] of costs) tell(`${name}: about ${Math.round(cost)} s of CPU time`);
  tell(`in all ${Math.round(totalCost(costs) / cores / 60)} minutes on ${counted(cores, 'core')}`);
  if (asked.plan) return;
  const parts = journal();
  const papers = wanted.has('papers') ? runPapers(parts) : undefined;
  const made = wanted.has('comparisons') ? runComparisons(parts) : undefined;
  const agents = wanted.has('agents') ? runAgents(parts) : undefined;
  // Only now: reports name a commit, which a changed page would make another.
  if (papers !== undefined && papers.length > 0) writePapers(papers);
  if (made !== undefined) writeComparisons(made, parts.commits);
  if (agents !== undefined && agents.length > 0) writeFileSync(path.join(results, 'agents.md'), agentsReport(agents));
}

make();
