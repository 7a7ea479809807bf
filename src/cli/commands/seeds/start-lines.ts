import path from 'node:path';
import { isHttpUrl } from '../../../config/network-kinds.js';
import type { AgentEntry } from '../../../model/directory.js';
import type { Seed } from '../../../seeding/seed.js';
import type { AskedSource, SeedReport } from '../../../seeding/seed-report.js';
import { seedsName } from '../../../store/crawl-folder.js';
import { columns, counted, printable } from '../../terminal/format.js';
import { flow, widthOf } from '../../terminal/terminal-text.js';

/** Agents that are named when a crawl starts; "osprey status" names them all. */
const mostNamed = 8;

/** Unread parts of a list that are named; `--json` names them all. */
const mostUnread = 3;

/** Who was asked and what came of it; who was not, and why. */
export function askedLines({ asked, left }: Pick<SeedReport, 'asked' | 'left'>): string[] {
  const others = left.map(({ source, why }) => [source, '', `not asked: ${why}`]);
  return columns([...asked.flatMap(answerRows), ...others]);
}

function answerRows({ source, genre, answers, place, unread = [], failure }: AskedSource): string[][] {
  const from = place === undefined ? '' : ` of ${printable(isHttpUrl(place) ? place : path.relative('', place), 300)}`;
  const more = unread.length - mostUnread;
  return [
    [
      source,
      genre,
      failure === undefined ? `${counted(answers, 'page')}${from}` : `failed: ${printable(failure, 300)}`,
    ],
    ...unread
      .slice(0, mostUnread)
      .map((list) => ['', '', `could not read ${printable(list.place, 300)}: ${printable(list.why, 300)}`]),
    ...(more > 0 ? [['', '', `and ${more} more`]] : []),
  ];
}

/** What a crawl starts from. */
export function seedLines(report: SeedReport, seeds: readonly Seed[], folder: string): string[] {
  const file = path.join(path.relative(process.cwd(), folder), seedsName);
  return [`Starting from ${counted(seeds.length, 'seed')}${chosenWords(report, seeds)}, saved in ${file}`];
}

/** How many were taken of those that were found; nothing where it was all of them. */
export function chosenWords({ found }: SeedReport, seeds: readonly Seed[]): string {
  const taken = seeds.filter((seed) => seed.found.length > 0).length;
  return taken === found ? '' : ` (${taken} of ${found} found; --seed-count takes more)`;
}

/** Who explores what; nothing for one agent. */
export function schoolLines(agents: readonly AgentEntry[]): string[] {
  if (agents.length < 2) return [];
  if (new Set(agents.map(({ queue }) => queue)).size === 1) return [`${agents.length} agents share one queue`];
  const named = agents
    .slice(0, mostNamed)
    .map(({ id, segment, seeds }) => `${id} ${printable(segment, 60)} (${counted(seeds, 'seed')})`);
  const more = agents.length - named.length;
  const parts = [...named, ...(more > 0 ? [`${more} more`] : [])];
  const commas = parts.map((part, index) => (index < parts.length - 1 ? `${part},` : part));
  return flow([`${agents.length} agents:`, ...commas], widthOf(process.stderr), ' ');
}
