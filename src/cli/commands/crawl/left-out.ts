import { counted } from '../../terminal/format.js';

/** The note on pages that are not shown because they ask not to be indexed. */
export function leftOut(pages: number, one = 'page'): string {
  return `Left out (noindex): ${counted(pages, one)}; --export-noindex includes ${pages === 1 ? 'it' : 'them'}.`;
}

/** The same of pages that are reserved. */
export function reservedOut(pages: number): string {
  return `Left out (reserved): ${counted(pages, 'page')}; see docs/rights.md.`;
}
