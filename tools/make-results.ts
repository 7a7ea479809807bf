import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { terminalSummary } from '../src/cli/commands/lab/lab-summary.js';
import type { LabReport } from '../src/lab/results.js';
import { readTopicFile } from '../src/lab/topics/topic-file.js';
import { ingredients } from '../src/strategy/osprey/link-judge.js';
import { strategies } from '../src/strategy/strategies.js';
import { without } from './results/ablation.js';
import { agentExperimentNames, agentsReport } from './results/agents-report.js';
import { ours, rivalsIn } from './results/bars.js';
import { labRun, onWeb, osprey, papersRun, webFiles } from './results/lab-run.js';
import { type Measured, ospreyReport } from './results/osprey-report.js';

/**
 * Makes docs/results anew: every recorded web with labels and topics in a folder of webs (OSPREY_WEBS, or ../shared/webs), all
 * strategies compared on it, and the papers' experiments; the web of `make-debian-lab` (OSPREY_DEBIAN_LAB, if set), on which
 * only those are compared that need no training; and the figures of Osprey's own strategy. Figures only: no page is
 * copied. Takes an hour on two cores; with `--own`, which makes the figures of Osprey's own strategy alone, three quarters of
 * it; with `--agents`, which makes those of several agents alone, ten minutes.
 */
const results = 'docs/results';
const [webs, debian] = [process.env.OSPREY_WEBS ?? '../shared/webs', process.env.OSPREY_DEBIAN_LAB];
const budget = 1000;
/** Compared with more pages a crawl, besides those that are best on a web. */
const contenders = [ours, 'best-first', 'query-log', 'synset'];
const untrained = strategies.filter(({ model }) => model === undefined).map(({ name }) => name);

/**
 * Where topics are few, more sets of seeds are drawn: with less than so many tasks of a kind of seeds little can be told. Longer
 * crawls, and those without an ingredient, make do with half as many.
 */
const fewestTasks = 36;

interface ComparedWeb {
  readonly folder: string;
  /** Sets of seeds a topic, at least. */
  readonly draws: number;
  readonly withPapers: boolean;
}

function isWeb(folder: string): boolean {
  return webFiles.every((file) => existsSync(path.join(folder, file)));
}

function comparedWebs(): ComparedWeb[] {
  const folders = readdirSync(webs)
    .sort()
    .map((name) => path.join(webs, name))
    .filter(isWeb);
  if (folders.length === 0) throw new Error(`${webs} holds no web with ${webFiles.join(', ')}; set OSPREY_WEBS.`);
  const compared = folders.map((folder) => ({ folder, draws: 3, withPapers: true }));
  if (debian === undefined) return compared;
  if (!isWeb(debian)) throw new Error(`OSPREY_DEBIAN_LAB has no ${webFiles.join(', ')}; make-debian-lab makes them.`);
  // Reports name the commands that made them, and nobody else has this machine's folders.
  return [...compared, { folder: path.relative('', debian), draws: 2, withPapers: false }];
}

/** The best of those that need no training, over all seeds and over each kind. */
function bestIn(report: LabReport): string[] {
  return (['all', 'near', 'far'] as const).flatMap((seeds) => rivalsIn(report, seeds)[0]?.name ?? []);
}

/** What is measured of ours on a web; reports that are not kept go to a folder for the time being. */
function measure({ folder, draws, withPapers }: ComparedWeb, out: string) {
  const { length: topics } = readTopicFile(path.join(folder, 'topics.yaml'));
  const run = (name: string, repeat: number, names: readonly string[], ...more: string[]) => {
    const list = [...new Set(names)].join();
    return labRun([...onWeb(folder, name), '--strategies', list, '--repeat', String(repeat), ...more]);
  };
  const fewer = Math.ceil(fewestTasks / 2 / topics);
  const scratch = mkdtempSync(path.join(tmpdir(), 'osprey-results-'));
  try {
    const repeat = Math.max(draws, Math.ceil(fewestTasks / topics));
    const compared = run(withPapers ? path.join(scratch, 'compared') : out, repeat, untrained);
    return {
      compared,
      longer: run(
        path.join(scratch, 'longer'),
        fewer,
        [...contenders, ...bestIn(compared)],
        '--budget',
        String(budget),
      ),
      ablated: run(path.join(scratch, 'ablated'), fewer, [ours, ...ingredients.map(without)]),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function makeFor(web: ComparedWeb) {
  const { folder, draws, withPapers } = web;
  const name = path.basename(folder);
  const out = path.join(results, name);
  rmSync(out, { recursive: true, force: true });
  if (withPapers) osprey(['lab', 'papers', ...onWeb(folder, out)]);
  const measured = measure(web, out);
  const report = withPapers
    ? labRun([...onWeb(folder, out), '--strategies', 'all', '--repeat', String(draws)])
    : measured.compared;
  return { section: sectionOf(name, report, withPapers), measured };
}

function sectionOf(name: string, report: LabReport, withPapers: boolean): string {
  const summary = terminalSummary(report, Number.POSITIVE_INFINITY).join('\n').trim();
  const [sentences = '', ...tables] = summary.split('\n\n').reverse();
  const links = [
    ...(withPapers ? [`[The papers' experiments](${name}/README.md)`] : []),
    `[the comparison as a page](${name}/report.html)`,
    `[its crawls](${name}/results.csv)`,
  ];
  return [
    `## ${name}`,
    links.join(' · '),
    sentences.replace(/^/gm, '- '),
    `\`\`\`\n${tables.reverse().join('\n\n')}\n\`\`\``,
  ].join('\n\n');
}

const introduction = `# Results

What the [lab](../lab.md) says of Osprey's strategies, made by \`npm run results\` (date and commit are in each report). Budget 300 pages,
near and far seeds, three or more sets of seeds a topic; judged by labels that no strategy sees. The pages of these webs
are not part of Osprey. The figures of Osprey's own strategy, with what each of its ingredients is good for: [osprey.md](osprey.md);
what several agents cost and gain, and whether it helps that they learn from each other: [agents.md](agents.md).`;
const { values: asked } = parseArgs({
  options: { own: { type: 'boolean', default: false }, agents: { type: 'boolean', default: false } },
});

function makeAll(): ReturnType<typeof measure>[] {
  const made = comparedWebs().map(makeFor);
  const page = [introduction, ...made.map(({ section }) => section)].join('\n\n');
  writeFileSync(path.join(results, 'README.md'), `${page}\n`);
  return made.map(({ measured }) => measured);
}

function measureOwn(): ReturnType<typeof measure>[] {
  return comparedWebs().map((web) => measure({ ...web, withPapers: true }, ''));
}

function makeOwn(): void {
  const measured = asked.own ? measureOwn() : makeAll();
  const all: Measured = {
    compared: measured.map(({ compared }) => compared),
    longer: measured.map(({ longer }) => longer),
    ablated: measured.map(({ ablated }) => ablated),
  };
  writeFileSync(path.join(results, 'osprey.md'), ospreyReport(all, ingredients));
}

/** Agents take part in crawls of the length that strategies are compared with. */
function makeAgents(): void {
  const webs = comparedWebs().filter(({ withPapers }) => withPapers);
  const reports = webs.map(({ folder }) => papersRun(folder, agentExperimentNames, '--budget', '300'));
  writeFileSync(path.join(results, 'agents.md'), agentsReport(reports));
}

if (!asked.agents) makeOwn();
if (!asked.own) makeAgents();
