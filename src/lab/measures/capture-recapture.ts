import { z95 } from './normal-tail.js';

/** How many there are in all, with a 95 % confidence interval. */
export interface Population {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

/**
 * How many relevant pages there are, from two searches that found `first` and `second` of them, `both` in common (Chapman
 * 1951): (n₁+1)(n₂+1)/(m+1) − 1. It supposes that the searches do not depend on each other. Crawls that follow the same links
 * do, and find more in common than by chance, so that it is rather a lower bound for them.
 *
 * The interval is log-normal in the number of unseen pages (Chao 1987) with Seber's variance, so it never ends below the number
 * of distinct pages seen. A search that found nothing new says nothing of what is unseen: then it is a point.
 */
export function chapman(first: number, second: number, both: number): Population {
  if (both > Math.min(first, second)) throw new RangeError('No more can be in common than either search found.');
  const seen = first + second - both;
  const [onlyFirst, onlySecond] = [first - both, second - both];
  // The same as the estimate less `seen`, and exactly 0 where it has to be.
  const unseen = (onlyFirst * onlySecond) / (both + 1);
  if (unseen === 0) return { estimate: seen, low: seen, high: seen };
  const variance = ((first + 1) * (second + 1) * onlyFirst * onlySecond) / ((both + 1) ** 2 * (both + 2));
  const factor = Math.exp(z95 * Math.sqrt(Math.log1p(variance / unseen ** 2)));
  return { estimate: seen + unseen, low: seen + unseen / factor, high: seen + unseen * factor };
}
