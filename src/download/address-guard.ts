import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Failure } from '../failure.js';
import { type DnsCacheOptions, dnsCache } from './dns-cache.js';
import { failureOf } from './fetch-failures.js';

/** What an address is: `range` is its name in the registries of special addresses, `unicast` for the public Internet. */
export interface AddressVerdict {
  readonly allowed: boolean;
  readonly range: string;
}

export interface GuardedLookupOptions extends DnsCacheOptions {
  /** Admits private networks and this machine (see `addressRefusal`). */
  readonly allowPrivate: boolean;
}

/**
 * Services of cloud providers that hand credentials to whoever asks from inside: AWS, Google, Azure, Oracle, Alibaba, Tencent, Scaleway, Akamai
 * (Linode), Fly.io, OpenStack and all that use its addresses. One looks public (Azure's), the others lie in ranges that `allowPrivate` admits.
 */
const METADATA_RANGES = [
  '169.254.169.0/24',
  '169.254.170.0/24',
  '169.254.0.23/32',
  '169.254.42.42/32',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::/32',
  'fd00:c1::/32',
  'fd00:42::/32',
  'fd00:a9fe:a9fe::/48',
  'fdaa::3/128',
  'fe80::a9fe:a9fe/128',
].map((range) => ipaddr.parseCIDR(range));

/** Never a web server to visit, not even in a private network. */
const NEVER_ADMITTED = new Set(['metadata', 'multicast', 'broadcast', 'unspecified', 'invalid']);

const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Allows global unicast addresses alone. IPv6 forms that carry an IPv4 address in use today (mapped, NAT64) are judged
 * by it; those of the past (6to4, Teredo, IPv4-compatible) are refused, since no public server needs them.
 */
export function addressVerdict(ip: string): AddressVerdict {
  // Stricter than the parser below, which would also take `127.1` and `0x7f000001`.
  if (isIP(ip) === 0) return { allowed: false, range: 'invalid' };
  const range = rangeOf(parseAddress(ip));
  return { allowed: range === 'unicast', range };
}

/**
 * The failure to report instead of connecting to an address, or undefined where it may be connected to. `allowPrivate`
 * admits private networks and this machine, but never metadata services, multicast or addresses that name no host.
 */
export function addressRefusal(address: string, allowPrivate: boolean): Failure | undefined {
  const { allowed, range } = addressVerdict(address);
  if (allowed || (allowPrivate && !NEVER_ADMITTED.has(range))) return undefined;
  return failureOf('address-refused', { address, range });
}

/**
 * The address that a URL's hostname is, if it is one. Sockets connect to those without a lookup, so they must be checked
 * apart. The hostname must come from a parsed URL, which has rewritten forms such as `0x7f.1` to dotted quads.
 */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}

/**
 * A `dns.lookup` for sockets (`connect: { lookup }` in undici) that gives away only addresses that may be connected to.
 * Every call checks the answer it returns, cached or not, and the socket connects to that very answer: a name that
 * changes its address between check and use (DNS rebinding) gains nothing. Errors are `Failure`s.
 */
export function guardedLookup(options: GuardedLookupOptions): LookupFunction {
  const query = dnsCache(options);

  const admitted = async (written: string, family: LookupOptions['family']): Promise<LookupAddress[]> => {
    const hostname = written.toLowerCase();
    const answers = await query(hostname);
    const wanted = Number(String(family ?? 0).replace('IPv', ''));
    const usable = answers.filter((answer) => wanted === 0 || answer.family === wanted);
    if (usable.length === 0) throw failureOf('dns-not-found', { hostname, family: wanted });
    const refusals = usable.map(({ address }) => addressRefusal(address, options.allowPrivate));
    const left = usable.filter((_, index) => refusals[index] === undefined);
    if (left.length === 0) throw refusals[0];
    return left;
  };

  return (hostname, { all, family }, callback) => {
    // Called outside of the promise, so that what a callback throws is not taken for a failed lookup.
    admitted(hostname, family).then(
      (found) => process.nextTick(callback, null, all ? found : found[0]!.address, all ? undefined : found[0]!.family),
      (failure) => process.nextTick(callback, failure, []),
    );
  };
}

/** The name by which hosts at an address are spared together. Of IPv6, a server has at least a whole /64 to itself. */
export function sharedAddress(ip: string): string {
  const address = parseAddress(ip);
  if (!isIPv6(address)) return address.toString();
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/**
 * Without its zone (`fe80::1%eth0`), which is no part of what an address is. A dotted tail is rewritten in hexadecimal,
 * because the library takes the IPv4-compatible `::8.8.8.8` for the mapped `::ffff:8.8.8.8`.
 */
function parseAddress(ip: string): ipaddr.IPv4 | ipaddr.IPv6 {
  if (isIP(ip) === 4) return ipaddr.parse(ip);
  const address = ip.replace(/%.*$/, '').replace(/[\d.]+$/, (tail) => {
    if (!tail.includes('.')) return tail;
    const [a, b, c, d] = ipaddr.IPv4.parse(tail).octets as [number, number, number, number];
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  return ipaddr.parse(address);
}

function rangeOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (isIPv6(address)) {
    if (address.isIPv4MappedAddress()) return rangeOf(address.toIPv4Address());
    if (address.match(NAT64)) return rangeOf(ipaddr.fromByteArray(address.toByteArray().slice(-4)));
  }
  if (isMetadata(address)) return 'metadata';
  const range = address.range();
  // Outside of 2000::/3 what no registry lists is unassigned, or IPv4-compatible (::/96).
  return range === 'unicast' && isIPv6(address) && !address.match(PUBLIC_IPV6) ? 'reserved' : range;
}

/** Whatever a tunnel or translator might make of it. */
function isMetadata(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const isListed = METADATA_RANGES.some(
    ([range, bits]) => range.kind() === address.kind() && address.match(range, bits),
  );
  return isListed || (isIPv6(address) && embeddedIPv4(address).some(isMetadata));
}

/**
 * The IPv4 addresses in an IPv6 address, wherever its form has them: the last bytes (IPv4-compatible, translated, NAT64, ISATAP), and those of 6to4,
 * of NAT64 with a prefix of 48 bits, and of Teredo (its server, and its client upside down).
 */
function embeddedIPv4(address: ipaddr.IPv6): ipaddr.IPv4[] {
  const bytes = address.toByteArray();
  const [first, second] = address.parts;
  const last = bytes.slice(12);
  const places: number[][] = [];
  const isIsatap = (address.parts[4]! & ~0x0200) === 0 && address.parts[5] === 0x5efe;
  if (isIsatap || !address.match(PUBLIC_IPV6)) places.push(last, [...bytes.slice(6, 8), ...bytes.slice(9, 11)]);
  if (first === 0x2002) places.push(bytes.slice(2, 6));
  const isTeredo = first === 0x2001 && second === 0;
  if (isTeredo)
    places.push(
      bytes.slice(4, 8),
      last.map((byte) => byte ^ 0xff),
    );
  return places.map((place) => new ipaddr.IPv4(place));
}

function isIPv6(address: ipaddr.IPv4 | ipaddr.IPv6): address is ipaddr.IPv6 {
  return address.kind() === 'ipv6';
}
