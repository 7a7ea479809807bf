import {
  type FrontierRules,
  type HostPace,
  type HostUse,
  isOneTooMany,
  type OnBehalfOf,
  type Settlement,
} from '../model/frontier.js';
import { registrableDomain } from '../url/registrable-domain.js';
import type { AddressLot } from './address-lot.js';
import type { HostQueue } from './host-scheduler.js';
import { StrangerShare } from './stranger-share.js';

/** A host as the queue sees it: whether it may be visited now. */
export interface HostState {
  readonly id: number;
  readonly host: string;
  nextAt: number;
  /** Own delay (ms), where the host has one (Crawl-delay, back-off). */
  delay: number | undefined;
  failures: number;
  inFlight: number;
  /** Documents fetched so far, for the limit a host, and how many of them were relevant. */
  fetched: number;
  relevant: number;
  /** A seed was given of it. */
  isGiven: boolean;
  /** With all hosts of its registrable domain. */
  readonly domain: Domain;
  /** It has answered a request. */
  isProven: boolean;
  /** URLs of this run at which there was nothing to be had. */
  failed: number;
  /** Where it lives, once that is known in this run. */
  address: SharedAddress | undefined;
  /** Where its documents count: where it lives, or lived when that was last known. */
  countedAt: SharedAddress | undefined;
  readonly hostQueues: HostQueue[];
}

/** A registrable domain with the hosts that are known of it. */
export interface Domain {
  readonly hosts: HostState[];
  fetched: number;
  inFlight: number;
  /** Hosts with documents, but for those with seeds. */
  visited: number;
  relevant: number;
  /** Hosts that may be visited, as of the last time that those that wait were looked at. */
  mostVisited: number;
}

/** An address at which hosts live. */
export interface SharedAddress {
  readonly name: string;
  /** Of their host queues, those that wait for its turns. */
  readonly lots: AddressLot[];
  nextAt: number;
  inFlight: number;
  /** Documents of the hosts there. */
  fetched: number;
}

/** What is kept of a host from run to run. */
export interface KeptHost
  extends Pick<HostState, 'nextAt' | 'delay' | 'failures' | 'fetched' | 'relevant' | 'isGiven'> {
  /** Where it was found to live last. */
  readonly address: string | undefined;
}

/** How a claim moved its host's next time, and that of its address. */
export interface Hold {
  readonly from: number;
  readonly until: number;
  /** Of the agent, where the host had not answered yet. */
  readonly strangers: StrangerShare | undefined;
  readonly address: { readonly shared: SharedAddress; readonly from: number; readonly until: number } | undefined;
}

/** The hosts of a crawl: when each may be asked, for its own sake and for that of its address. */
export class Hosts {
  all: HostState[] = [];
  private readonly byName = new Map<string, HostState>();
  private readonly addresses = new Map<string, SharedAddress>();
  private readonly domains = new Map<string, Domain>();
  private readonly strangers = new Map<number, StrangerShare>();

  constructor(private rules: FrontierRules) {}

  /** A host with a longer delay of its own keeps it; all others have the new one from their next request on. */
  changeRules(rules: FrontierRules): void {
    this.rules = rules;
    for (const hostState of this.all) if ((hostState.delay ?? 0) <= rules.delay) hostState.delay = undefined;
  }

  get(host: string): HostState | undefined {
    return this.byName.get(host);
  }

  add(id: number, host: string, kept: Partial<KeptHost> = {}): HostState {
    const { address, nextAt = 0, delay, failures = 0, fetched = 0, relevant = 0, isGiven = false } = kept;
    const domain = this.domainOf(host);
    const hostState: HostState = {
      id,
      host,
      nextAt,
      delay,
      failures,
      fetched,
      relevant,
      isGiven,
      domain,
      isProven: fetched > 0,
      inFlight: 0,
      failed: 0,
      address: undefined,
      countedAt: address === undefined ? undefined : this.addressNamed(address),
      hostQueues: [],
    };
    domain.fetched += hostState.fetched;
    domain.relevant += hostState.relevant;
    if (hostState.fetched > 0 && !hostState.isGiven) domain.visited++;
    if (hostState.countedAt) hostState.countedAt.fetched += hostState.fetched;
    domain.hosts.push(hostState);
    this.all.push(hostState);
    this.byName.set(host, hostState);
    return hostState;
  }

