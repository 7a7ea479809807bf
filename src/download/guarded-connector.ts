import { isIPv6, type LookupFunction, type Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import type { buildConnector } from 'undici';
import { addressRefusal, guardedLookup, literalAddress } from './address-guard.js';
import type { DnsQuery } from './dns-cache.js';
import type { PinnedHosts } from './host-address.js';
import { skipContinue } from './skip-continue.js';
import { buildConnector as connectorWith } from './undici-parts.js';

export interface OpenConnectorOptions {
  readonly connectTimeoutMs: number;
  readonly insecureTls: boolean;
  /** Ends all connections, also those being opened: undici would wait for them when it is closed. */
  readonly closing: AbortSignal;
}

export interface GuardedConnectorOptions extends OpenConnectorOptions {
  readonly allowPrivate: boolean;
  readonly resolve: PinnedHosts;
  /** Asks the system's resolver unless given; whoever gives it keeps its answers. */
  readonly dns?: DnsQuery;
}

/** Time for one of a host's addresses before the next is tried beside it. Node's 250 ms fails on slow links. */
const addressAttemptMs = 1000;

/** Opens TCP and TLS connections to anywhere; nothing is guarded but by the `lookup` given. */
export function openConnector(options: OpenConnectorOptions, lookup?: LookupFunction): buildConnector.connector {
  const connect = connectorWith({
    timeout: options.connectTimeoutMs,
    rejectUnauthorized: !options.insecureTls,
    autoSelectFamilyAttemptTimeout: addressAttemptMs,
    allowH2: false,
    ...(lookup && { lookup }),
  });
  return (target, done) => {
    // The types leave out that undici returns the socket.
    const socket = connect(target, done) as unknown as Socket;
    skipContinue(socket);
    addAbortSignal(options.closing, socket);
  };
}

/**
 * Opens connections only to addresses that the guard allows. Names are checked as they are looked up, literal and pinned
 * addresses before connecting, and whatever the socket ended up connected to once more.
 */
export function guardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  const { allowPrivate, resolve, dns } = options;
  const refusal = (address: string | undefined) =>
    address === undefined ? undefined : addressRefusal(address, allowPrivate);
  const connect = openConnector(options, guardedLookup({ allowPrivate, ...(dns && { query: dns, ttlMs: 0 }) }));
  return (target, done) => {
    const host = isIPv6(target.hostname) ? `[${target.hostname}]` : target.hostname;
    const pin = resolve.get(host) ?? resolve.get('*');
    const early = refusal(pin?.address ?? literalAddress(target.hostname));
    if (early !== undefined) {
      queueMicrotask(() => done(early, null));
      return;
    }
    const pinned = pin && { ...target, hostname: pin.address, port: String(pin.port ?? target.port) };
    connect(pinned ?? target, (error, socket) => {
      if (error !== null) return done(error, null);
      const late = refusal(socket.remoteAddress);
      if (late === undefined) return done(null, socket);
      socket.destroy();
      done(late, null);
    });
  };
}
