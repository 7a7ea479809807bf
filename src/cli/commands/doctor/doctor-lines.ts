import { duration } from '../../../config/scalar-kinds.js';
import type { AnswerDiagnosis, DelayDiagnosis, HopDiagnosis, RobotsDiagnosis } from '../../../doctor/hop-diagnosis.js';
import type { AskedBy, LinksDiagnosis, PageDiagnosis } from '../../../doctor/page-diagnosis.js';
import type { UrlDiagnosis } from '../../../doctor/url-diagnosis.js';
import type { HostAddresses } from '../../../download/host-addresses.js';
import { defaultPaceRules } from '../../../download/pace.js';
import type { CharsetSource } from '../../../page/charset.js';
import { reasonInWords } from '../../../words/reasons.js';
import { bytes, columns, count, counted, printable } from '../../terminal/format.js';

type Row = readonly [label: string, text: string];

const longestUrl = 2_100;
/** More sitemaps than this are only counted. */
const shownSitemaps = 5;

/** What was found out about a URL, for people: facts hop by hop, one a line. */
export function doctorLines(diagnosis: UrlDiagnosis): string[] {
  const { given, url, changes, hops } = diagnosis;
  const canonical: Row[] = changes.map(({ part, from, to }) => [
    part === 'url' ? 'canonical' : part,
    to === '' ? `${printable(from)} removed` : `${printable(from) || '(empty)'} → ${printable(to, longestUrl)}`,
  ]);
  const head = given === url ? [] : [`Given as ${printable(given, longestUrl)}`, ...indented(canonical), ''];
  return [
    ...head,
    ...hops.flatMap((hop, index) => [...(index === 0 ? [] : ['']), ...hopLines(hop, index, hops.length)]),
  ];
}

function hopLines(hop: HopDiagnosis, index: number, hops: number): string[] {
  const number = hops > 1 ? `${index + 1}. ` : '';
  const { scope, addresses, robots, delay, tls, answer, page } = hop;
  const rows: Row[] = [['scope', scope.rule === undefined ? 'inside' : `outside: ${reasonInWords(scope.rule)}`]];
  if (addresses) rows.push(['addresses', addressText(addresses)]);
  if (robots) rows.push(['robots.txt', robotsText(robots)], ...sitemapRows(robots.sitemaps));
  if (delay) rows.push(['delay', delayText(delay)]);
  if (tls) rows.push(['TLS', tls.trusted ? 'trusted' : tlsTrouble(tls.error)]);
  if (answer) rows.push(...answerRows(answer, hop));
  // What kept TLS from being set up is said already.
  else if (hop.detail !== undefined && robots?.allowed !== false && tls?.trusted !== false)
    rows.push(['response', `none: ${printable(hop.detail, 500)}`]);
  if (page) rows.push(...pageRows(page, hop));
  return [`${number}${printable(hop.url, longestUrl)}`, ...indented(rows)];
}

function indented(rows: readonly Row[]): string[] {
  return columns(rows).map((line) => `   ${line}`);
}

function addressText({ source, addresses, failure }: HostAddresses): string {
  if (source === 'proxy') return 'resolved by the proxy';
  if (failure !== undefined) return `none: ${reasonInWords(failure)}`;
  const verdicts = addresses.map(
    ({ address, range, admitted }) => `${printable(address)} (${range}) ${admitted ? 'allowed' : 'refused'}`,
  );
  return `${verdicts.join(', ')}${source === 'resolve' ? ', by --resolve' : ''}`;
}

function robotsText({ status, allowed, names, line, rule, problem }: RobotsDiagnosis): string {
  if (problem !== undefined) return printable(problem, 500);
  const whom = names.length > 1 ? ` to ${names.map((name) => printable(name)).join(' and ')}` : '';
  const verdict = `${allowed ? 'allowed' : 'disallowed'}${whom}`;
  if (line !== undefined) return `${verdict} by line ${line}: ${printable(rule ?? '', 500)}`;
  if (status >= 200 && status <= 299) return `${verdict}, no rule applies`;
  if (status >= 300 && status <= 399) return `${verdict}, since its redirects lead to no file`;
  return `${verdict}, since the server responded with status ${status}`;
}

function sitemapRows(sitemaps: readonly string[]): Row[] {
  const shown = sitemaps.slice(0, shownSitemaps).map((sitemap) => printable(sitemap, 500));
  const more = sitemaps.length > shown.length ? ` and ${count(sitemaps.length - shown.length)} more` : '';
  return shown.length === 0 ? [] : [['sitemaps', `${shown.join(', ')}${more}`]];
}

