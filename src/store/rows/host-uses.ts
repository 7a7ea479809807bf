import type { HostUse } from '../../model/frontier.js';
import { registrableDomain } from '../../url/registrable-domain.js';

/** The hosts that `HostUses` is made of. */
export const usedHosts =
  'SELECT name, fetched, relevant, given, address FROM host WHERE fetched > 0 OR given = 1 OR address IS NOT NULL';

/** What the limits of hosts, of their registrable domains and of their addresses go by, as it is on disk. */
export class HostUses {
  private readonly hosts = new Map<string, HostRow>();
  private readonly domains = new Map<string, DomainUse>();
  private readonly addresses = new Map<string, number>();

  constructor(rows: Iterable<HostRow>) {
    for (const row of rows) {
      const { name, fetched, relevant, given, address } = row;
      this.hosts.set(name, row);
      if (address !== null) this.addresses.set(address, (this.addresses.get(address) ?? 0) + fetched);
      const key = registrableDomain(name);
      const domain = this.domains.get(key) ?? { fetched: 0, hosts: 0, relevant: 0 };
      domain.fetched += fetched;
      domain.relevant += relevant;
      if (fetched > 0 && given === 0) domain.hosts++;
      this.domains.set(key, domain);
    }
  }

  of(host: string): HostUse {
    const row = this.hosts.get(host);
    const domain = this.domains.get(registrableDomain(host));
    return {
      host,
      fetched: row?.fetched ?? 0,
      fetchedOfDomain: domain?.fetched ?? 0,
      fetchedAtAddress: this.addresses.get(row?.address ?? '') ?? 0,
      isGiven: row?.given === 1,
      hostsOfDomain: domain?.hosts ?? 0,
      relevantOfDomain: domain?.relevant ?? 0,
    };
  }
}

interface DomainUse {
  fetched: number;
  hosts: number;
  relevant: number;
}

export interface HostRow {
  readonly name: string;
  readonly fetched: number;
  readonly relevant: number;
  readonly given: number;
  readonly address: string | null;
}
