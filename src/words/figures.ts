export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

export function twoDigits(relevance: number): string {
  return relevanceDigits(relevance, 2);
}

export function threeDigits(relevance: number): string {
  return relevanceDigits(relevance, 3);
}

/** A relevance, rounded; but what misses the usual threshold must not look as if it reached it. */
export function relevanceDigits(relevance: number, digits: number): string {
  const unit = 10 ** digits;
  // 0.285 × 100 is a little less than 28.5.
  const rounded = Math.round(unit * relevance + 1e-9);
  return ((relevance < 0.5 ? Math.min(rounded, unit / 2 - 1) : rounded) / unit).toFixed(digits);
}

/** 2026-11-16 18:00 UTC. */
export function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}
