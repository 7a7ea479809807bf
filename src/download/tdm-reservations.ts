import type { Clock } from '../clock.js';
import type { CrawlNotes } from '../model/crawl-store.js';
import type { PageRights } from '../model/page-rights.js';
import { parseTdmrep } from '../robots/tdmrep.js';

/** As long as robots.txt. */
const lifetime = 24 * 3_600_000;
/** Sites in memory; the others are read from the store again. */
const inMemory = 10_000;

interface SiteReservations {
  readonly fetchedAt: number;
  readonly rightsOf: (path: string) => PageRights | undefined;
}

/** What sites say in their tdmrep.json: durable in the store's notes, parsed in memory. */
export class TdmReservations {
  private readonly sites = new Map<string, SiteReservations>();

  constructor(
    private readonly notes: Pick<CrawlNotes, 'get' | 'set'>,
    private readonly clock: Clock,
  ) {}

  /** Undefined where the file was never asked for, or too long ago. */
  async of(origin: string): Promise<SiteReservations['rightsOf'] | undefined> {
    const site = this.sites.get(origin) ?? (await this.recalled(origin));
    return site !== undefined && this.clock.now() < site.fetchedAt + lifetime ? site.rightsOf : undefined;
  }

  /** `body` is '' where the site has no such file. */
  async keep(origin: string, body: string): Promise<void> {
    const fetchedAt = this.clock.now();
    await this.notes.set(noteOf(origin), JSON.stringify({ fetchedAt, body }));
    this.remember(origin, fetchedAt, body);
  }

  private async recalled(origin: string): Promise<SiteReservations | undefined> {
    const note = await this.notes.get(noteOf(origin));
    if (note === undefined) return undefined;
    const { fetchedAt, body } = JSON.parse(note) as { fetchedAt: number; body: string };
    return this.remember(origin, fetchedAt, body);
  }

  private remember(origin: string, fetchedAt: number, body: string): SiteReservations {
    const site = { fetchedAt, rightsOf: parseTdmrep(body) };
    if (this.sites.size >= inMemory) this.sites.delete(this.sites.keys().next().value!);
    this.sites.set(origin, site);
    return site;
  }
}

const noteOf = (origin: string): string => `tdmrep ${origin}`;
