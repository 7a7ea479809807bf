import { realpathSync, statSync } from 'node:fs';
import { PORTAL_HOST } from '../bench/debian-portal.js';
import type { DebianPage, DebianWeb } from '../bench/debian-web.js';
import { decodeBody } from '../src/page/charset.js';
import { collectHtml } from '../src/page/html/html-collector.js';
import { pageLinks } from '../src/page/html/page-links.js';
import { TextPipeline } from '../src/text/text-pipeline.js';
import { canonicalUrl } from '../src/url/canonical-url.js';

export interface WalkLimits {
  /** Of one site, those that are nearest to the portal. */
  readonly pagesPerSite: number;
  /** Larger pages are not part of the web. */
  readonly pageBytes: number;
}

/** A page of the web as it was reached. */
export interface WalkedPage {
  /** Canonical. */
  readonly url: string;
  readonly body: Buffer;
}

/** In place of the number of a page that is not part of the web. */
const OUTSIDE = -1;
const PORTAL_LABEL = 'other';

/**
 * Everything that can be reached from the portal, breadth-first, without listings of source code. Copies of a page and
 * other URLs that pages use for it redirect to it. Pages have numbers in the order in which they are met; what is said of
 * them here is complete when `pages` has ended.
 */
export class DebianWalk {
  readonly urls: string[] = [];
  /** Topic of the site of every page. */
  readonly labels: string[] = [];
  /** Of every page, the numbers of the pages it links to, without repeats. */
  readonly links: number[][] = [];
  /** Other URLs that pages use for a page, and the page's own. */
  readonly redirects = new Map<string, string>();
  readonly #numbers = new Map<string, number>();
  readonly #pagesOfSite = new Map<string, number>();
  readonly #originals = new Map<string, DebianPage>();
  readonly #pipeline = new TextPipeline();

  constructor(
    private readonly web: DebianWeb,
    private readonly limits: WalkLimits,
  ) {
    for (const page of web.pages.values()) if (!page.copy) this.#originals.set(page.file, page);
  }

  *pages(): Generator<WalkedPage, void, undefined> {
    this.#numberOf(this.web.portal);
    for (let number = 0; number < this.urls.length; number++) {
      const url = this.urls[number]!;
      const { hostname, pathname } = new URL(url);
      const answer = this.web.answer(hostname, pathname);
      if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}`);
      this.links.push(this.#linksOf(number, answer.body));
      yield { url, body: answer.body };
    }
  }

  #linksOf(from: number, body: Buffer): number[] {
    const { text } = decodeBody(body, 'text/html');
    const { links } = pageLinks(this.urls[from]!, collectHtml(text), this.#pipeline);
    const targets = new Set(links.map(({ url }) => this.#numberOf(url)));
    targets.delete(from);
    targets.delete(OUTSIDE);
    return [...targets];
  }

  /** The page that a canonical URL leads to. A page is in or out from when it is first met. */
  #numberOf(url: string): number {
    const known = this.#numbers.get(url);
    if (known !== undefined) return known;
    const number = this.#meet(url);
    this.#numbers.set(url, number);
    return number;
  }

  #meet(url: string): number {
    const { hostname, pathname } = new URL(url);
    if (hostname === PORTAL_HOST) {
      return this.web.answer(hostname, pathname).status === 200 ? this.#add(url, PORTAL_LABEL) : OUTSIDE;
    }
    const found = this.web.pageOf(url);
    if (found === undefined) return OUTSIDE;
    const page = found.copy ? (this.#originals.get(realpathSync(found.file)) ?? found) : found;
    const own = canonicalUrl(page.url)!;
    if (own === url) return this.#isWanted(page) ? this.#add(url, page.site.topic) : OUTSIDE;
    const number = this.#numberOf(own);
    if (number !== OUTSIDE) this.redirects.set(url, own);
    return number;
  }

  #add(url: string, label: string): number {
    this.labels.push(label);
    return this.urls.push(url) - 1;
  }

  #isWanted({ url, file, site }: DebianPage): boolean {
    const ofSite = this.#pagesOfSite.get(site.package) ?? 0;
    if (ofSite >= this.limits.pagesPerSite || url.includes('/_modules/')) return false;
    if (statSync(file).size > this.limits.pageBytes) return false;
    this.#pagesOfSite.set(site.package, ofSite + 1);
    return true;
  }
}
