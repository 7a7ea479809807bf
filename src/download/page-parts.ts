import type { Clock } from '../clock.js';
import { Failure } from '../failure.js';
import type { OnBehalfOf } from '../model/frontier.js';
import { hostOf } from '../url/canonical-url.js';
import { parsedUrl } from '../url/parsed-url.js';
import { registrableDomain } from '../url/registrable-domain.js';
import { isRedirect, locationOf, type TransportResponse } from './transport.js';

/** A request of a page that is rendered, for a script or for data. */
export interface PartRequest {
  readonly url: string;
  /** Those that the page set itself. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

export interface PagePartsMeans {
  readonly clock: Clock;
  /** Why robots.txt disallows it. */
  refusal(url: string, signal: AbortSignal): Promise<string | undefined>;
  /** `withSecrets`: the user's credentials and cookies for that site may go with it. */
  send(request: PartRequest, withSecrets: boolean): Promise<TransportResponse>;
  acquireHostSlot?(host: string, onBehalfOf: OnBehalfOf): Promise<number | undefined>;
}

const mostRedirects = 5;

/**
 * What one page asks for while it is rendered. Every request, and every redirect, keeps to robots.txt and to the address guard of the
 * transport. The page's own host has given it a turn already; of every other host one turn is waited for, as for a page, before the
 * first request to it. Credentials and cookies go to the page's own site alone.
 */
export class PageParts {
  readonly #host: string;
  readonly #site: string;
  readonly #turns = new Map<string, Promise<void>>();
  /** Requests sent to the page's own host. */
  toOwnHost = 0;

  constructor(
    page: string,
    private readonly deadline: number,
    private readonly means: PagePartsMeans,
  ) {
    this.#host = hostOf(page);
    this.#site = registrableDomain(new URL(page).hostname);
  }

  /** Redirects are followed. Throws a `Failure` where it may not or cannot be had. */
  async get(request: PartRequest): Promise<TransportResponse> {
    let { url } = request;
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const response = await this.#getOnce({ ...request, url });
      const location = isRedirect(response.status) ? locationOf(response) : undefined;
      if (location === undefined) return response;
      const target = parsedUrl(location, url);
      if (target === undefined || !/^https?:$/.test(target.protocol))
        throw refused(url, 'the redirect has no http or https target');
      target.hash = '';
      url = target.href;
    }
    throw refused(request.url, 'too many redirects');
  }

  async #getOnce(request: PartRequest): Promise<TransportResponse> {
    const { url, signal, maxBytes } = request;
    const host = hostOf(url);
    await this.#turnOf(host);
    const refusal = await this.means.refusal(url, signal);
    if (refusal !== undefined) throw refused(url, refusal);
    if (host === this.#host) this.toOwnHost++;
    const isOwnSite = registrableDomain(new URL(url).hostname) === this.#site;
    const response = await this.means.send(request, isOwnSite);
    if (response.body.byteLength > maxBytes) throw refused(url, `it is larger than ${maxBytes} bytes`);
    return response;
  }

  #turnOf(host: string): Promise<void> {
    if (host === this.#host) return Promise.resolve();
    const taken = this.#turns.get(host) ?? this.#takeTurn(host);
    this.#turns.set(host, taken);
    return taken;
  }

  async #takeTurn(host: string): Promise<void> {
    const { clock, acquireHostSlot } = this.means;
    for (;;) {
      const until = await acquireHostSlot?.(host, { host: this.#host });
      if (until === undefined) return;
      if (until > this.deadline) throw refused(host, 'its host has no turn for it in time');
      await clock.sleep(Math.max(1, until - clock.now()));
    }
  }
}

function refused(what: string, why: string): Failure {
  return new Failure('part-refused', `${what}: ${why}.`, 'skip', { what });
}
