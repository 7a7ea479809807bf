/** The first of each list, then the second of each … */
export function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = lists.reduce((length, list) => Math.max(length, list.length), 0);
  return Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list.slice(rank, rank + 1))).flat();
}
