import { isIP } from 'node:net';
import { UsageError } from '../failure.js';

/** Where to connect instead of where DNS points. */
export interface Pin {
  readonly address: string;
  /** As undici wants it; absent = the port of the URL. */
  readonly port?: string;
}

/**
 * Reads `HOST=ADDR` and `HOST=ADDR:PORT` entries, `*` standing for every host not named. URL, Host header and TLS server
 * name stay those of the host, so one loopback server can play a whole web. An https URL speaks TLS to the pinned port
 * too: a server that speaks plain HTTP there cannot answer it.
 */
export function pinnedHosts(resolve: ReadonlyMap<string, string>): (hostname: string) => Pin | undefined {
  const pins = new Map([...resolve].map(([host, target]) => [host.toLowerCase(), parsePin(host, target)]));
  if (pins.size === 0) return () => undefined;
  return (hostname) => pins.get(hostname) ?? pins.get('*');
}

function parsePin(host: string, target: string): Pin {
  if (isIP(target) !== 0) return { address: target };
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(target) ?? [];
  const address = bracketed ?? plain ?? '';
  if (isIP(address) === 0 || Number(port ?? 1) > 65_535 || Number(port ?? 1) === 0) {
    throw new UsageError(
      'resolve-invalid',
      `Give --resolve an IP address, as in ${host}=192.0.2.1 or ${host}=192.0.2.1:8080.`,
      {
        host,
        target,
      },
    );
  }
  return port === undefined ? { address } : { address, port };
}
