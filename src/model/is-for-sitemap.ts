import type { VisitRow } from './visit.js';

/** Whether a request is or was for a sitemap, given what is known of its URL: what is visited again is expected to be what it was. */
export function isForSitemap({ kind }: Pick<VisitRow, 'kind'>, known?: Pick<VisitRow, 'outcome'>): boolean {
  return kind === 'sitemap' || known?.outcome === 'sitemap';
}
