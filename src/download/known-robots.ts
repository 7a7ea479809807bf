import type { Clock } from '../clock.js';
import type { CrawlNotes, RobotsNote } from '../model/crawl-store.js';
import { type RobotsRules, rulesForStatus } from '../robots/robots-rules.js';

/** A site's robots.txt as it was last answered. */
export interface SiteRobots {
  readonly rules: RobotsRules;
  readonly status: number;
  readonly fetchedAt: number;
  /** Asked for again after this time. */
  readonly freshUntil: number;
  /** Why the site is closed as a whole, where its robots.txt could not be had. */
  readonly problem?: string;
}

const hour = 3_600_000;
/** robots.txt is asked for again after this time; sooner where the last answer was a passing failure. */
const lifetime = 24 * hour;
const failedLifetime = hour;
/** Characters of robots files whose rules are in memory; the others are read from the store again. */
const inMemory = 64 * 1024 * 1024;
/** What a small file takes besides its characters. */
const overhead = 1024;

/** The robots.txt files of a crawl: durable in the store's notes, parsed in memory. */
export class KnownRobots {
  private readonly sites = new Map<string, { readonly site: SiteRobots; readonly size: number }>();
  private size = 0;

  constructor(
    private readonly notes: CrawlNotes,
    private readonly clock: Clock,
  ) {}

  /** Undefined where robots.txt was never asked for, or too long ago. */
  async of(origin: string): Promise<SiteRobots | undefined> {
    // Another process on the same store may have asked since.
    return this.ifFresh(this.remembered(origin)) ?? this.ifFresh(await this.recalled(origin));
  }

  /** The last one, however old, unless many others were asked for since. */
  remembered(origin: string): SiteRobots | undefined {
    return this.sites.get(origin)?.site;
  }

  /** The same, whatever was asked for since. */
  async last(origin: string): Promise<SiteRobots | undefined> {
    return this.remembered(origin) ?? (await this.recalled(origin));
  }

  async keep(note: RobotsNote): Promise<void> {
    await this.notes.setRobots(note);
    this.remember(note);
  }

  private ifFresh(site: SiteRobots | undefined): SiteRobots | undefined {
    if (site === undefined) return undefined;
    return this.clock.now() < site.freshUntil ? site : undefined;
  }

  private async recalled(origin: string): Promise<SiteRobots | undefined> {
    const note = await this.notes.robots(origin);
    return note && this.remember(note);
  }

  private remember(note: RobotsNote): SiteRobots {
    const { origin, status, fetchedAt, body } = note;
    const problem = troubleOf(note);
    const rules = rulesForStatus(status === 0 ? 'unreachable' : status, body);
    const passing = status === 0 || status === 429;
    const freshUntil = fetchedAt + (passing ? failedLifetime : lifetime);
    const site = { rules, status, fetchedAt, freshUntil, ...(problem && { problem }) };
    this.forget(origin);
    this.sites.set(origin, { site, size: body.length + overhead });
    this.size += body.length + overhead;
    for (const oldest of this.sites.keys()) {
      if (this.size <= inMemory) break;
      this.forget(oldest);
    }
    return site;
  }

  private forget(origin: string): void {
    this.size -= this.sites.get(origin)?.size ?? 0;
    this.sites.delete(origin);
  }
}

/** The body of a file that could not be fetched is the reason. */
function troubleOf({ status, body }: RobotsNote): string | undefined {
  return status === 0 ? `could not be fetched: ${body}` : undefined;
}
