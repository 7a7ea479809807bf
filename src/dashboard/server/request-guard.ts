import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { Refusal } from './refusal.js';

export interface ListenAddress {
  readonly address: string;
  readonly port: number;
}

/**
 * Keeps other sites from using the user's browser against the server. A name that an attacker points at this machine (DNS rebinding)
 * is in `Host`; a page of another site is in `Origin` and `Sec-Fetch-Site`.
 */
export class RequestGuard {
  readonly #names: ReadonlySet<string> | undefined;

  constructor(private readonly listening: ListenAddress) {
    const { address } = listening;
    if (isLoopback(address)) this.#names = new Set(['localhost', '127.0.0.1', '[::1]', written(address)]);
    else if (isWildcard(address)) this.#names = undefined;
    else this.#names = new Set([written(address), hostname().toLowerCase()]);
  }

  /** Throws where the request is not meant for this server. */
  checkHost({ headers: { host } }: IncomingMessage): void {
    if (host === undefined || !this.#isOurs(host))
      throw new Refusal(403, 'foreign-host', 'This server does not answer under that name.');
  }

  /** The same, and where it comes from a page of another site. */
  check(request: IncomingMessage): void {
    this.checkHost(request);
    const { host, origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    const isNavigation = request.method === 'GET' && request.headers['sec-fetch-dest'] === 'document';
    const isOfOtherSite = site !== undefined && site !== 'same-origin' && site !== 'none';
    if (isOfOtherSite && !isNavigation) throw foreignOrigin();
    if (origin !== undefined && origin !== `http://${host}`) throw foreignOrigin();
    if (request.method !== 'GET' && request.method !== 'HEAD' && origin === undefined) throw foreignOrigin();
  }

  #isOurs(host: string): boolean {
    const [, name = '', port = '80'] = /^(\[[0-9a-f:.]+\]|[^:]+)(?::(\d+))?$/i.exec(host) ?? [];
    if (Number(port) !== this.listening.port) return false;
    if (this.#names !== undefined) return this.#names.has(name.toLowerCase());
    // Whoever listens everywhere is reached by addresses, and by this machine's own name: no name of others.
    const own = hostname().toLowerCase();
    return isIP(name.replace(/^\[|\]$/g, '')) !== 0 || ['localhost', own, `${own}.local`].includes(name.toLowerCase());
  }
}

export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^127\.\d+\.\d+\.\d+$/.test(address);
}

function isWildcard(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}

/** As it stands in URLs. */
export function written(address: string): string {
  return isIP(address) === 6 ? `[${address}]` : address.toLowerCase();
}

function foreignOrigin(): Refusal {
  return new Refusal(403, 'foreign-origin', 'Only pages of this server may ask.');
}
