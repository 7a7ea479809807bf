import { acceptEncoding } from './content-decoding.js';
import { isSecretHeader } from './secret-header.js';

export interface RequestHeadersOptions {
  readonly userAgent: string;
  /** The user's own headers; they replace those of the crawler. */
  readonly headers: ReadonlyMap<string, string>;
  /** Where the user's secret headers may go, see `credentialOrigins`; nowhere else are they sent. */
  readonly credentialOrigins: ReadonlySet<string>;
}

type Headers = Readonly<Record<string, string>>;

const answeredTypes = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1';

/**
 * The headers of a crawl's requests. A crawl goes wherever links and redirects lead, so a cookie or password given for
 * one site must not follow it.
 */
export class RequestHeaders {
  readonly #credentialOrigins: ReadonlySet<string>;
  readonly #forAll: Headers;
  readonly #withSecrets: Headers;
  readonly #hasSecrets: boolean;

  constructor({ userAgent, headers, credentialOrigins }: RequestHeadersOptions) {
    this.#credentialOrigins = credentialOrigins;
    const own: Headers = { 'User-Agent': userAgent, Accept: answeredTypes, 'Accept-Encoding': acceptEncoding };
    const open = [...headers].filter(([name]) => !isSecretHeader(name));
    this.#forAll = replaced(own, open);
    this.#withSecrets = replaced(own, headers);
    this.#hasSecrets = open.length < headers.size;
  }

  /** For what a page of another site asks for: without anything that proves who is asking. */
  get withoutSecrets(): Headers {
    return this.#forAll;
  }

  for(url: string): Headers {
    // Most crawls have no secrets, and need not look where each request goes.
    if (!this.#hasSecrets) return this.#forAll;
    return this.#credentialOrigins.has(new URL(url).origin) ? this.#withSecrets : this.#forAll;
  }
}

/** The origins of these URLs, and for http ones the same host over https, where sites lead; never the other way. */
export function credentialOrigins(urls: Iterable<string>): Set<string> {
  const origins = new Set<string>();
  for (const url of urls) {
    const { origin, protocol, host } = new URL(url);
    origins.add(origin);
    if (protocol === 'http:') origins.add(`https://${host}`);
  }
  return origins;
}

/** Header names are the same in any case. */
function replaced(own: Headers, given: Iterable<readonly [name: string, value: string]>): Headers {
  const all = new Map(Object.entries(own).map((header) => [header[0].toLowerCase(), header]));
  for (const [name, value] of given) all.set(name.toLowerCase(), [name, value]);
  return Object.fromEntries(all.values());
}
