import type { Page, Request, Route } from 'playwright-core';
import { AtMost } from '../at-most.js';
import { decodeContent } from '../download/content-decoding.js';
import type { PageParts } from '../download/page-parts.js';
import { headerOf, type TransportResponse } from '../download/transport.js';
import { canonicalUrl } from '../url/canonical-url.js';
import { parsedUrl } from '../url/parsed-url.js';
import type { PartCache } from './part-cache.js';
import type { RenderRequest } from './renderer.js';

/** What a page may ask for: as much as an honest application needs, and no more. */
const mostRequests = 100;
const mostAtOnce = 6;
/** Times the largest page, all parts together. */
const mostPages = 5;
/** A request that takes longer than this is no longer waited for: a page may keep one open for good. */
const longAgo = 5_000;

/** What makes text. Pictures, fonts, films and frames are not fetched; style sheets are answered with nothing. */
const fetched: ReadonlySet<string> = new Set(['script', 'xhr', 'fetch']);
/** Headers that are the browser's or the connection's, and not the page's own. */
const notPassedOn =
  /^(?:host|connection|cookie|user-agent|accept-encoding|content-.*|transfer-encoding|te|trailer|upgrade|keep-alive|proxy-.*|sec-.*|upgrade-insecure-requests|cache-control|pragma|if-.*|range)$/;
const aboutBytes = /^(?:content-encoding|content-length|transfer-encoding|connection|keep-alive|set-cookie)$/i;

/**
 * Answers all that one page asks for in the browser's place: its document from what came over the wire, scripts and data through
 * `PageParts`, everything else not at all. Nothing is sent from the browser.
 */
export class PageRequests {
  /** Where scripts led the page, and the page stayed. */
  movedTo: string | undefined;
  /** Resolves when they do, be it to the page itself. */
  readonly led: Promise<void>;
  #lead: () => void = () => {};
  #isServed = false;
  #asked = 0;
  #bytes = 0;
  readonly #fetches = new AtMost(mostAtOnce);
  /** When those under way began. */
  readonly #underWay = new Map<Route, number>();
  readonly #ending = new AbortController();

  constructor(
    private readonly request: RenderRequest,
    private readonly parts: PageParts,
    private readonly cache: PartCache,
  ) {
    this.led = new Promise((resolve) => {
      this.#lead = resolve;
    });
  }

  /** Whether the page waits for anything that may still come soon. */
  get isBusy(): boolean {
    const now = performance.now();
    for (const since of this.#underWay.values()) if (now - since < longAgo) return true;
    return false;
  }

  end(): void {
    this.#ending.abort();
  }

  async answer(route: Route, page: Page | undefined): Promise<void> {
    this.#underWay.set(route, performance.now());
    try {
      await this.#answer(route, page);
    } catch {
      // The page is gone, or what it asked for may not or cannot be had.
      await route.abort('blockedbyclient').catch(() => {});
    } finally {
      this.#underWay.delete(route);
    }
  }

  async #answer(route: Route, page: Page | undefined): Promise<void> {
    const asked = route.request();
    if (asked.isNavigationRequest()) return this.#navigate(route, asked, page);
    const type = asked.resourceType();
    if (type === 'stylesheet') return route.fulfill({ status: 200, contentType: 'text/css', body: '' });
    if (!fetched.has(type) || asked.method() !== 'GET' || ++this.#asked > mostRequests) return route.abort();
    const url = webUrl(asked.url());
    if (url === undefined) return route.abort();
    const isScript = type === 'script';
    const kept = isScript ? this.cache.get(url) : undefined;
    const response = kept ?? (await this.#fetches.run(() => this.#fetch(url, asked)));
    if (isScript && kept === undefined) this.cache.put(url, response);
    return route.fulfill({ status: response.status, headers: headersOf(response), body: this.#bodyOf(response) });
  }

  /**
   * The document is there already; where scripts lead is for the frontier to decide. Frames are links of the page. What is `aborted`
   * leaves the page as it was; any other failure would put an error page in its place.
   */
  async #navigate(route: Route, asked: Request, page: Page | undefined): Promise<void> {
    if (page === undefined || asked.frame() !== page.mainFrame()) return route.abort('aborted');
    if (this.#isServed) {
      this.movedTo ??= canonicalUrl(asked.url());
      this.#lead();
      return route.abort('aborted');
    }
    this.#isServed = true;
    const { response } = this.request;
    return route.fulfill({ status: response.status, headers: headersOf(response), body: this.#bodyOf(response) });
  }

  async #fetch(url: string, asked: Request): Promise<TransportResponse> {
    const { maxBytes } = this.request;
    const left = mostPages * maxBytes - this.#bytes;
    if (left <= 0 || this.#ending.signal.aborted) throw new Error('The page has had enough.');
    const own = Object.entries(asked.headers()).filter(([name]) => !notPassedOn.test(name));
    const headers = Object.fromEntries(own);
    const request = { url, headers, signal: this.#ending.signal, maxBytes: Math.min(left, maxBytes) };
    const response = await this.parts.get(request);
    this.#bytes += response.body.byteLength;
    return response;
  }

  #bodyOf(response: TransportResponse): Buffer {
    const body = decodeContent(response.body, headerOf(response, 'content-encoding'), this.request.maxBytes);
    return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  }
}

/** As it is asked for, whatever its canonical form. */
function webUrl(text: string): string | undefined {
  const url = parsedUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  return url.href;
}

/** Of several values of a header, all, as browsers are given them. */
function headersOf(response: TransportResponse): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of response.headers) {
    const key = name.toLowerCase();
    if (aboutBytes.test(key)) continue;
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return headers;
}
