import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { addressRefusal, guardedLookup, literalAddress } from './address-guard.js';
import type { PinnedHosts } from './host-address.js';

export interface ConnectorOptions {
  readonly allowPrivate: boolean;
  readonly resolve: PinnedHosts;
  readonly connectTimeoutMs: number;
  readonly insecureTls: boolean;
}

/** Time for one of a host's addresses before the next is tried beside it. Node's 250 ms fails on slow links. */
const addressAttemptMs = 1000;

/** Opens TCP and TLS connections to anywhere; nothing is guarded but by the `lookup` given. */
export function openConnector(
  options: Pick<ConnectorOptions, 'connectTimeoutMs' | 'insecureTls'>,
  lookup?: LookupFunction,
): buildConnector.connector {
  return buildConnector({
    timeout: options.connectTimeoutMs,
    rejectUnauthorized: !options.insecureTls,
    autoSelectFamilyAttemptTimeout: addressAttemptMs,
    allowH2: false,
    ...(lookup && { lookup }),
  });
}

/**
 * Opens connections only to addresses that the guard allows. Names are checked as they are looked up, literal and pinned
 * addresses before connecting, and whatever the socket ended up connected to once more.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { allowPrivate, resolve } = options;
  const refusal = (address: string | undefined) =>
    address === undefined ? undefined : addressRefusal(address, allowPrivate);
  const connect = openConnector(options, guardedLookup({ allowPrivate }));
  return (target, done) => {
    const pin = resolve.get(target.hostname) ?? resolve.get('*');
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
