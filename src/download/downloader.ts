import type { Clock } from '../clock.js';
import { Failure } from '../failure.js';
import { canonicalUrl } from '../page/canonical-url.js';
import { PRODUCT_TOKEN } from '../page/robots-directives.js';
import type { CrawlNotes, RobotsNote } from '../store/crawl-store.js';
import { acceptEncoding, decodeContent } from './content-decoding.js';
import { fetchFailure } from './fetch-failures.js';
import { MAX_ROBOTS_BYTES, type RobotsRules, rulesForStatus } from './robots-rules.js';
import { headerOf, type Transport, type TransportRequest, type TransportResponse } from './transport.js';

/** What one turn of a host was used for, or why it was not used. */
export type Download =
  | {
      readonly kind: 'answer';
      readonly response: TransportResponse;
      readonly fetchedAt: number;
      readonly latencyMs: number;
    }
  /** The turn went to robots.txt; the URL has to be claimed again. */
  | { readonly kind: 'robots'; readonly note: RobotsNote }
  /** No request was sent. */
  | { readonly kind: 'refused'; readonly reason: 'robots' | 'robots-unavailable'; readonly detail: string }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface DownloaderOptions {
  readonly transport: Transport;
  readonly notes: CrawlNotes;
  readonly clock: Clock;
  readonly userAgent: string;
  readonly headers: ReadonlyMap<string, string>;
  /** Content types to read; the bodies of others are not downloaded. */
  readonly types: readonly string[];
}

const hour = 3_600_000;
/** robots.txt is asked for again after this time; sooner where the last answer was a server's failure. */
const robotsLifetime = 24 * hour;
const failedRobotsLifetime = hour;
const maxRobotsRedirects = 5;
/** Parsed robots files in memory; the others are read from the store. */
const robotsInMemory = 10_000;
const answeredTypes = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1';

/**
 * The one way out: every request of a crawl is sent here. A claim is worth one request: when the host's robots.txt is
 * not known yet, the turn goes to fetching it, so that the host's delay holds between that request and the page's.
 */
export class Downloader {
  private readonly rules = new Map<string, { rules: RobotsRules; note: RobotsNote }>();

  constructor(private readonly options: DownloaderOptions) {}

  async get(url: string, signal?: AbortSignal): Promise<Download> {
    const { clock } = this.options;
    const origin = new URL(url).origin;
    try {
      const known = await this.robots(origin);
      if (known === undefined) return { kind: 'robots', note: await this.fetchRobots(origin, signal) };
      const refusal = this.refusal(known, url);
      if (refusal !== undefined) return refusal;
      const fetchedAt = clock.now();
      const response = await this.send(
        url,
        signal,
        (status, type) => status < 200 || status > 299 || this.isWanted(type),
      );
      return { kind: 'answer', response, fetchedAt, latencyMs: clock.now() - fetchedAt };
    } catch (thrown) {
      return { kind: 'failed', failure: thrown instanceof Failure ? thrown : fetchFailure(thrown, url) };
    }
  }

  /** Seconds between requests that the host's robots.txt asks for, in ms. */
  crawlDelay(url: string): number | undefined {
    const seconds = this.rules.get(new URL(url).origin)?.rules.crawlDelay(PRODUCT_TOKEN);
    return seconds === undefined ? undefined : seconds * 1000;
  }

  /** robots.txt cannot be had: its host is left alone for a while. */
  async giveUpOnRobots(url: string): Promise<void> {
    const origin = new URL(url).origin;
    if ((await this.robots(origin)) === undefined)
      await this.keep({ origin, fetchedAt: this.options.clock.now(), status: 0, body: '' });
  }

  /** The headers of every request. */
  requestHeaders(): Record<string, string> {
    const { userAgent, headers } = this.options;
    return {
      'User-Agent': userAgent,
      Accept: answeredTypes,
      'Accept-Encoding': acceptEncoding,
      ...Object.fromEntries(headers),
    };
  }

  isWanted(contentType: string | undefined): boolean {
    const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    return type === '' || this.options.types.includes(type);
  }

  private refusal({ rules, note }: { rules: RobotsRules; note: RobotsNote }, url: string): Download | undefined {
    const verdict = rules.verdict(PRODUCT_TOKEN, url);
    if (verdict.allowed) return undefined;
    if (verdict.line === undefined) {
      const answer = note.status === 0 ? 'could not be fetched' : `was answered with status ${note.status}`;
      return { kind: 'refused', reason: 'robots-unavailable', detail: `${note.origin}/robots.txt ${answer}` };
    }
    return {
      kind: 'refused',
      reason: 'robots',
      detail: `${note.origin}/robots.txt line ${verdict.line}: ${verdict.rule}`,
    };
  }

  private async robots(origin: string): Promise<{ rules: RobotsRules; note: RobotsNote } | undefined> {
    const known = this.rules.get(origin) ?? this.remember(await this.options.notes.robots(origin));
    if (known === undefined) return undefined;
    const { status, fetchedAt } = known.note;
    const lifetime = status === 0 || status >= 500 ? failedRobotsLifetime : robotsLifetime;
    return this.options.clock.now() - fetchedAt < lifetime ? known : undefined;
  }

  private async keep(note: RobotsNote): Promise<void> {
    await this.options.notes.setRobots(note);
    this.remember(note);
  }

  private remember(note: RobotsNote | undefined): { rules: RobotsRules; note: RobotsNote } | undefined {
    if (note === undefined) return undefined;
    if (this.rules.size >= robotsInMemory) this.rules.delete(this.rules.keys().next().value!);
    const known = { note, rules: rulesForStatus(note.status === 0 ? 'unreachable' : note.status, note.body) };
    this.rules.set(note.origin, known);
    return known;
  }

  /** RFC 9309 section 2.3.1: redirects are followed, five at most, also to other hosts; the answer counts for the origin asked. */
  private async fetchRobots(origin: string, signal: AbortSignal | undefined): Promise<RobotsNote> {
    let url = `${origin}/robots.txt`;
    let response = await this.send(url, signal);
    for (let hop = 0; hop < maxRobotsRedirects && response.status >= 300 && response.status < 400; hop++) {
      const target = canonicalUrl(headerOf(response, 'location') ?? '', url);
      if (target === undefined) break;
      url = target;
      response = await this.send(url, signal);
    }
    const redirected = response.status >= 300 && response.status < 400;
    const note: RobotsNote = {
      origin,
      fetchedAt: this.options.clock.now(),
      // Redirects without an end are "unavailable" (RFC 9309 2.3.1.2), as a 404 is.
      status: redirected ? 404 : response.status,
      body: response.status >= 200 && response.status < 300 ? robotsText(response) : '',
    };
    await this.keep(note);
    return note;
  }

  private send(
    url: string,
    signal: AbortSignal | undefined,
    wanted?: TransportRequest['wanted'],
  ): Promise<TransportResponse> {
    return this.options.transport.fetch({
      url,
      headers: this.requestHeaders(),
      ...(signal && { signal }),
      ...(wanted && { wanted }),
    });
  }
}

function robotsText(response: TransportResponse): string {
  const bytes = decodeContent(response.body, headerOf(response, 'content-encoding'), 16 * MAX_ROBOTS_BYTES);
  return Buffer.from(bytes.subarray(0, MAX_ROBOTS_BYTES)).toString('utf8');
}