  /** They are somebody else's; none of their requests may be under way. */
  forget(leaving: ReadonlySet<HostState>): void {
    this.all = this.all.filter((hostState) => !leaving.has(hostState));
    for (const hostState of leaving) {
      const { host, domain } = hostState;
      this.byName.delete(host);
      domain.hosts.splice(domain.hosts.indexOf(hostState), 1);
      domain.fetched -= hostState.fetched;
      domain.relevant -= hostState.relevant;
      if (hostState.fetched > 0 && !hostState.isGiven) domain.visited--;
      if (hostState.countedAt) hostState.countedAt.fetched -= hostState.fetched;
    }
  }

  paceOf(hostState: HostState): Omit<HostPace, 'notBefore'> {
    const { delay = this.rules.delay, failures, host } = hostState;
    return { delay: Math.max(delay, this.rules.delayOf(host)), failures };
  }

  /** When the host may be asked next, now at the earliest; never where it is blocked. */
  openingOf(hostState: HostState, now: number, { host: own = '', spareSince }: Partial<OnBehalfOf> = {}): number {
    if (this.rules.blocked(hostState.host)) return Number.POSITIVE_INFINITY;
    const { delay } = this.paceOf(hostState);
    const quietUntil = (at: number) => this.rules.quietUntil(hostState.host, at) ?? at;
    if (spareSince !== undefined && now - spareSince < Math.min(delay, this.rules.delayPerAddress || delay) / 2)
      return quietUntil(now);
    const { address } = hostState;
    // Who asks has a turn of that address already.
    const isHeld = address !== undefined && this.get(own)?.address === address;
    const isBusy =
      hostState.inFlight >= this.rules.requestsPerHost || !(isHeld || address === undefined || this.hasRoomAt(address));
    const at = Math.max(hostState.nextAt, isHeld ? 0 : (address?.nextAt ?? 0), isBusy ? now + delay : now);
    return quietUntil(at);
  }

  /** How many requests of the agent may go to hosts that never answered. */
  strangersOf(agent: number): StrangerShare {
    const known = this.strangers.get(agent);
    if (known !== undefined) return known;
    const share = new StrangerShare(this.rules.requestsToStrangers);
    this.strangers.set(agent, share);
    return share;
  }

  /** A request to the host begins; of an agent, unless it is none of a queued URL. */
  enter(hostState: HostState, now: number, agent?: number): Hold {
    const { nextAt: from, address } = hostState;
    const strangers = hostState.isProven || agent === undefined ? undefined : this.strangersOf(agent);
    hostState.inFlight++;
    hostState.domain.inFlight++;
    strangers?.enter();
    hostState.nextAt = Math.max(hostState.nextAt, now + this.paceOf(hostState).delay);
    if (address === undefined) return { from, until: hostState.nextAt, strangers, address: undefined };
    const addressFrom = address.nextAt;
    address.inFlight++;
    address.nextAt = Math.max(address.nextAt, now + this.rules.delayPerAddress);
    const ofAddress = { shared: address, from: addressFrom, until: address.nextAt };
    return { from, until: hostState.nextAt, strangers, address: ofAddress };
  }

  /** A seed was given of the host: it is none of those that its domain may have too many of. */
  give(hostState: HostState): void {
    if (!hostState.isGiven && hostState.fetched > 0) hostState.domain.visited--;
    hostState.isGiven = true;
  }

  /** A document of the host was fetched. To be called before `leave`. */
  fetched(hostState: HostState, isRelevant: boolean): void {
    const { domain, countedAt } = hostState;
    if (hostState.fetched === 0 && !hostState.isGiven) domain.visited++;
    hostState.fetched++;
    domain.fetched++;
    if (countedAt) countedAt.fetched++;
    if (!isRelevant) return;
    hostState.relevant++;
    domain.relevant++;
  }

  /**
   * A request to the host ended, or was not sent: then the hold it took is given back. Returns the hosts for which there may be room now;
   * whether there is any at the address is another question.
   */
  leave(
    hostState: HostState,
    hold: Hold,
    { pace, unused, address }: Pick<Settlement, 'pace' | 'unused' | 'address'>,
  ): readonly HostState[] {
    const { domain } = hostState;
    const wasFull = !this.hasDomainRoom(hostState);
    hostState.inFlight--;
    domain.inFlight--;
    hold.strangers?.leave(unused || pace === undefined ? undefined : pace.failures === 0);
    if (unused && hostState.nextAt === hold.until) hostState.nextAt = hold.from;
    if (pace !== undefined) {
      hostState.failures = pace.failures;
      hostState.delay = pace.delay === this.rules.delay ? undefined : pace.delay;
      if (pace.notBefore !== undefined) hostState.nextAt = Math.max(hostState.nextAt, pace.notBefore);
    }
    leaveAddress(hold, unused);
    if (address !== undefined && hostState.address?.name !== address) this.moveTo(hostState, address);
    const hasRoom = (wasFull && this.hasDomainRoom(hostState)) || this.hasGrown(domain);
    return [hostState, ...(hasRoom ? domain.hosts : [])];
  }

