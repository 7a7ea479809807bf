import { Failure } from '../failure.js';
import { addressRefusal, addressVerdict, literalAddress } from './address-guard.js';
import { type DnsCacheOptions, dnsCache } from './dns-cache.js';
import type { PinnedHosts } from './host-address.js';

/** What the guard makes of one address of a host. */
export interface GuardedAddress {
  readonly address: string;
  /** As in `AddressVerdict`. */
  readonly range: string;
  readonly admitted: boolean;
}

/** The addresses of a host, and who named them: the URL itself, --resolve, or DNS. None where a proxy looks names up. */
export interface HostAddresses {
  readonly source: 'url' | 'resolve' | 'dns' | 'proxy';
  readonly addresses: readonly GuardedAddress[];
  /** Code of the failure to look the name up. */
  readonly failure?: string;
}

export interface HostAddressesOptions extends DnsCacheOptions {
  readonly allowPrivate: boolean;
  readonly resolve: PinnedHosts;
  readonly proxy?: string;
}

/**
 * For telling alone: every address with its verdict, by the rules of `guardedConnector`. A name may answer otherwise when it
 * is connected to, which is why connections are guarded there and not here. Host names as `URL.hostname` writes them.
 */
export function hostAddresses(options: HostAddressesOptions): (hostname: string) => Promise<HostAddresses> {
  const { allowPrivate, resolve, proxy } = options;
  const query = dnsCache(options);
  const guarded = (address: string): GuardedAddress => ({
    address,
    range: addressVerdict(address).range,
    admitted: addressRefusal(address, allowPrivate) === undefined,
  });

  return async (hostname) => {
    const pin = proxy === undefined ? (resolve.get(hostname) ?? resolve.get('*')) : undefined;
    if (pin !== undefined) return { source: 'resolve', addresses: [guarded(pin.address)] };
    const literal = literalAddress(hostname);
    if (literal !== undefined) return { source: 'url', addresses: [guarded(literal)] };
    if (proxy !== undefined) return { source: 'proxy', addresses: [] };
    try {
      const answers = await query(hostname);
      return { source: 'dns', addresses: answers.map(({ address }) => guarded(address)) };
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      return { source: 'dns', addresses: [], failure: thrown.code };
    }
  };
}
