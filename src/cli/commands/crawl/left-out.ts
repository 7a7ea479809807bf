import { counted } from '../../terminal/format.js';

/** What is said of so many pages that are not shown. */
export function leftOut(pages: number, one = 'page'): string {
  return `Left out, since they ask not to be indexed: ${counted(pages, one)}; --export-noindex brings them in.`;
}
