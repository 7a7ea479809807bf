import type { TableWord } from '../../../agent/table-words.js';
import type { Diversity } from '../../../store/reports/agent-diversity.js';
import type { AgentFindings } from '../../../store/reports/agent-findings.js';
import { columns, count, counted, percent, printable, time } from '../../terminal/format.js';
import { displayWidth, fit } from '../../terminal/terminal-text.js';

/** Pairs of agents that are listed; the rest is in --json. */
const mostPairs = 5;

/** An agent as `osprey status` tells of it. */
export interface AgentStatus extends Omit<AgentFindings, 'table' | 'queue'> {
  /** The first terms of its table. */
  readonly terms: readonly TableWord[];
}

const head = ['agent', 'segment', 'pages', 'relevant', 'harvest', 'queue', 'last host', 'state', 'top terms'];
const numbers = [0, 2, 3, 4, 5];
/** Place of the first column that stands below the others where there is no room beside them. */
const below = 6;
const indent = '  ';

/** A line an agent, two in a narrow terminal. */
export function agentLines(agents: readonly AgentStatus[], now: number, width: number): string[] {
  const rows = agents.map((agent) => [
    String(agent.id),
    printable(agent.segment, 40),
    count(agent.pages),
    count(agent.relevant),
    percent(agent.pages === 0 ? 0 : agent.relevant / agent.pages),
    agent.queued === undefined ? 'shared' : count(agent.queued),
    printable(agent.host, 60) || '–',
    stateInWords(agent, now),
    printable(agent.terms.flatMap(({ word }) => word ?? []).join(', ')) || '–',
  ]);
  const wide = columns([head, ...rows], numbers);
  const lines = Math.max(...wide.map(displayWidth)) + indent.length <= width ? wide : narrow(rows, width);
  return lines.map((line) => indent + line);
}

/** Figures first, and what is in words below them. */
function narrow(rows: readonly (readonly string[])[], width: number): string[] {
  const figures = [head, ...rows].map((row) => row.slice(0, below));
  const others = columns(figures.map((row) => row.with(1, '')));
  const room = width - indent.length - Math.max(...others.map(displayWidth));
  const lines = columns(
    figures.map((row) => row.with(1, fit(row[1]!, Math.max(room, head[1]!.length)))),
    numbers,
  );
  const hang = ' '.repeat(head[0]!.length + indent.length);
  const words = rows.map((row) =>
    row
      .slice(below)
      .filter((cell) => cell !== '–')
      .join('; '),
  );
  return lines.flatMap((line, index) =>
    index === 0 ? [line] : [line, hang + fit(words[index - 1]!, width - hang.length - indent.length)],
  );
}

function stateInWords({ state, restarts, beatAt }: AgentStatus, now: number): string {
  const isAlive = state === 'working' || state === 'waiting';
  return [
    state,
    ...(isAlive ? [`seen ${time(now - beatAt)} ago`] : []),
    ...(restarts > 0 ? [counted(restarts, 'restart')] : []),
  ].join(', ');
}

/** How different the agents' finds are. */
export function diversityLines({ relevant, hosts, foundByOneShare, overlaps }: Diversity): string[] {
  if (relevant === 0) return [];
  const found = overlaps.filter(({ either }) => either > 0);
  const greatest = found.sort((a, b) => b.share - a.share).slice(0, mostPairs);
  const mean = overlaps.reduce((sum, overlap) => sum + overlap.share, 0) / overlaps.length;
  const rows = greatest.map(({ share, agents: [first, second], both, either }) => [
    percent(share),
    `agents ${first} and ${second}`,
    `${count(both)} of ${counted(either, 'page')}`,
  ]);
  const more = found.length - greatest.length;
  return [
    '',
    `Diversity: ${counted(relevant, 'relevant page')} on ${counted(hosts, 'host')}, ${percent(foundByOneShare)} found by one agent only`,
    `Overlap between two agents: ${percent(mean)} of their relevant pages${overlaps.length > 1 ? ' on average' : ''}`,
    ...columns(rows, [0]).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${counted(more, 'more pair')} (--json lists all)`] : []),
  ];
}
