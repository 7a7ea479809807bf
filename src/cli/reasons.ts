import { fetchFailures } from '../download/fetch-failures.js';
import type { Rejection } from '../model/frontier.js';

/** The rules that keep a URL out of the queue, or in it for good. These tables are those of docs/reasons.md. */
export const rules: Readonly<Record<Rejection | 'max-per-host' | 'max-per-domain' | 'expired', string>> = {
  domain: 'its host is not one of --domains.',
  include: 'it matches none of --include.',
  exclude: 'it matches one of --exclude.',
  'blocked-host': 'its host is one of --block-hosts.',
  'max-per-host': 'its host has reached --max-per-host pages.',
  'max-per-domain': 'the hosts of its registrable domain have reached --max-per-domain pages together.',
  'max-depth': 'it is more than --max-depth links away from the seeds.',
  nofollow: 'the link or its page asks not to be followed (--follow-nofollow would follow it).',
  'duplicate-page': 'all pages that link to it are copies of other pages, or nearly.',
  'ignored-page': 'all pages that link to it hold words of --not.',
  pruned: 'the strategy follows none of the links to it.',
  expired: 'it waited in the queue for longer than --expire or --expire-pages allow, and was not met again.',
};

/** Why a visit did not end in a page, besides the failures of fetching. */
export const visitReasons = {
  robots: 'robots.txt forbids it.',
  'robots-unavailable': 'the robots.txt of its host could not be had, so nothing may be visited there.',
  'content-type': 'its content type is not one of --types.',
  'duplicate-content': 'its text and links are exactly those of a page visited before; its links are not followed.',
  'near-duplicate':
    'it nearly repeats a page visited before (--near-duplicates says how nearly); its links are not followed.',
  'not-words': 'it holds words of --not; it is ignored with its links.',
  redirect: 'it redirects to another URL, which was queued in its place.',
  'max-redirects': 'more than --max-redirects redirects one after the other.',
  'redirect-loop': 'it redirects to itself.',
  'bad-redirect': 'it redirects nowhere: the answer names no http or https URL to go to.',
  'not-modified': 'it was visited again, and the server says that it has not changed.',
  'same-content': 'it was visited again, and its text, links and title are what they were.',
  'page-unreadable': 'reading the page failed.',
  'page-worker-died': 'the thread that read the page ended, most likely out of memory.',
  'record-unreadable': 'its record in the archive is damaged.',
  'sitemap-doctype': 'the sitemap has a DOCTYPE, which no sitemap has.',
  'sitemap-unreadable': 'it was named as a sitemap, but is none.',
  'xml-too-deep': 'the elements of the sitemap are nested deeper than in any list of pages.',
  'strategy-failed': 'the strategy threw or hung at it as often as a request is tried.',
} as const;

const sentences: ReadonlyMap<string, string> = new Map<string, string>([
  ...Object.entries(rules),
  ...Object.entries(visitReasons),
  ...Object.entries(fetchFailures).map(([code, { sentence }]): [string, string] => [code, sentence]),
]);

/** A sentence for a reason of a visit or rejection. */
export function reasonInWords(code: string): string {
  const status = /^http-(\d{3})$/.exec(code)?.[1];
  return sentences.get(code) ?? (status === undefined ? code : `the server answered with status ${status}.`);
}
