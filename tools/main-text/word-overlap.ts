const WORD = /[\p{L}\p{N}_]+/gu;

/** Lower-cased runs of letters, digits and underscores. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/** F1 of two bags of words. */
export function wordF1(found: readonly string[], gold: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of gold) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of found) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    common++;
    left.set(word, count - 1);
  }
  return found.length + gold.length === 0 ? 1 : (2 * common) / (found.length + gold.length);
}
