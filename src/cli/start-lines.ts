import path from 'node:path';
import type { SeedReport } from '../seeding/find-seeds.js';
import { seedsName } from '../store/crawl-folder.js';
import type { AgentEntry } from '../store/directory.js';
import { columns, counted, printable } from './format.js';
import { flow } from './terminal-text.js';

/** Agents that are named when a crawl starts; "osprey status" names them all. */
const mostNamed = 8;

/** Who was asked and what came of it; who was not, and why. */
export function askedLines({ asked, left }: Pick<SeedReport, 'asked' | 'left'>): string[] {
  const answered = asked.map(({ source, genre, answers, failure }) => [
    source,
    genre,
    failure === undefined ? counted(answers, 'page') : `failed: ${printable(failure, 300)}`,
  ]);
  const others = left.map(({ source, why }) => [source, '', `not asked: ${why}`]);
  return columns([...answered, ...others]);
}

/** What came of the sources. */
export function seedLines(used: number, folder: string): string[] {
  const file = path.join(path.relative(process.cwd(), folder), seedsName);
  return [`Starting from ${counted(used, 'seed')}, kept in ${file}`];
}

/** Who explores what; nothing for one agent. */
export function schoolLines(agents: readonly AgentEntry[]): string[] {
  if (agents.length < 2) return [];
  if (new Set(agents.map(({ queue }) => queue)).size === 1)
    return [`${agents.length} agents take the best of one queue`];
  const named = agents
    .slice(0, mostNamed)
    .map(({ id, segment, seeds }) => `${id} ${printable(segment, 60)} (${counted(seeds, 'seed')})`);
  const more = agents.length - named.length;
  const parts = [...named, ...(more > 0 ? [`${more} more`] : [])];
  const width = process.stderr.isTTY ? (process.stderr.columns ?? 80) : Number.POSITIVE_INFINITY;
  const commas = parts.map((part, index) => (index < parts.length - 1 ? `${part},` : part));
  return flow([`${agents.length} agents:`, ...commas], width, ' ');
}
