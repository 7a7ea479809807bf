/**
 * Holm's step-down correction: chances for each test such that those below α are wrong together with a chance of at most α. The
 * smallest of m is multiplied by m, the next by m − 1, …, and none is below the one before. Null is a test that was not made: it
 * stays null and does not count.
 */
export function holm(ps: readonly (number | null)[]): (number | null)[] {
  const adjusted = new Array<number | null>(ps.length).fill(null);
  const made = ps.flatMap((p, index) => (p === null ? [] : [{ p, index }])).sort((a, b) => a.p - b.p);
  let before = 0;
  for (const [step, { p, index }] of made.entries()) {
    before = Math.min(1, Math.max(before, p * (made.length - step)));
    adjusted[index] = before;
  }
  return adjusted;
}