  /** Most of what is asked of it is not there: it is asked when its turn comes, but nobody waits for it. */
  isPoor({ failed, fetched }: HostState): boolean {
    return failed > fetched + 1;
  }

  /** One that never answered may keep silent for as long as requests may take, and the next one too. */
  isWorthWaitingFor(hostState: HostState): boolean {
    return (hostState.isProven || hostState.fetched > 0) && !this.isPoor(hostState);
  }

  /** Those in flight to the address of before are counted there until they end. */
  private moveTo(hostState: HostState, name: string): void {
    const shared = this.addressNamed(name);
    hostState.address = shared;
    if (hostState.countedAt) hostState.countedAt.fetched -= hostState.fetched;
    shared.fetched += hostState.fetched;
    hostState.countedAt = shared;
  }

  private addressNamed(name: string): SharedAddress {
    const known = this.addresses.get(name);
    const shared = known ?? { name, lots: [], nextAt: 0, inFlight: 0, fetched: 0 };
    if (known === undefined) this.addresses.set(name, shared);
    return shared;
  }

  /** When time alone keeps the host shut no longer, from now on: its own, that of its address, and that of the day. */
  opensAt(hostState: HostState, now: number, addressOpensAt = hostState.address?.nextAt ?? 0): number {
    const at = Math.max(hostState.nextAt, addressOpensAt, now);
    return this.rules.quietUntil(hostState.host, at) ?? at;
  }

  /**
   * Whether another document may be fetched from the host, for its own sake. Those in flight count as fetched: no limit of pages is
   * passed. Where its address is not known yet, the one of before counts.
   */
  hasPagesLeft(hostState: HostState): boolean {
    const { maxPerHost, maxPerAddress } = this.rules;
    const { fetched, inFlight, countedAt, address } = hostState;
    if (fetched + inFlight >= maxPerHost || !this.hasDomainRoom(hostState)) return false;
    if (address === undefined && (countedAt?.fetched ?? 0) >= maxPerAddress) return false;
    return !isOneTooMany(useOf(hostState), this.rules);
  }

  /** Whether another document may be fetched from the address. */
  hasPagesLeftAt({ fetched, inFlight }: SharedAddress): boolean {
    return fetched + inFlight < this.rules.maxPerAddress;
  }

  private hasDomainRoom({ domain }: HostState): boolean {
    return domain.fetched + domain.inFlight < this.rules.maxPerDomain;
  }

  /** Whether more hosts of the domain may be visited than the last time this was asked. */
  private hasGrown(domain: Domain): boolean {
    const most = this.rules.hostsPerDomain(domain.relevant);
    const hasGrown = most > domain.mostVisited;
    domain.mostVisited = most;
    return hasGrown;
  }

  private domainOf(host: string): Domain {
    const name = registrableDomain(host);
    const known = this.domains.get(name);
    const mostVisited = this.rules.hostsPerDomain(0);
    const domain = known ?? { hosts: [], fetched: 0, inFlight: 0, visited: 0, relevant: 0, mostVisited };
    if (known === undefined) this.domains.set(name, domain);
    return domain;
  }

  /** Whether another request may be sent to the address. */
  hasRoomAt({ inFlight }: SharedAddress): boolean {
    return inFlight < this.rules.requestsPerAddress;
  }
}

/** What the limits go by. */
export function useOf({ host, fetched, isGiven, domain, countedAt }: HostState): HostUse {
  return {
    host,
    fetched,
    fetchedOfDomain: domain.fetched,
    fetchedAtAddress: countedAt?.fetched ?? 0,
    isGiven,
    hostsOfDomain: domain.visited,
    relevantOfDomain: domain.relevant,
  };
}

function leaveAddress({ address }: Hold, unused: boolean | undefined): void {
  if (address === undefined) return;
  const { shared, from, until } = address;
  shared.inFlight--;
  if (unused && shared.nextAt === until) shared.nextAt = from;
}
