import type { Clock } from '../clock.js';
import { Failure } from '../failure.js';
import type { CrawlNotes } from '../model/crawl-store.js';
import type { OnBehalfOf } from '../model/frontier.js';
import { joinedRights, type PageRights } from '../model/page-rights.js';
import { productTokens } from '../robots/product-tokens.js';
import { MAX_ROBOTS_BYTES, type RobotsRules, robotsText } from '../robots/robots-rules.js';
import { maxTdmrepBytes, tdmrepPath } from '../robots/tdmrep.js';
import { canonicalUrl, hostOf, originOf } from '../url/canonical-url.js';
import { decodeContent } from './content-decoding.js';
import { fetchFailure } from './fetch-failures.js';
import { KnownRobots, type SiteRobots } from './known-robots.js';
import { parseRetryAfter } from './pace.js';
import { PageParts } from './page-parts.js';
import { RequestSender, type RequestSenderOptions } from './request-sender.js';
import { TdmReservations } from './tdm-reservations.js';
import { headerOf, locationOf, type TransportRequest, type TransportResponse } from './transport.js';

type Headers = TransportRequest['headers'];

/** What one turn of a host was used for, or why it was not used. */
export type Download =
  | {
      readonly kind: 'answer';
      readonly response: TransportResponse;
      readonly fetchedAt: number;
      readonly latencyMs: number;
      /** What the site says of how its pages may be used: robots.txt and, where it is asked for, tdmrep.json. */
      readonly rights?: PageRights;
    }
  /** The turn went to robots.txt, or to what else a site says of its pages; the URL has to be claimed again. */
  | {
      readonly kind: 'robots';
      readonly response: Pick<TransportResponse, 'status' | 'headers'>;
      readonly latencyMs: number;
    }
  /** No request was sent. */
  | { readonly kind: 'refused'; readonly reason: 'robots'; readonly detail: string }
  /** Nor here: robots.txt could not be had, so that its host is closed until this time. */
  | { readonly kind: 'closed'; readonly until: number; readonly detail: string }
  /** Nor here: it was found out where the host lives, so that it can be spared with all others there. */
  | { readonly kind: 'located'; readonly address: string }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface DownloaderOptions extends RequestSenderOptions {
  readonly notes: CrawlNotes;
  readonly clock: Clock;
  /** Takes a turn of another host, for what it is asked on behalf of this one; tells when, where it has none now. */
  readonly acquireHostSlot?: (host: string, onBehalfOf: OnBehalfOf) => Promise<number | undefined>;
  /** Sites are asked for their tdmrep.json, with a turn of its own. */
  readonly asksForReservations?: boolean;
  /** Content types to read; the bodies of others are not downloaded. */
  readonly types: readonly string[];
}

const maxRobotsRedirects = 5;
/** Asked again after this time, whatever holds a host back. */
const longestClosed = 3_600_000;
/** More than this, decompressed, is no robots.txt but a bomb. */
const maxDecodedRobots = 16 * MAX_ROBOTS_BYTES;

/**
 * The one way out: every request of a crawl is sent here. A claim is worth one request: when the host's robots.txt is
 * not known yet, the turn goes to fetching it, so that the host's delay holds between that request and the page's.
 */
export class Downloader {
  private readonly robots: KnownRobots;
  private readonly reservations: TdmReservations;
  private readonly sender: RequestSender;
  /** Names that robots.txt may address it by. */
  readonly productTokens: readonly string[];
  /** Requests for files of whole sites under way, by URL: claims of one host at the same time share one. */
  private readonly asking = new Map<string, Promise<Download>>();

  /**
   * Where robots.txt was last said to be, by the origin it is for (RFC 9309 section 2.3.1.2: five redirects at most, also to
   * other hosts). Each is followed with a turn of its own, so that the host's delay holds.
   */
  private readonly robotsMoved = new Map<string, { readonly url: string; readonly way: readonly string[] }>();

  /**
   * Hosts whose turn was taken and not used, with the time, because their robots.txt is to be had from another host that had none. Who needs a turn of theirs
   * for the same reason may have it: two hosts that lead to each other would wait for each other for ever.
   */
  private readonly spareTurns = new Map<string, number>();

  constructor(private readonly options: DownloaderOptions) {
    this.robots = new KnownRobots(options.notes, options.clock);
    this.reservations = new TdmReservations(options.notes, options.clock);
    this.sender = new RequestSender(options);
    this.productTokens = productTokens(options.userAgent);
  }

  /** `condition`: headers that go with this request alone. */
  get(url: string, signal?: AbortSignal, condition: Headers = {}): Promise<Download> {
    const wanted = (status: number, type?: string) => status < 200 || status > 299 || this.isWanted(type);
    return this.turn(url, { wanted, ...(signal && { signal }) }, condition);
  }

  /** A list of pages, such as a sitemap: of whatever type, its first `most` bytes. */
  getList(url: string, most: number, condition?: Headers): Promise<Download> {
    return this.turn(url, { cutAt: most }, condition);
  }

