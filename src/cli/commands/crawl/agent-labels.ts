import type { AgentEntry } from '../../../model/directory.js';
import { printable } from '../../terminal/format.js';
import { displayWidth, pad } from '../../terminal/terminal-text.js';

/** Cells that are left for a page's title all the same. */
const widest = 16;

/**
 * What stands before a page to tell whose it is, all equally wide: the segment where all are short, else the number. None for one
 * agent, and for several that take from one queue: then it says nothing.
 */
export function agentLabels(agents: readonly AgentEntry[]): ReadonlyMap<number, string> {
  if (new Set(agents.map(({ queue }) => queue)).size < 2) return new Map();
  const named = agents.map(({ id, segment }) => [id, printable(segment)] as const);
  const areShort = named.every(([, segment]) => displayWidth(segment) <= widest);
  const labels = areShort ? named : agents.map(({ id }) => [id, `agent ${id}`] as const);
  const width = Math.max(...labels.map(([, label]) => displayWidth(label)));
  return new Map(labels.map(([id, label]) => [id, pad(label, width)]));
}
