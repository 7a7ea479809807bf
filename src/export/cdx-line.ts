import { parsedUrl } from '../url/parsed-url.js';

/** What a line of a CDXJ index says of a record, besides its URL. */
export interface CdxFields {
  readonly mime: string;
  readonly status: string;
  readonly digest: string;
  readonly length: string;
  readonly offset: string;
  readonly filename: string;
}

/** A line of a CDXJ index: the URL as a sort key, the time, and the rest as JSON. */
export function cdxLine(url: string, date: string, fields: CdxFields): string {
  const timestamp = date.replace(/\D/g, '').slice(0, 14);
  return `${sortKey(url)} ${timestamp} ${JSON.stringify({ url, ...fields })}\n`;
}

/** The URL in SURT form, as players look it up: `com,example)/path?query`, in lower case, without `www.`. */
export function sortKey(url: string): string {
  const parsed = parsedUrl(url);
  if (parsed === undefined) return url;
  const { hostname, port, pathname, search } = parsed;
  const host = /^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split('.').reverse().join(',');
  const plain = host.replace(/,www\d*$/, '');
  const query = search.length > 1 ? `?${search.slice(1).split('&').sort().join('&')}` : '';
  return `${plain}${port === '' ? '' : `:${port}`})${pathname}${query}`.toLowerCase();
}