  /** For what a page asks for while it is rendered, until `deadline`. */
  partsOf(page: string, deadline: number): PageParts {
    const { clock, acquireHostSlot } = this.options;
    return new PageParts(page, deadline, {
      clock,
      refusal: (url, signal) => this.partRefusal(url, signal),
      send: (request, withSecrets) => this.sender.part(request, withSecrets),
      ...(acquireHostSlot && { acquireHostSlot }),
    });
  }

  /** Why robots.txt keeps a part of a page from being fetched; it is asked for first where it is not known. */
  private async partRefusal(url: string, signal: AbortSignal): Promise<string | undefined> {
    const { origin } = new URL(url);
    for (let asked = 0; asked <= maxRobotsRedirects + 1; asked++) {
      const known = await this.robots.of(origin);
      if (known !== undefined) {
        const refusal = this.refusalOf(known, origin, url);
        return refusal && 'detail' in refusal ? refusal.detail : undefined;
      }
      const answer = await this.askForRobots(origin, signal);
      if (answer.kind === 'closed') return answer.detail;
    }
    return `${origin}/robots.txt could not be had`;
  }

  /** What the robots.txt of a site named as its sitemaps when it was last asked for; undefined where it is not known. */
  async sitemapsOf(origin: string): Promise<readonly string[] | undefined> {
    const robots = await this.robots.last(origin);
    return robots?.problem === undefined ? robots?.rules.sitemaps : undefined;
  }

  private async turn(
    url: string,
    request: Omit<TransportRequest, 'url' | 'headers'>,
    condition: Headers = {},
  ): Promise<Download> {
    const { clock } = this.options;
    this.spareTurns.delete(hostOf(url));
    try {
      const origin = originOf(url);
      const known = await this.robots.of(origin);
      if (known === undefined) return await this.askForRobots(origin, request.signal);
      const refusal = this.refusalOf(known, origin, url);
      if (refusal !== undefined) return refusal;
      const reserved = this.options.asksForReservations ? await this.reservations.of(origin) : () => undefined;
      if (reserved === undefined) return await this.askForReservations(origin, request.signal);
      const fetchedAt = clock.now();
      const response = await this.sender.page(url, request, condition);
      const rights = joinedRights(this.signalsOf(known.rules, url), reserved(url.slice(origin.length)));
      return { kind: 'answer', response, fetchedAt, latencyMs: clock.now() - fetchedAt, ...(rights && { rights }) };
    } catch (thrown) {
      return { kind: 'failed', failure: thrown instanceof Failure ? thrown : fetchFailure(thrown, url) };
    }
  }

  private signalsOf(rules: RobotsRules, url: string): PageRights | undefined {
    const signals = rules.signals(this.productTokens, url);
    return Object.keys(signals).length === 0 ? undefined : { signals };
  }

  private askForReservations(origin: string, signal: AbortSignal | undefined): Promise<Download> {
    return this.askOnce(`${origin}${tdmrepPath}`, () => this.fetchReservations(origin, signal));
  }

  /** A site that has no such file, or a broken one, reserves nothing by it. */
  private async fetchReservations(origin: string, signal: AbortSignal | undefined): Promise<Download> {
    const startedAt = this.options.clock.now();
    const own = `${origin}${tdmrepPath}`;
    const response = await this.sender.siteFile(own, { cutAt: maxTdmrepBytes, ...(signal && { signal }) });
    const { status, headers } = response;
    const isThere = status >= 200 && status <= 299;
    const body = isThere
      ? decodeContent(response.body, headerOf(response, 'content-encoding'), maxTdmrepBytes)
      : undefined;
    await this.reservations.keep(origin, body === undefined ? '' : new TextDecoder().decode(body));
    return { kind: 'robots', response: { status, headers }, latencyMs: this.options.clock.now() - startedAt };
  }

  /** See `Transport.addressOf`. */
  async locate(url: string): Promise<Download | undefined> {
    const address = await this.options.transport.addressOf?.(url);
    return address === undefined ? undefined : { kind: 'located', address };
  }

  /** Time between requests that the host's robots.txt asks for, in ms. */
  crawlDelay(url: string): number | undefined {
    const seconds = this.robots.remembered(originOf(url))?.rules.crawlDelay(this.productTokens);
    return seconds === undefined ? undefined : seconds * 1000;
  }

  /** robots.txt cannot be had: its host is left alone for a while. Does nothing where it is known. */
  async giveUpOnRobots(url: string, reason: string): Promise<void> {
    const { origin } = new URL(url);
    if ((await this.robots.of(origin)) === undefined) await this.keepUnreachable(origin, reason);
  }

  /** The headers of a request for this URL, secret ones included where they are sent. */
  requestHeaders(url: string): Readonly<Record<string, string>> {
    return this.sender.headersFor(url);
  }

  isWanted(contentType: string | undefined): boolean {
    const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    return type === '' || this.options.types.includes(type);
  }

