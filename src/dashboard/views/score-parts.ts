import { inertLine } from '../../page/inert-line.js';
import { preferredPart } from '../../strategy/preferring-hosts.js';
import { strategies } from '../../strategy/strategies.js';
import { isPart } from '../../words/part-meaning.js';
import type { ScorePart } from '../api/text.js';

const mostParts = 40;

/** Parts of a score with what they mean, the largest first. */
export function scoreParts(strategy: string, parts: Readonly<Record<string, number>>): ScorePart[] {
  return Object.entries(parts)
    .filter(([, value]) => typeof value === 'number')
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .slice(0, mostParts)
    .map(([name, value]) => ({ name: inertLine(name, 60), value, meaning: meaningOf(strategy, name) }));
}

/** Whether the parts of a strategy's scores add up to the raw score. */
export function partsAddUp(strategy: string): boolean {
  return strategies.find(({ name }) => name === strategy)?.partsAddUp ?? false;
}

/** The words of a strategy file are in its code, which is not run to look at a crawl. */
function meaningOf(strategy: string, part: string): string {
  if (part === preferredPart) return 'somebody asked for more of its host';
  const described = strategies.find(({ name }) => name === strategy)?.parts ?? {};
  return Object.entries(described).find(([name]) => isPart(name, part))?.[1] ?? '';
}
