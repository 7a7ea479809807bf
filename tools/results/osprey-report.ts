import type { LabReport } from '../../src/lab/results.js';
import { ablationIntroduction, ablationMarkdown } from './ablation-markdown.js';
import { barsIntroduction, barsMarkdown } from './bars-markdown.js';
import { costMarkdown } from './cost-markdown.js';
import { judgementMarkdown } from './judgement-markdown.js';

/** What was measured of ours on the same webs, in the same order. */
export interface Measured {
  /** Ours and all strategies that need no training. */
  readonly compared: readonly LabReport[];
  /** Ours and the best of the others, with more pages a crawl. */
  readonly longer: readonly LabReport[];
  /** Ours with and without each ingredient. */
  readonly ablated: readonly LabReport[];
}

/** The figures of Osprey's own strategy, as a page of Markdown. */
export function ospreyReport({ compared, longer, ablated }: Measured, ingredients: readonly string[]): string {
  return `${[
    '# Osprey’s own strategy in figures',
    `What the strategy is and does: [osprey.md](../osprey.md); what is measured: [lab.md](../lab.md). ${madeWords(compared)} Each comparison can be made again:`,
    commands([...compared, ...longer, ...ablated]),
    '## Bars',
    barsIntroduction,
    barsMarkdown([compared, longer].filter((reports) => reports.length > 0)),
    '## Judgement',
    judgementMarkdown(compared),
    ...(ablated.length === 0
      ? []
      : ['## What each ingredient is good for', ablationIntroduction, ablationMarkdown(ablated, ingredients)]),
    '## Cost',
    costMarkdown(compared),
  ].join('\n\n')}\n`;
}

function madeWords([report]: readonly LabReport[]): string {
  if (report === undefined) return '';
  const { date, version, commit } = report.made;
  const checkout = commit === undefined ? '' : `, commit ${commit}`;
  return `Made by \`npm run results\` on ${date.slice(0, 10)}, Osprey ${version}${checkout}.`;
}

/** Without the folders of reports, which are not kept. */
function commands(reports: readonly LabReport[]): string {
  const lines = reports.map(({ made }) => made.command.replace(/ --(?:(?:out|runs|workers) \S+|json)/g, ''));
  return `\`\`\`sh\n${lines.join('\n')}\n\`\`\``;
}
