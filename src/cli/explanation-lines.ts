import type { Settings } from '../config/options.js';
import type { Explanation, PathStep } from '../export/explanation.js';
import type { InLink } from '../store/crawl-store.js';
import type { VisitRow } from '../store/visit.js';
import type { StrategyEntry } from '../strategy/strategy-entry.js';
import { columns, count, printable } from './format.js';
import { reasonInWords } from './reasons.js';

/** What the strategy says of its scores. */
type Told = Pick<StrategyEntry, 'parts' | 'priority'>;

/** An explanation in words. */
export function explanationLines(
  { url, visit, path, inLinks }: Explanation,
  settings: Settings,
  told: Told,
  hostClosed?: string,
): string[] {
  const lines = [printable(url.url, 2_000), ''];
  if (visit !== undefined) lines.push(...visitLines(visit, settings));
  else if (url.state === 'queued') {
    lines.push(`Waiting in the queue with priority ${number(url.priority!)} on level ${url.level}.`);
    if (hostClosed !== undefined) lines.push(`It waits in vain. Rule "${hostClosed}": ${reasonInWords(hostClosed)}`);
    if (url.attempts! > 0) lines.push(`Tried ${url.attempts} time(s) without success so far.`);
  } else if (url.state === 'expired') lines.push(`Not visited. Rule "expired": ${reasonInWords('expired')}`);
  else lines.push(`Not visited. Rule "${url.reason}": ${reasonInWords(url.reason)}`);
  lines.push('', 'Path from the seed');
  for (const [index, step] of path.entries()) lines.push(...stepLines(step, index));
  lines.push(...lastStep(inLinks, url.parent, path.length, visit));
  if (inLinks.length > 0) {
    lines.push('', `Links to it (${inLinks.length === 20 ? 'the best 20' : count(inLinks.length)}), best first`);
    for (const link of inLinks)
      lines.push(
        `  ${number(link.score)}${parts(link.parts)}  ${anchor(link)} on ${printable(link.from, 200)}${link.level < 0 ? ' (did not count)' : ''}`,
      );
  }
  const used = [visit?.judgement?.parts, ...inLinks.map((link) => link.parts), ...path.map((step) => step.link?.parts)];
  lines.push(
    ...legend(
      used.flatMap((named) => Object.keys(named ?? {})),
      told.parts,
    ),
  );
  if (told.priority !== undefined) lines.push('', `How links get their place in the queue: ${told.priority}`);
  return lines;
}

/** What the names of the parts stand for, in the words of the strategy. Words of the topic stand for themselves. */
function legend(names: readonly string[], meanings: Told['parts']): string[] {
  const known = new Map<string, string>();
  for (const name of names) {
    const key = Object.keys(meanings).find((candidate) => isPart(candidate, name));
    if (key !== undefined) known.set(key, meanings[key]!);
  }
  if (known.size === 0) return [];
  return ['', 'What the parts are', ...columns([...known]).map((line) => `  ${line}`)];
}

/** Whether the strategy's name of a part, which may end in `*`, stands for this one. */
export function isPart(described: string, name: string): boolean {
  return described.endsWith('*') ? name.startsWith(described.slice(0, -1)) : name === described;
}

function visitLines(visit: VisitRow, settings: Settings): string[] {
  const { judgement } = visit;
  const lines = [
    `Visit ${count(visit.seq)} at ${new Date(visit.fetchedAt).toISOString()}, priority ${number(visit.priority)}, depth ${visit.depth}: ` +
      (visit.outcome === 'page' ? `status ${visit.status}, a page.` : `${visit.outcome}.`),
  ];
  if (visit.title) lines.push(`Title: ${printable(visit.title)}`);
  if (visit.reason !== '')
    lines.push(
      `Reason "${visit.reason}": ${reasonInWords(visit.reason)}${visit.detail ? ` (${printable(visit.detail, 300)})` : ''}`,
    );
  if (judgement !== undefined && visit.outcome !== 'example') {
    const { rawThreshold, threshold } = settings;
    const bound = rawThreshold === undefined ? `threshold ${threshold}` : `raw threshold ${rawThreshold}`;
    lines.push(
      `Relevance ${judgement.relevance.toFixed(3)} (raw score ${number(judgement.raw)}; ${bound}): ${judgement.relevant ? 'relevant' : 'not relevant'}.`,
    );
    const named = Object.entries(judgement.parts).sort(([, a], [, b]) => b - a);
    if (visit.outcome === 'ignored')
      lines.push(`Words that are not meant: ${named.map(([word, n]) => `${word} (${n})`).join(', ')}`);
    else if (named.length > 0)
      lines.push(`What the judgement is made of: ${named.map(([word, part]) => `${word} ${number(part)}`).join(', ')}`);
    else lines.push('No word of the topic is on the page.');
  }
  return lines;
}

function stepLines({ visit, link }: PathStep, index: number): string[] {
  const relevance =
    visit.judgement === undefined || visit.outcome === 'example'
      ? `visit ended as ${visit.outcome}`
      : `relevance ${visit.judgement.relevance.toFixed(2)}`;
  const by = link === undefined ? origin(visit) : `${anchor(link)} scored ${number(link.score)}${parts(link.parts)}`;
  return [`  ${index}. ${printable(visit.url, 200)}`, `     ${by}; ${relevance}`];
}

function lastStep(inLinks: readonly InLink[], parent: number, index: number, visit: VisitRow | undefined): string[] {
  if (parent === 0) return [`  0. this URL, ${origin(visit)}`];
  const link = inLinks.find((candidate) => candidate.visit === parent);
  return [
    `  ${index}. this URL${link === undefined ? '' : `, ${anchor(link)} scored ${number(link.score)}${parts(link.parts)}`}`,
  ];
}

function origin(visit: VisitRow | undefined): string {
  return visit?.outcome === 'example' ? 'example' : 'seed';
}

function anchor({ anchor: text, parts: named }: InLink): string {
  if (Object.hasOwn(named, 'redirect')) return 'redirect';
  return text === '' ? 'link without text' : `link "${printable(text, 80)}"`;
}

function parts(named: Readonly<Record<string, number>>): string {
  const entries = Object.entries(named);
  return entries.length === 0 ? '' : ` (${entries.map(([name, value]) => `${name} ${number(value)}`).join(', ')})`;
}

function number(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toPrecision(3);
}
