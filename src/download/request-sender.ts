import type { CookieJar } from './cookies/cookie-jar.js';
import type { PartRequest } from './page-parts.js';
import { RequestHeaders, type RequestHeadersOptions } from './request-headers.js';
import type { Transport, TransportRequest, TransportResponse } from './transport.js';

export interface RequestSenderOptions extends RequestHeadersOptions {
  readonly transport: Transport;
  /** Go with pages and lists, and with nothing else: what a site says to all crawlers, it says to those without a login. */
  readonly cookies?: CookieJar;
}

type Headers = TransportRequest['headers'];
type Asked = Omit<TransportRequest, 'url' | 'headers'>;

/** Sends what was decided on, with the headers and cookies that may go with it. */
export class RequestSender {
  readonly #headers: RequestHeaders;

  constructor(private readonly options: RequestSenderOptions) {
    this.#headers = new RequestHeaders(options);
  }

  headersFor(url: string): Headers {
    return this.#headers.for(url);
  }

  /** A page or a list of pages. `condition`: headers that go with this request alone. */
  page(url: string, asked: Asked, condition: Headers): Promise<TransportResponse> {
    return this.#withCookies({ url, headers: { ...this.#headers.for(url), ...condition }, ...asked });
  }

  /** robots.txt and other files that are there for all crawlers. */
  siteFile(url: string, asked: Asked): Promise<TransportResponse> {
    return this.options.transport.fetch({ url, headers: this.#headers.for(url), ...asked });
  }

  /** What a page asks for while it is rendered. */
  part({ url, headers, signal, maxBytes }: PartRequest, withSecrets: boolean): Promise<TransportResponse> {
    const own = withSecrets ? this.#headers.for(url) : this.#headers.withoutSecrets;
    // One byte more than is wanted tells that there is more.
    const request = { url, headers: replaced(own, headers), signal, cutAt: maxBytes + 1 };
    return withSecrets ? this.#withCookies(request) : this.options.transport.fetch(request);
  }

  async #withCookies(request: TransportRequest): Promise<TransportResponse> {
    const { cookies, transport } = this.options;
    if (cookies === undefined) return transport.fetch(request);
    const cookie = cookies.headerFor(request.url);
    const sent = cookie === undefined ? request : { ...request, headers: withCookie(request.headers, cookie) };
    return cookies.taken(await transport.fetch(sent));
  }
}

/** The page's own headers, whose names are in lower case, in place of ours. */
function replaced(own: Headers, headers: Headers): Headers {
  const kept = Object.entries(own).filter(([name]) => !Object.hasOwn(headers, name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...headers };
}

/** Beside cookies that the user gave as a header. */
function withCookie(headers: Headers, cookie: string): Headers {
  const given = Object.keys(headers).find((name) => name.toLowerCase() === 'cookie');
  return given === undefined ? { ...headers, Cookie: cookie } : { ...headers, [given]: `${headers[given]}; ${cookie}` };
}
