import { escapeHtml } from '../../src/demo/escape-html.js';
import { graphOf } from '../../src/lab/web/link-graph.js';
import type { RecordedWeb } from '../../src/lab/web/recorded-web.js';
import { type ReadOptions, readPage } from '../../src/reading/read-page.js';
import { canonicalUrl, hostOf } from '../../src/url/canonical-url.js';

export interface MadePage {
  readonly url: string;
  /** All that the page says: it has no title, and its links no words. */
  readonly text: string;
  readonly links?: readonly string[];
}

/** How the pages of a made web are read. */
export const madeReading: ReadOptions = {
  language: 'en',
  stem: true,
  phrases: [],
  reads: ['urlTerms', 'contextTerms'],
};

/** A small recorded web: its pages are read as those of a real one. `redirects` are URLs that lead to others. */
export function madeWeb(pages: readonly MadePage[], redirects: Readonly<Record<string, string>> = {}): RecordedWeb {
  const read = pages.map(({ url, text, links = [] }) => {
    const anchors = links.map((link) => `<a href="${escapeHtml(link)}"></a>`);
    const body = Buffer.from(`<p>${escapeHtml(text)}</p>${anchors.join('')}`);
    return readPage({ url: canonicalUrl(url)!, body, contentType: 'text/html; charset=utf-8' }, madeReading);
  });
  const numbers = new Map(read.map(({ url }, number) => [url, number]));
  const leads = new Map(Object.entries(redirects).map(([from, to]) => [canonicalUrl(from), canonicalUrl(to)]));
  const pageOf = (url: string) => {
    const canonical = canonicalUrl(url);
    return numbers.get(leads.get(canonical) ?? canonical ?? '');
  };
  const targets = read.map(({ links }) => {
    const inside = links.map((link) => pageOf(link.url)).filter((page) => page !== undefined);
    return [...new Set(inside)];
  });
  const hosts = [...new Set(read.map(({ url }) => hostOf(url)))];
  return {
    name: 'made',
    urls: read.map(({ url }) => url),
    hosts: Int32Array.from(read, ({ url }) => hosts.indexOf(hostOf(url))),
    graph: graphOf(targets),
    pageOf,
    page: (number) => read[number]!,
  };
}
