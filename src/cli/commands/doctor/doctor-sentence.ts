import type { Settings } from '../../../config/options.js';
import { isAsked } from '../../../doctor/page-diagnosis.js';
import type { UrlDiagnosis } from '../../../doctor/url-diagnosis.js';
import { reasonInWords } from '../../../words/reasons.js';
import { printable } from '../../terminal/format.js';
import { isPlainServer } from './doctor-lines.js';

type Options = Pick<Settings, 'retries' | 'exportNoindex' | 'followNofollow'>;

/** Whether the page would be visited, why not, and which option changes it: one sentence. */
export function doctorSentence(diagnosis: UrlDiagnosis, options: Options): string {
  const { verdict, hops } = diagnosis;
  const redirected = hops.length > 1;
  const at = printable(verdict.url, 2_100);
  if (verdict.visited)
    return `Would be visited${redirected ? ` as ${at}, after redirects` : ''}${wishes(diagnosis, options)}.`;
  const now = hops.at(-1)!.passing ? ' now' : '';
  const who = redirected ? `: it redirects to ${at}, and there ` : ': ';
  return `Would not be visited${now}${who}${why(diagnosis)}; ${change(diagnosis, options)}.`;
}

/** The wishes of the page that a crawl would follow. */
function wishes({ hops }: UrlDiagnosis, { exportNoindex, followNofollow }: Options): string {
  const { page } = hops.at(-1)!;
  const followed: string[] = [];
  if (page && isAsked(page.noindex) && !exportNoindex)
    followed.push('exports leave it out because of noindex (--export-noindex changes that)');
  if (page && isAsked(page.nofollow) && !followNofollow)
    followed.push('its links would not be followed because of nofollow (--follow-nofollow changes that)');
  return followed.length === 0 ? '' : `, but ${followed.join(', and ')}`;
}

function why({ hops }: UrlDiagnosis): string {
  const { reason, until, target } = hops.at(-1)!;
  if (reason === 'hosts-waiting')
    return `its host asks crawlers to wait${until === undefined ? ' for long' : ` until ${until}`}`;
  if (reason === 'redirect-loop' && target !== undefined) return `it redirects back to ${printable(target, 2_100)}`;
  const words = reasonInWords(reason).replace(/\.$/, '');
  return `${words[0]!.toLowerCase()}${words.slice(1)}`;
}

function change({ hops, verdict }: UrlDiagnosis, { retries }: Options): string {
  const { reason, passing, tls } = hops.at(-1)!;
  if (verdict.option !== undefined) return `${printable(verdict.option, 500)} changes that`;
  if (isPlainServer(tls?.error)) return 'no option changes that; try the URL with http://';
  const known = otherRemedies[reason];
  if (known !== undefined) return known;
  if (!passing) return 'no option changes that';
  return `this may be temporary: a crawl tries again${retries === 0 ? ' when it is resumed' : ''} (--retries ${retries})`;
}

const otherRemedies: Readonly<Record<string, string>> = {
  'robots-unavailable': 'a crawl tries again later, and does not visit the host until then',
  'hosts-waiting': 'a crawl visits other hosts until then',
  'content-type': 'only HTML, text and PDF can be read',
  'tls-failure':
    'no option changes that: the site must fix its certificate, or NODE_EXTRA_CA_CERTS must name its authority',
};
