import type { FrontierRules, HostPace, Settlement } from '../model/frontier.js';
import type { Lane } from './host-scheduler.js';

/** A host as the queue sees it: whether it may be visited now. */
export interface Gate {
  readonly id: number;
  readonly host: string;
  nextAt: number;
  /** Own delay (ms), where the host has one (Crawl-delay, back-off). */
  delay: number | undefined;
  failures: number;
  inFlight: number;
  /** Documents fetched so far, for the limit a host. */
  fetched: number;
  /** Where it lives, once that is known; not kept from run to run. */
  address: SharedAddress | undefined;
  readonly lanes: Lane[];
}

/** An address with the hosts that live there. */
export interface SharedAddress {
  readonly name: string;
  readonly gates: Gate[];
  nextAt: number;
  inFlight: number;
}

/** How a claim moved its host's next time, and that of its address. */
export interface Hold {
  readonly from: number;
  readonly until: number;
  readonly address?: { readonly shared: SharedAddress; readonly from: number; readonly until: number };
}

/** The hosts of a crawl: when each may be asked, for its own sake and for that of its address. */
export class Hosts {
  readonly all: Gate[] = [];
  private readonly byName = new Map<string, Gate>();
  private readonly addresses = new Map<string, SharedAddress>();

  constructor(private readonly rules: FrontierRules) {}

  get(host: string): Gate | undefined {
    return this.byName.get(host);
  }

  add(id: number, host: string, state: Partial<Pick<Gate, 'nextAt' | 'delay' | 'failures' | 'fetched'>> = {}): Gate {
    const fresh = { nextAt: 0, delay: undefined, failures: 0, fetched: 0 };
    const gate: Gate = { id, host, ...fresh, ...state, inFlight: 0, address: undefined, lanes: [] };
    this.all.push(gate);
    this.byName.set(host, gate);
    return gate;
  }

  paceOf(gate: Gate): Omit<HostPace, 'notBefore'> {
    return { delay: gate.delay ?? this.rules.delay, failures: gate.failures };
  }

  /** When the host may be asked next, now at the earliest; never where it is blocked. */
  openingOf(gate: Gate, now: number): number {
    if (this.rules.blocked(gate.host)) return Number.POSITIVE_INFINITY;
    const isBusy = gate.inFlight >= this.rules.requestsPerHost || !this.hasAddressRoom(gate);
    return Math.max(this.opensAt(gate, now), isBusy ? now + this.paceOf(gate).delay : now);
  }

  /** A request to the host begins. */
  enter(gate: Gate, now: number): Hold {
    const { nextAt: from, address } = gate;
    gate.inFlight++;
    gate.nextAt = Math.max(gate.nextAt, now + this.paceOf(gate).delay);
    if (address === undefined) return { from, until: gate.nextAt };
    const addressFrom = address.nextAt;
    address.inFlight++;
    address.nextAt = Math.max(address.nextAt, now + this.rules.delayPerAddress);
    return { from, until: gate.nextAt, address: { shared: address, from: addressFrom, until: address.nextAt } };
  }

  /** A request to the host ended, or was not sent: then the hold it took is given back. Returns the hosts for which there may be room now. */
  leave(
    gate: Gate,
    hold: Hold,
    { pace, unused, address }: Pick<Settlement, 'pace' | 'unused' | 'address'>,
  ): readonly Gate[] {
    gate.inFlight--;
    if (unused && gate.nextAt === hold.until) gate.nextAt = hold.from;
    if (pace !== undefined) {
      gate.failures = pace.failures;
      gate.delay = pace.delay === this.rules.delay ? undefined : pace.delay;
      if (pace.notBefore !== undefined) gate.nextAt = Math.max(gate.nextAt, pace.notBefore);
    }
    const neighbours = leaveAddress(hold, unused);
    if (address !== undefined && gate.address?.name !== address) this.moveTo(gate, address);
    return [gate, ...neighbours];
  }

  /** Those in flight to the address of before are counted there until they end. */
  private moveTo(gate: Gate, name: string): void {
    gate.address?.gates.splice(gate.address.gates.indexOf(gate), 1);
    const known = this.addresses.get(name);
    const shared = known ?? { name, gates: [], nextAt: 0, inFlight: 0 };
    if (known === undefined) this.addresses.set(name, shared);
    shared.gates.push(gate);
    gate.address = shared;
  }

  /** When time alone keeps the host shut no longer, from now on: its own, that of its address, and that of the day. */
  opensAt(gate: Gate, now: number): number {
    const at = Math.max(gate.nextAt, gate.address?.nextAt ?? 0, now);
    return this.rules.quietUntil(gate.host, at) ?? at;
  }

  hasAddressRoom({ address }: Gate): boolean {
    return (address?.inFlight ?? 0) < this.rules.requestsPerAddress;
  }
}

/** There is room for one of the hosts there. */
function leaveAddress({ address }: Hold, unused: boolean | undefined): readonly Gate[] {
  if (address === undefined) return [];
  const { shared, from, until } = address;
  shared.inFlight--;
  if (unused && shared.nextAt === until) shared.nextAt = from;
  return shared.gates;
}
