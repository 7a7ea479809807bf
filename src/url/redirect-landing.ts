/** Where a URL leads in the end, step by step; in a circle, to where it closes. */
export function landing(url: string, next: (url: string) => string | undefined): string {
  const seen = new Set<string>();
  let at = url;
  for (let step = next(at); step !== undefined && !seen.has(at); step = next(at)) {
    seen.add(at);
    at = step;
  }
  return at;
}
