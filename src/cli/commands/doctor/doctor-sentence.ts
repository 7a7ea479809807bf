import type { Settings } from '../../../config/options.js';
import { isAsked } from '../../../doctor/page-diagnosis.js';
import type { UrlDiagnosis } from '../../../doctor/url-diagnosis.js';
import { reasonInWords } from '../../reasons.js';
import { printable } from '../../terminal/format.js';
import { isPlainServer } from './doctor-lines.js';

type Options = Pick<Settings, 'retries' | 'exportNoindex' | 'followNofollow'>;

/** Whether the page would be visited, why not, and which option changes it: one sentence. */
export function doctorSentence(diagnosis: UrlDiagnosis, options: Options): string {
  const { verdict, hops } = diagnosis;
  const redirected = hops.length > 1;
  const at = printable(verdict.url, 2_100);
  if (verdict.visited)
    return `Would be visited${redirected ? ` at ${at}, where it leads` : ''}${wishes(diagnosis, options)}.`;
  const now = hops.at(-1)!.passing ? ' now' : '';
  const who = redirected ? `: it leads to ${at}, and there ` : ': ';
  return `Would not be visited${now}${who}${why(diagnosis)}; ${change(diagnosis, options)}.`;
}

/** What the page asks for, as far as it is heeded. */
function wishes({ hops }: UrlDiagnosis, { exportNoindex, followNofollow }: Options): string {
  const { page } = hops.at(-1)!;
  const heeded: string[] = [];
  if (page && isAsked(page.noindex) && !exportNoindex)
    heeded.push('it asks not to be indexed, so exports leave it out (--export-noindex changes that)');
  if (page && isAsked(page.nofollow) && !followNofollow)
    heeded.push('its links would not be followed (--follow-nofollow changes that)');
  return heeded.length === 0 ? '' : `, but ${heeded.join(', and ')}`;
}

function why({ hops }: UrlDiagnosis): string {
  const { reason, until, target } = hops.at(-1)!;
  if (reason === 'hosts-waiting')
    return `its host is to be left alone${until === undefined ? ' for long' : ` until ${until}`}`;
  if (reason === 'redirect-loop' && target !== undefined)
    return `it redirects to ${printable(target, 2_100)}, where it came from`;
  const words = reasonInWords(reason).replace(/\.$/, '');
  return `${words[0]!.toLowerCase()}${words.slice(1)}`;
}

function change({ hops, verdict }: UrlDiagnosis, { retries }: Options): string {
  const { reason, passing, tls } = hops.at(-1)!;
  if (verdict.option !== undefined) return `${printable(verdict.option, 500)} changes that`;
  if (isPlainServer(tls?.error)) return 'no option changes that: the URL may be meant to begin with http://';
  const known = otherRemedies[reason];
  if (known !== undefined) return known;
  if (!passing) return 'no option changes that';
  return `that may pass: a crawl tries again${retries === 0 ? ' when it is resumed' : ''}, as --retries ${retries} says`;
}

const otherRemedies: Readonly<Record<string, string>> = {
  'robots-unavailable': 'a crawl asks for it again after a while, and leaves the host alone until then',
  'hosts-waiting': 'a crawl visits other hosts until then',
  'content-type': 'only HTML and text can be read',
  'tls-failure':
    'no option changes that: the site has to mend its certificate, or NODE_EXTRA_CA_CERTS to name who vouches for it',
};
