export function percentage(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** How a p-value is shown: never as 0. */
export function pWords(p: number): string {
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}

/** The word "significant" is kept for a p, adjusted for the number of comparisons, below 0.05. */
export function isSignificant(adjusted: number): boolean {
  return adjusted < 0.05;
}

/** A ratio as people say it, followed by `that of …`. */
export function ratioWords(ratio: number): string {
  if (ratio >= 1.5) return `${Number(ratio.toFixed(ratio < 10 ? 1 : 0))} times`;
  const points = Math.round(100 * Math.abs(ratio - 1));
  if (points === 0) return 'level with';
  return `${points} % ${ratio > 1 ? 'above' : 'below'}`;
}

/** a, b and c. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
