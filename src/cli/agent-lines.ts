import type { TableWord } from '../agent/table-words.js';
import type { Diversity } from '../store/agent-diversity.js';
import type { AgentFindings } from '../store/agent-findings.js';
import { columns, count, counted, percent, printable, time } from './format.js';

/** Pairs of agents that are listed; the rest is in --json. */
const mostPairs = 5;

/** An agent as `osprey status` tells of it. */
export interface AgentStatus extends Omit<AgentFindings, 'table'> {
  /** The first terms of its table. */
  readonly terms: readonly TableWord[];
}

/** A line an agent. `now` while the crawl is running: then it matters when they gave their last sign of life. */
export function agentLines(agents: readonly AgentStatus[], now: number | undefined): string[] {
  const head = ['agent', 'segment', 'pages', 'relevant', 'harvest', 'queue', 'last host', 'state', 'top terms'];
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
  return ['', 'Agents', ...columns([head, ...rows], [0, 2, 3, 4, 5]).map((line) => `  ${line}`)];
}

function stateInWords({ state, restarts, beatAt }: AgentStatus, now: number | undefined): string {
  const isOver = state === 'ended' || state === 'given-up';
  const isAlive = !isOver && now !== undefined;
  return [
    // It did not come to say so itself.
    isOver || isAlive ? state : 'stopped',
    ...(isAlive ? [`seen ${time(now - beatAt)} ago`] : []),
    ...(restarts > 0 ? [counted(restarts, 'restart')] : []),
  ].join(', ');
}

/** How different the agents' finds are. */
export function diversityLines({ relevant, hosts, foundByOneShare, overlaps }: Diversity): string[] {
  if (relevant === 0) return [];
  const greatest = [...overlaps].sort((a, b) => b.share - a.share).slice(0, mostPairs);
  const mean = overlaps.reduce((sum, overlap) => sum + overlap.share, 0) / overlaps.length;
  const rows = greatest.map(({ share, agents: [first, second], both, either }) => [
    percent(share),
    `agents ${first} and ${second}`,
    `${count(both)} of ${counted(either, 'page')}`,
  ]);
  const more = overlaps.length - greatest.length;
  return [
    '',
    `Diversity: ${counted(relevant, 'relevant page')} on ${counted(hosts, 'host')}, ${percent(foundByOneShare)} of them found by one agent alone`,
    `Overlap of two agents' relevant pages: ${percent(mean)}${overlaps.length > 1 ? ' on average' : ''}`,
    ...columns(rows, [0]).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${counted(more, 'more pair')} (--json lists all)`] : []),
  ];
}
