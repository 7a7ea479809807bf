import type { Interval } from '../results.js';
import { z95 } from './normal-tail.js';

/**
 * Share of successes with Wilson's 95 % score interval, which holds for few trials and for shares near 0 and 1 too. No trials, no
 * knowledge: anything from 0 to 1.
 */
export function wilson(successes: number, trials: number): Interval {
  if (trials === 0) return { mean: 0, low: 0, high: 1 };
  const mean = successes / trials;
  const z2 = z95 ** 2;
  const centre = (successes + z2 / 2) / (trials + z2);
  const half = (z95 * Math.sqrt(trials * mean * (1 - mean) + z2 / 4)) / (trials + z2);
  // At 0 and 1 the end is the share itself, which rounding may miss.
  return { mean, low: successes === 0 ? 0 : centre - half, high: successes === trials ? 1 : centre + half };
}