  private refusalOf({ rules, problem, freshUntil }: SiteRobots, origin: string, url: string): Download | undefined {
    const { allowed, line, rule } = rules.verdict(this.productTokens, url);
    if (allowed) return undefined;
    const robots = `${origin}/robots.txt`;
    return problem === undefined
      ? { kind: 'refused', reason: 'robots', detail: `${robots} line ${line}: ${rule}` }
      : { kind: 'closed', until: freshUntil, detail: `${robots} ${problem}` };
  }

  private askForRobots(origin: string, signal: AbortSignal | undefined): Promise<Download> {
    return this.askOnce(`${origin}/robots.txt`, () => this.fetchRobots(origin, signal));
  }

  private askOnce(file: string, ask: () => Promise<Download>): Promise<Download> {
    const underWay = this.asking.get(file);
    if (underWay !== undefined) return underWay;
    const asking = ask().finally(() => this.asking.delete(file));
    this.asking.set(file, asking);
    return asking;
  }

  private async fetchRobots(origin: string, signal: AbortSignal | undefined): Promise<Download> {
    const { clock } = this.options;
    const startedAt = clock.now();
    const own = `${origin}/robots.txt`;
    const { url, way } = this.robotsMoved.get(origin) ?? { url: own, way: [] };
    const until = await this.turnOf(hostOf(url), hostOf(own));
    const detail = `${own} leads to ${hostOf(url)}`;
    if (until === Number.POSITIVE_INFINITY)
      await this.keepUnreachable(origin, `it leads to ${hostOf(url)}, which is blocked`);
    if (until !== undefined) return { kind: 'closed', until: Math.min(until, startedAt + longestClosed), detail };
    this.robotsMoved.delete(origin);
    try {
      // One byte more than is read tells that there was more.
      const response = await this.sender.siteFile(url, { cutAt: MAX_ROBOTS_BYTES + 1, ...(signal && { signal }) });
      const latencyMs = clock.now() - startedAt;
      const { status, headers } = response;
      if (status >= 500) throw robotsTrouble(response, clock.now());
      const target = redirectTarget(response);
      // A circle would only be gone round until there have been enough of them.
      if (target !== undefined && way.length < maxRobotsRedirects && !way.includes(target))
        this.robotsMoved.set(origin, { url: target, way: [...way, url] });
      else await this.keepRobots(origin, response);
      return { kind: 'robots', response: { status, headers }, latencyMs };
    } catch (thrown) {
      // What will not pass (no trusted TLS, a private address) need not be found out again for every URL of the host.
      if (thrown instanceof Failure && thrown.policy === 'skip') await this.keepUnreachable(origin, thrown.message);
      throw thrown;
    }
  }

  /** A turn of the host for the robots.txt of `own`: undefined where there is one now, else when to ask again. */
  private async turnOf(host: string, own: string): Promise<number | undefined> {
    if (host === own) return undefined;
    const spareSince = this.spareTurns.get(host);
    this.spareTurns.delete(host);
    // Before it is known whether it is needed: the other host may ask for it at the same moment.
    this.spareTurns.set(own, this.options.clock.now());
    const onBehalfOf = { host: own, ...(spareSince !== undefined && { spareSince }) };
    const until = await this.options.acquireHostSlot?.(host, onBehalfOf);
    if (until === undefined) this.spareTurns.delete(own);
    return until;
  }

  /** Redirects without an end are "unavailable" (RFC 9309 2.3.1.2), as a 404 is. */
  private keepRobots(origin: string, response: TransportResponse): Promise<void> {
    const { status } = response;
    return this.robots.keep({ origin, fetchedAt: this.options.clock.now(), status, body: robotsBody(response) });
  }

  private keepUnreachable(origin: string, reason: string): Promise<void> {
    const { clock } = this.options;
    return this.robots.keep({ origin, fetchedAt: clock.now(), status: 0, body: reason });
  }
}

/** A server's failure may pass; until it does, nothing may be visited there (RFC 9309 section 2.3.1.4). */
function robotsTrouble(response: TransportResponse, now: number): Failure {
  const retryAfterMs = parseRetryAfter(headerOf(response, 'retry-after'), now);
  const message = `robots.txt was answered with status ${response.status}.`;
  return new Failure('robots-unavailable', message, 'retry', { ...(retryAfterMs !== undefined && { retryAfterMs }) });
}

function robotsBody(response: TransportResponse): string {
  if (response.status < 200 || response.status > 299) return '';
  return robotsText(decodeContent(response.body, headerOf(response, 'content-encoding'), maxDecodedRobots));
}

/** Where a redirect leads; undefined where it leads nowhere else. */
function redirectTarget(response: TransportResponse): string | undefined {
  const location = is3xx(response.status) ? locationOf(response) : undefined;
  const target = location && canonicalUrl(location, response.url);
  return !target || target === response.url ? undefined : target;
}

/** RFC 9309 (2.3.1.2) means all of them, also those that no page is followed by (`isRedirect` of the transport). */
function is3xx(status: number): boolean {
  return status >= 300 && status < 400;
}
