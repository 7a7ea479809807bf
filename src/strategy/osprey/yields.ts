import { TermRows } from '../../text/term-rows.js';

/** What a host, or a template, has brought so far. */
export interface Yield {
  readonly pages: number;
  /** Sum of the rewards of its pages. */
  readonly reward: number;
}

const nothing: Yield = { pages: 0, reward: 0 };

/** Mean rewards by host or template: those that pay get more of the budget. */
export class Yields {
  readonly rows = new TermRows(2);

  add(key: number, reward: number): void {
    const at = this.rows.at(key);
    this.rows.values[at]!++;
    this.rows.values[at + 1]! += reward;
  }

  of(key: number): Yield {
    const at = this.rows.find(key);
    if (at < 0) return nothing;
    return { pages: this.rows.values[at]!, reward: this.rows.values[at + 1]! };
  }
}

/** What the other hosts of a registrable domain have brought. */
export function others(domain: Yield, host: Yield): Yield {
  return { pages: domain.pages - host.pages, reward: domain.reward - host.reward };
}

/** The mean reward, drawn towards the usual one as long as there is little to go by: worth `strength` pages. */
export function shrunkMean({ pages, reward }: Yield, usual: number, strength: number): number {
  return (reward + strength * usual) / (pages + strength);
}

/** The best reward of late: before anything is known, what it fades by with every visit, and the least that it fades to. */
export const firstBest = 0.3;
const fading = 0.995;
const leastBest = 0.05;

/** The best reward of late after one more visit. */
export function bestOfLate(before: number, reward: number): number {
  return Math.max(before * fading, reward, leastBest);
}

/** Pages that a host or template has to show what it is worth before its share shrinks much. */
const trialPages = 10;
/** Share of the best reward that a host or template has to bring to keep its whole share. */
const wantedShare = 0.2;
/** What is left to those that bring nothing: they are put off, never shut out. */
export const leastAllowance = 0.1;

/**
 * How much of their worth the links of a host or template keep, by what its pages have brought: all of it while it pays,
 * down to a tenth when it does not. Traps starve by it: their pages cost and bring nothing. `best` is the reward of the
 * best pages of late; `trust` is what it is taken to keep before it has shown anything.
 */
export function allowance({ pages, reward }: Yield, best: number, trust = 1): number {
  const wanted = wantedShare * best;
  if (wanted <= 0) return 1;
  const share = (reward + trust * trialPages * wanted) / ((pages + trialPages) * wanted);
  return Math.max(leastAllowance, Math.min(1, share));
}

/**
 * The same of a host: what the other hosts of its registrable domain keep is its trust. So a row of hosts without an end starves as one
 * host would, and a host that pays is not held back for its neighbours.
 */
export function hostAllowance(host: Yield, domain: Yield, best: number): number {
  return allowance(host, best, allowance(others(domain, host), best));
}
