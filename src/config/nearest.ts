const LONGEST_WORD = 64;

/**
 * The candidate that was probably meant by a mistyped word: at most one edit in three letters away, whatever the case and
 * the dashes (`max-page` means `maxPages`). The first of equally near candidates wins.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > LONGEST_WORD) return undefined;
  const wanted = folded(word);
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const edits = editDistance(wanted, folded(candidate));
    if (edits < fewest) {
      best = candidate;
      fewest = edits;
    }
  }
  return best;
}

/** Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b` (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let edits = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        edits = Math.min(edits, beforeLast[column - 2]! + 1);
      }
      current.push(edits);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length]!;
}

function folded(word: string): string {
  return word.toLowerCase().replace(/[-_\s]/g, '');
}
