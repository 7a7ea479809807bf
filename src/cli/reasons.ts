import { fetchFailures } from '../download/fetch-failures.js';

/** Why a visit did not end in a page, or a URL was not visited, besides the failures of fetching. */
export const reasons: Readonly<Record<string, string>> = {
  // Rules that keep a URL out of the queue.
  domain: 'its host is not one of --domains.',
  include: 'it matches none of --include.',
  exclude: 'it matches one of --exclude.',
  'blocked-host': 'its host is one of --block-hosts.',
  'max-per-host': 'its host has reached --max-per-host pages.',
  'max-depth': 'it is more than --max-depth links away from the seeds.',
  nofollow: 'the link or its page asks not to be followed (--follow-nofollow would follow it).',
  'duplicate-page': 'all pages that link to it are exact copies of other pages.',
  'ignored-page': 'all pages that link to it hold words of --not.',
  // Visits that are not pages.
  robots: 'robots.txt forbids it.',
  'robots-unavailable': 'the robots.txt of its host could not be had, so nothing may be visited there.',
  'content-type': 'its content type is not one of --types.',
  'duplicate-content': 'its text and links are exactly those of a page visited before; its links are not followed.',
  'not-words': 'it holds words of --not; it is ignored with its links.',
  redirect: 'it redirects to another URL, which was queued in its place.',
  'max-redirects': 'more than --max-redirects redirects one after the other.',
  'redirect-loop': 'it redirects to itself.',
  'bad-redirect': 'it redirects to something that is not an http or https URL.',
  'page-unreadable': 'reading the page failed.',
  'page-worker-died': 'the thread that read the page ended, most likely out of memory.',
  'record-unreadable': 'its record in the archive is damaged.',
};

/** A sentence for a reason of a visit or rejection. */
export function reasonInWords(code: string): string {
  if (Object.hasOwn(reasons, code)) return reasons[code]!;
  if (Object.hasOwn(fetchFailures, code)) return fetchFailures[code as keyof typeof fetchFailures].sentence;
  const status = /^http-(\d{3})$/.exec(code)?.[1];
  return status === undefined ? code : `the server answered with status ${status}.`;
}