function delayText({ option, crawlDelay, retryAfter, holds }: DelayDiagnosis): string {
  const { maxCrawlDelayMs, maxRetryAfterMs } = defaultPaceRules;
  const robots = asked('robots.txt', crawlDelay, maxCrawlDelayMs);
  return `${time(holds)} (--delay ${time(option)}${robots}${asked('Retry-After', retryAfter, maxRetryAfterMs)})`;
}

function asked(by: string, ms: number | undefined, most: number): string {
  if (ms === undefined) return '';
  return `, ${by} asks for ${time(ms)}${ms > most ? `, at most ${time(most)} is granted` : ''}`;
}

function time(ms: number): string {
  return String(duration().format(Math.round(ms)));
}

function answerRows(answer: AnswerDiagnosis, hop: HopDiagnosis): Row[] {
  const { status, contentType, wanted, contentEncoding, etag, lastModified, location } = answer;
  if (location !== undefined)
    return [['response', `status ${status}, redirects to ${printable(hop.target ?? location, longestUrl)}`]];
  const type = contentType === undefined || contentType === '' ? 'none, treated as HTML' : printable(contentType);
  const size =
    hop.reason === 'content-type'
      ? ''
      : `, ${bytes(answer.bytes)}${contentEncoding ? ` as ${printable(contentEncoding)}` : ''}`;
  const rows: Row[] = [['response', `status ${status}${size}`]];
  // The type of an error page does not matter.
  if (status >= 200 && status <= 299) rows.push(['type', `${type}, ${wanted ? 'accepted' : 'not accepted'}`]);
  if (hop.detail !== undefined && hop.reason !== 'content-type') rows.push(['problem', printable(hop.detail, 500)]);
  const validators = [
    ...(etag ? [`ETag ${printable(etag)}`] : []),
    ...(lastModified ? [`Last-Modified ${printable(lastModified)}`] : []),
  ];
  if (hop.page)
    rows.push([
      'refresh',
      validators.length === 0
        ? 'full download: neither ETag nor Last-Modified'
        : `conditional, with ${validators.join(' and ')}`,
    ]);
  return rows;
}

function pageRows(page: PageDiagnosis, { url }: HopDiagnosis): Row[] {
  const { title, language, charset, canonical, noindex, nofollow, links, needsScripts } = page;
  const rows: Row[] = [
    ['charset', `${charset.name}, ${charsetSources[charset.source]}`],
    ['title', title === '' ? 'none' : printable(title)],
    ['language', language === '' ? 'unknown' : language],
    ['noindex', askedText(noindex)],
    ['nofollow', askedText(nofollow)],
    ['links', linksText(links)],
    ...(needsScripts ? [['scripts', 'it is empty without them; --render auto runs them'] as const] : []),
  ];
  if (canonical !== undefined)
    rows.push([
      'canonical',
      canonical === url ? 'this URL' : `${printable(canonical, longestUrl)}, from rel=canonical`,
    ]);
  return rows;
}

const charsetSources: Readonly<Record<CharsetSource, string>> = {
  bom: 'from the byte order mark',
  header: 'from the Content-Type header',
  meta: 'from a meta tag',
  xml: 'from the XML declaration',
  ascii: 'all bytes are ASCII',
  guess: 'guessed from the bytes',
};

function askedText({ header, meta }: AskedBy): string {
  if (!header && !meta) return 'no';
  return `yes, by ${[...(header ? ['X-Robots-Tag'] : []), ...(meta ? ['a meta tag'] : [])].join(' and ')}`;
}

function linksText({ total, followed, nofollow, outside, dropped }: LinksDiagnosis): string {
  const rules = Object.entries(outside).map(([rule, number]) => `${count(number)} ${rule}`);
  const parts = [`${count(followed)} followed`, `${count(nofollow)} nofollow`, ...rules];
  return `${counted(total, 'link')}: ${parts.join(', ')}${dropped > 0 ? `; ${count(dropped)} more dropped` : ''}`;
}

/** The usual troubles with certificates, by OpenSSL's names. */
const tlsTroubles: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate authority is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate authority is not trusted here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the server does not send the intermediate certificates',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
};

/** By what OpenSSL says of an answer that is no TLS, most often plain HTTP. */
export function isPlainServer(error: string | undefined): boolean {
  return error === 'ERR_SSL_WRONG_VERSION_NUMBER' || error === 'ERR_SSL_PACKET_LENGTH_TOO_LONG';
}

function tlsTrouble(error = 'unknown'): string {
  if (isPlainServer(error)) return `none: the server does not speak TLS on this port (${printable(error)})`;
  const words = tlsTroubles[error];
  return `not trusted: ${words === undefined ? printable(error) : `${words} (${error})`}`;
}
