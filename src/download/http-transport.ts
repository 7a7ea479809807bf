import { setMaxListeners } from 'node:events';
import type { buildConnector, Client } from 'undici';
import { parsedUrl } from '../url/parsed-url.js';
import { addressRefusal, literalAddress, sharedAddress } from './address-guard.js';
import { type DnsQuery, dnsCache } from './dns-cache.js';
import { Exchange } from './exchange.js';
import { failureOf, fetchFailure } from './fetch-failures.js';
import { ForwardProxy } from './forward-proxy.js';
import { guardedConnector } from './guarded-connector.js';
import type { PinnedHosts } from './host-address.js';
import { OriginPools } from './origin-pools.js';
import { type ExchangeOptions, TrackedClient } from './tracked-client.js';
import type { Transport, TransportRequest, TransportResponse } from './transport.js';
import { Pool } from './undici-parts.js';

export interface HttpTransportOptions {
  /** Visit private, loopback and other reserved addresses too: for intranets and tests. */
  readonly allowPrivate: boolean;
  readonly resolve: PinnedHosts;
  /** Instead of the system's resolver; what it answers is guarded in the same way. */
  readonly dns?: DnsQuery;
  /** See `ForwardProxy`. */
  readonly proxy?: string;
  readonly connectionsPerOrigin: number;
  readonly connectTimeoutMs: number;
  readonly headersTimeoutMs: number;
  /** Longest pause between two pieces of a body. */
  readonly bodyTimeoutMs: number;
  /** From the call to the last byte, waiting for a connection included. */
  readonly totalTimeoutMs: number;
  /** Largest body as received, that is, before content decoding. */
  readonly maxBodyBytes: number;
  readonly maxHeaderBytes: number;
  /** Accept any TLS certificate. */
  readonly insecureTls: boolean;
}

const defaultHttpTransportOptions: HttpTransportOptions = {
  allowPrivate: false,
  resolve: new Map(),
  connectionsPerOrigin: 6,
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 20_000,
  bodyTimeoutMs: 20_000,
  totalTimeoutMs: 60_000,
  maxBodyBytes: 10 * 1024 * 1024,
  maxHeaderBytes: 64 * 1024,
  insecureTls: false,
};

/** Idle connections are kept this long, so that they outlive the usual delay between two requests to a host. */
const keepAliveMs = 10_000;

/**
 * Live HTTP/1.1 with kept-alive connections. undici's `dispatch` is used directly: it costs about 0.8 × the CPU of
 * `request()` and yields the headers as they were sent.
 */
export class HttpTransport implements Transport {
  readonly #options: HttpTransportOptions;
  readonly #proxy: ForwardProxy | undefined;
  readonly #pools: OriginPools;
  readonly #closing = new AbortController();
  readonly #dns: DnsQuery;

  constructor(options: Partial<HttpTransportOptions> = {}) {
    this.#options = { ...defaultHttpTransportOptions, ...options };
    const { proxy } = this.#options;
    const { dns } = this.#options;
    this.#dns = dnsCache(dns === undefined ? {} : { query: dns });
    const connecting = { ...this.#options, dns: this.#dns, closing: this.#closing.signal };
    setMaxListeners(0, this.#closing.signal);
    this.#proxy = proxy === undefined ? undefined : new ForwardProxy(proxy, connecting);
    this.#pools = this.#newPools(this.#proxy?.connect ?? guardedConnector(connecting));
  }

  async fetch(request: TransportRequest): Promise<TransportResponse> {
    const route = this.#route(request);
    const response = await new Promise<TransportResponse>((resolve, reject) => {
      const send = (exchange: Exchange) => {
        route.exchange = exchange;
        this.#pools.dispatch(route, exchange);
      };
      new Exchange(request, this.#options, { resolve, reject }, send);
    });
    if (this.#proxy === undefined) return response;
    return this.#throughProxy(response);
  }

  /** Through a proxy, nobody knows. */
  async addressOf(url: string): Promise<string | undefined> {
    const { resolve } = this.#options;
    if (this.#proxy !== undefined || resolve.has('*')) return undefined;
    const { hostname } = new URL(url);
    if (resolve.has(hostname)) return undefined;
    try {
      const address = literalAddress(hostname) ?? (await this.#dns(hostname))[0]?.address;
      return address && sharedAddress(address);
    } catch {
      // The request itself will tell what is wrong.
      return undefined;
    }
  }

  /** Ends at once: requests in flight fail as `cancelled`. */
  async close(): Promise<void> {
    await Promise.all([this.#pools.destroy(), this.#proxy?.destroy()]);
    this.#closing.abort();
  }

  #newPools(connect: buildConnector.connector): OriginPools {
    const options = this.#options;
    const factory = (origin: string | URL, clientOptions: object) => new TrackedClient(origin, clientOptions, connect);
    const perClient: Client.Options = {
      pipelining: 1,
      headersTimeout: options.headersTimeoutMs,
      bodyTimeout: options.bodyTimeoutMs,
      maxHeaderSize: options.maxHeaderBytes,
      keepAliveTimeout: keepAliveMs,
    };
    return new OriginPools((origin) => {
      // All forwarded requests share the proxy's origin: there the caller's own limits must do.
      const connections = origin === this.#proxy?.origin ? null : options.connectionsPerOrigin;
      return new Pool(origin, { ...perClient, connections, factory });
    });
  }

  #route({ url, headers }: TransportRequest): ExchangeOptions {
    const target = parsedUrl(url);
    if (target === undefined || !/^https?:$/.test(target.protocol)) throw failureOf('request-invalid', { url });
    const path = target.pathname + target.search;
    const direct = { origin: target.origin, path, method: 'GET', headers, exchange: undefined } as const;
    if (this.#proxy === undefined) return direct;
    // The connector guards direct connections; through a proxy, literal addresses are all that can be guarded.
    const address = literalAddress(target.hostname);
    const refusal = address && addressRefusal(address, this.#options.allowPrivate);
    if (refusal) throw fetchFailure(refusal, url);
    return target.protocol === 'https:' ? direct : this.#proxy.forwarded(direct, target.host);
  }

  #throughProxy(response: TransportResponse): TransportResponse {
    if (response.status === 407) throw failureOf('proxy-failure', { url: response.url, status: 407 });
    const { remoteAddress: _, ...withoutAddress } = response;
    return withoutAddress;
  }
}
