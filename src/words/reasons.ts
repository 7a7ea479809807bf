import { fetchFailures } from '../download/fetch-failures.js';
import type { ClosingRule, Rejection } from '../model/frontier.js';

/** The rules that exclude a URL, or keep it queued for good. docs/reasons.md has the same tables. */
export const rules: Readonly<Record<Rejection | ClosingRule | 'expired', string>> = {
  domain: 'its host is not one of --domains.',
  include: 'it matches no --include pattern.',
  exclude: 'it matches an --exclude pattern.',
  'blocked-host': 'its host is one of --block-hosts.',
  'max-per-host': 'its host has reached --max-per-host pages.',
  'max-per-domain': 'the hosts of its registrable domain have reached --max-per-domain pages together.',
  'hosts-of-domain':
    'enough hosts of its registrable domain were visited for the relevant pages they brought (--max-per-domain).',
  'max-per-address': 'the hosts at its IP address have reached --max-per-address pages together.',
  'max-depth': 'it is more than --max-depth links away from the seeds.',
  nofollow: 'the link or its page is marked nofollow (--follow-nofollow follows it).',
  'duplicate-page': 'all pages that link to it are duplicates or near-duplicates.',
  'ignored-page': 'all pages that link to it contain words of --not.',
  pruned: 'the strategy follows none of the links to it.',
  expired: 'it was queued for longer than --expire or --expire-pages allow, and no new link to it was found.',
};

/** Why a visit did not end in a page, besides failures to fetch. */
export const visitReasons = {
  robots: 'robots.txt disallows it.',
  'robots-unavailable': 'the robots.txt of its host could not be fetched, so nothing may be visited there.',
  'content-type': 'its content type is not one of --types.',
  'duplicate-content': 'its text and links are the same as those of an earlier page; its links are not followed.',
  'near-duplicate': 'it is a near-duplicate of an earlier page (--near-duplicates); its links are not followed.',
  'not-words': 'it contains words of --not; it is ignored with its links.',
  redirect: 'it redirects to another URL, which was queued instead.',
  'max-redirects': 'more than --max-redirects redirects in a row.',
  'redirect-loop': 'it redirects to itself.',
  'bad-redirect': 'the redirect has no http or https target.',
  'not-modified': 'it was revisited, and the server says that it has not changed.',
  'same-content': 'it was revisited, and its text, links and title are the same.',
  'needs-scripts': 'it is empty without scripts, which were not run (--render auto runs them).',
  rendered: 'its scripts were run in a browser, and it was read as they made it (--render).',
  'render-timeout': 'its scripts were not done within --render-time; it was read without them.',
  'render-crashed': 'the browser crashed on it; it was read without scripts.',
  'render-too-large': 'its scripts made a document larger than --max-page-bytes; it was read without them.',
  'render-failed': 'its scripts could not be run; it was read without them.',
  'page-unreadable': 'the page could not be parsed.',
  'page-worker-died': 'the page worker died, most likely out of memory.',
  'not-text': 'it is neither a text nor a PDF, whatever its server says.',
  'pdf-reader-missing': 'it is a PDF, and the package that reads them is not installed (npm install @hyzyla/pdfium).',
  'pdf-encrypted': 'the PDF needs a password.',
  'pdf-broken': 'the PDF is damaged.',
  'pdf-too-large': 'the PDF needs more memory than one may take.',
  'page-too-slow': 'reading it took too long, so its thread was ended.',
  'record-unreadable': 'its record in the archive is damaged.',
  'sitemap-doctype': 'the sitemap has a DOCTYPE, which is not allowed.',
  'sitemap-unreadable': 'it was named as a sitemap, but is not one.',
  'xml-too-deep': 'the XML of the sitemap is nested too deeply.',
  'strategy-failed': 'the strategy threw or hung on it at every attempt.',
} as const;

const sentences: ReadonlyMap<string, string> = new Map<string, string>([
  ...Object.entries(rules),
  ...Object.entries(visitReasons),
  ...Object.entries(fetchFailures).map(([code, { sentence }]): [string, string] => [code, sentence]),
]);

/** What a reason of a visit or rejection means, in a sentence. */
export function reasonInWords(code: string): string {
  const status = /^http-(\d{3})$/.exec(code)?.[1];
  return sentences.get(code) ?? (status === undefined ? code : `the server responded with status ${status}.`);
}
