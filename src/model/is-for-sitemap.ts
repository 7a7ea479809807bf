import type { VisitRow } from './visit.js';

/** Whether a request is or was for a sitemap, given what is known of its URL: what is visited again is expected to be what it was. */
export function isForSitemap({ errand }: Pick<VisitRow, 'errand'>, known?: Pick<VisitRow, 'outcome'>): boolean {
  return errand === 'sitemap' || known?.outcome === 'sitemap';
}
