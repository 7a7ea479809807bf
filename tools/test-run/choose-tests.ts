const NEAR_MATCHES = 5;

/**
 * The test files whose path contains one of the patterns; all of them where there is no pattern. A pattern that matches
 * no file is an error, even if another one matches: it was mistyped.
 */
export function chooseTests(patterns: readonly string[], files: readonly string[]): string[] {
  const unmatched = patterns.filter((pattern) => !files.some((file) => file.includes(pattern)));
  if (unmatched.length > 0) throw new Error(unmatched.map((pattern) => sentenceFor(pattern, files)).join('\n'));
  return files.filter((file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)));
}

function sentenceFor(pattern: string, files: readonly string[]): string {
  const near = nearMatches(pattern, files);
  const meant = near.length === 0 ? '' : ` Near matches:\n${near.map((file) => `  ${file}`).join('\n')}`;
  return `No test file has "${pattern}" in its path.${meant}`;
}

/** The files that match after the fewest edits of the pattern, which are at most one in two letters. */
function nearMatches(pattern: string, files: readonly string[]): string[] {
  const edits = new Map(files.map((file) => [file, editsToMatch(pattern, file)]));
  const fewest = Math.min(...edits.values());
  if (fewest > pattern.length / 2) return [];
  return files.filter((file) => edits.get(file) === fewest).slice(0, NEAR_MATCHES);
}

/** How many letters of the pattern have to be inserted, deleted or replaced until `text` contains it (Sellers, 1980). */
function editsToMatch(pattern: string, text: string): number {
  // Zero for every letter: a match may begin anywhere in the text.
  let last = new Array<number>(text.length + 1).fill(0);
  for (let row = 1; row <= pattern.length; row++) {
    const current = [row];
    for (let column = 1; column <= text.length; column++) {
      const replaced = last[column - 1]! + (pattern[row - 1] === text[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, last[column]! + 1, current[column - 1]! + 1));
    }
    last = current;
  }
  return Math.min(...last);
}
