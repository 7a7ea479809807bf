/** Reasons of visits that brought a document all the same, and count as pages. */
const ofPages: ReadonlySet<string> = new Set([
  'duplicate-content',
  'near-duplicate',
  'not-words',
  'needs-scripts',
  'rendered',
  'render-timeout',
  'render-crashed',
  'render-too-large',
  'render-failed',
]);

type Reasons = Readonly<Record<string, number>>;

/** Those among the pages, and those of visits that brought none: so that no visit is counted as both. */
export function reasonsOfPages(reasons: Reasons): { readonly pages: Reasons; readonly others: Reasons } {
  const entries = Object.entries(reasons);
  return {
    pages: Object.fromEntries(entries.filter(([reason]) => ofPages.has(reason))),
    others: Object.fromEntries(entries.filter(([reason]) => !ofPages.has(reason))),
  };
}
