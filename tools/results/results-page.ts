import { terminalSummary } from '../../src/cli/commands/lab/lab-summary.js';
import { count } from '../../src/cli/terminal/format.js';
import { counted } from '../../src/counted.js';
import type { LabReport } from '../../src/lab/results.js';
import { type Draws, longBudget, usualBudget } from './plan.js';

/** What was compared on a web. */
export interface ResultsOnWeb {
  readonly name: string;
  readonly draws: Draws;
  /** Neither polite crawls nor several agents were tried there. */
  readonly isLarge: boolean;
  readonly compared: LabReport | undefined;
  readonly longer: LabReport | undefined;
  readonly ablated: LabReport | undefined;
}

/** The first page of the results: what there is, and the tables of every web. */
export function resultsPage(webs: readonly ResultsOnWeb[], commits: readonly string[]): string {
  return `${[introduction(webs, commits), ...webs.flatMap(sectionOf)].join('\n\n')}\n`;
}

function introduction(webs: readonly ResultsOnWeb[], commits: readonly string[]): string {
  return `# Results

What the [lab](../lab.md) says of Osprey's strategies, made by \`npm run results\` at ${madeAt(commits)}. Budgets of
${usualBudget} and of ${count(longBudget)} pages, near and far seeds; judged by labels that no strategy sees. The pages of these webs are not part of Osprey.

- [effects.md](effects.md): which effects of the papers are reproduced, and why not, as tested.
- [osprey.md](osprey.md): Osprey's own strategy beside the others, and what each of its ingredients is good for.
- [agents.md](agents.md): what several agents cost and gain, and whether it helps that they learn from each other.
- [judges.md](judges.md): judges without crawls. [main-text.md](main-text.md): whether it helps to judge by main text.
- [focus.md](focus.md): what politeness costs. [soak.md](soak.md): faults. [speed.md](speed.md): speed.

${webs.map(drawsWords).join('\n')}`;
}

/** How many sets of seeds were drawn there, and what was left out. */
function drawsWords({ name, draws, isLarge, longer, ablated }: ResultsOnWeb): string {
  const sets = [
    `${counted(draws.compared, 'set')} of near and of far seeds a topic`,
    ...(longer === undefined ? [] : [`${draws.longer} with ${count(longBudget)} pages`]),
    ...(ablated === undefined ? [] : [`${draws.ablated} without each ingredient of \`osprey\``]),
  ];
  const missing = [
    ...(isLarge ? ['polite crawls', 'several agents'] : []),
    ...(longer === undefined ? [`${count(longBudget)} pages`] : []),
    ...(ablated === undefined ? ['ingredients'] : []),
  ];
  return `- ${name}: ${sets.join(', ')}${missing.length === 0 ? '' : `; not tried, to save time: ${missing.join(', ')}`}.`;
}

function madeAt(commits: readonly string[]): string {
  if (commits.length === 1) return `commit ${commits[0]}`;
  return `commits ${commits.join(', ')} (strategies that had not changed in between were not run again)`;
}

function sectionOf({ name, compared, longer }: ResultsOnWeb): string[] {
  if (compared === undefined) return [];
  const links = [
    `[The papers' experiments](${name}/README.md)`,
    `[the comparison as a page](${name}/report.html)`,
    `[its crawls](${name}/report.csv)`,
    ...(longer === undefined
      ? []
      : [`[with ${count(longBudget)} pages a crawl](${name}/longer.html)`, `[its crawls](${name}/longer.csv)`]),
  ];
  const more = longer === undefined ? [] : [`### ${name}, ${count(longBudget)} pages a crawl`, ...summaryOf(longer)];
  return [`## ${name}`, links.join(' · '), ...summaryOf(compared), ...more];
}

/** Sentences, and the tables of the terminal. */
function summaryOf(report: LabReport): string[] {
  const summary = terminalSummary(report, Number.POSITIVE_INFINITY).join('\n').trim();
  const [sentences = '', ...tables] = summary.split('\n\n').reverse();
  return [sentences.replace(/^/gm, '- '), `\`\`\`\n${tables.reverse().join('\n\n')}\n\`\`\``];
}
