/** Longer words in ids and classes are generated, single letters say nothing. */
const [SHORTEST, LONGEST] = [2, 20];
/** More of a class attribute than anybody writes by hand. */
const LOOKED_AT = 300;

/** Calls `take` with the place of each word in an id or a class attribute: `post-body` and `postBody` are two words each. */
export function scanNameWords(names: string, take: (names: string, start: number, end: number) => void): void {
  const last = Math.min(names.length, LOOKED_AT);
  let start = 0;
  let wasLower = false;
  for (let i = 0; i <= last; i++) {
    const code = i < last ? names.charCodeAt(i) : 0;
    const isLower = code >= 97 && code <= 122;
    const isUpper = code >= 65 && code <= 90;
    if ((isUpper && wasLower) || !(isLower || isUpper)) {
      if (i - start >= SHORTEST && i - start <= LONGEST) take(names, start, i);
      start = isUpper ? i : i + 1;
    }
    wasLower = isLower;
  }
}
