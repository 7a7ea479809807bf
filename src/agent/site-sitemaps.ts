import type { Downloader } from '../download/downloader.js';
import type { Scope } from '../frontier/scope.js';
import type { CrawlStore } from '../model/crawl-store.js';
import type { Candidate, Claim } from '../model/frontier.js';
import { isForSitemap } from '../model/is-for-sitemap.js';
import { canonicalUrl, hostOf } from '../url/canonical-url.js';

export interface SiteSitemapsParts {
  readonly downloader: Pick<Downloader, 'sitemapsOf'>;
  readonly store: Pick<CrawlStore, 'frontier' | 'records' | 'notes' | 'directory'>;
  readonly scope: Pick<Scope, 'rejectionOfList'>;
}

/** In one run: on one host, since large sites have thousands, and named by one, wherever they lie. */
export const mostSitemaps = 50;
/** In one run: they are not counted against the pages of the crawl, so that something else has to end them. */
export const mostInAll = 10_000;
/** Entries that become links: five full sitemaps. */
export const mostEntries = 250_000;

/** A request that led to a site: its sitemaps get the same place. */
type Lead = Pick<Claim, 'url' | 'queue' | 'level' | 'depth' | 'priority' | 'kind'>;

/** The note of a crawl that has been looking for sitemaps from its first page on, or has caught up. */
const note = 'sitemaps';

/** What was looked up of a site: its robots.txt names sitemaps, it names none, or none and the usual place was tried. */
type Looked = 'named' | 'none' | 'guessed';

/**
 * The sitemaps of the sites that a crawl comes to, one for all of its agents. They enter the queue with the place of the URL that led to
 * their site, as ordinary requests: each waits for its host's turn. What was entered before the crawl was resumed is entered again,
 * which changes nothing; so nothing has to be remembered.
 */
export class SiteSitemaps {
  readonly #looked = new Map<string, Looked>();
  readonly #sitemaps = new Map<string, number>();
  readonly #named = new Map<string, number>();
  readonly #entries = new Map<string, number>();
  #inAll = 0;

  constructor(private readonly parts: SiteSitemapsParts) {}

  /** Looks for the sitemaps of the sites that were visited before anybody asked for them. */
  async catchUp(): Promise<void> {
    const { records, notes, directory } = this.parts.store;
    if ((await notes.get(note)) !== undefined) return;
    const queues = new Map((await directory.agents()).map(({ id, queue }) => [id, queue]));
    for await (const visit of records.visits()) {
      const queue = queues.get(visit.agent);
      if (queue === undefined || isForSitemap(visit, visit)) continue;
      await this.lookFor({ ...visit, queue, kind: visit.kind ?? 'page' });
    }
    await notes.set(note, 'followed');
  }

  /**
   * To be called for every claim for a page that something came of: by then the robots.txt of its site may be known. Sitemaps lead to no
   * others in this way: each could lie on the next of endless hosts.
   */
  async lookFor(claim: Lead): Promise<void> {
    const { origin } = new URL(claim.url);
    const isSeed = claim.depth === 0 && claim.kind === 'page';
    const looked = this.#looked.get(origin);
    if (looked !== undefined && (looked !== 'none' || !isSeed)) return;
    const named = await this.parts.downloader.sitemapsOf(origin);
    // Another agent may have been quicker.
    if (named === undefined || this.#looked.get(origin) !== looked) return;
    const places = named.length === 0 && isSeed ? ['/sitemap.xml'] : named;
    this.#looked.set(origin, named.length > 0 ? 'named' : isSeed ? 'guessed' : 'none');
    const urls = new Set(places.map((place) => canonicalUrl(place, `${origin}/`)).filter((url) => url !== undefined));
    if (urls.size > 0) await this.parts.store.frontier.add(this.candidates(claim, [...urls], claim.url));
  }

  /**
   * As many of the sitemaps as the scope allows, in their order, and as there is room for: on their hosts, for what the host of
   * `namer` names, and in the run.
   */
  candidates(claim: Lead, urls: readonly string[], namer: string): Candidate[] {
    const names = hostOf(namer);
    return urls.flatMap((url) => {
      if (this.#inAll >= mostInAll || isFull(this.#named, names) || isFull(this.#sitemaps, hostOf(url))) return [];
      if (this.parts.scope.rejectionOfList(url, claim.depth) !== undefined) return [];
      this.#inAll++;
      take(this.#named, names, 1, mostSitemaps);
      take(this.#sitemaps, hostOf(url), 1, mostSitemaps);
      return candidateOf(claim, url);
    });
  }

  /** How many of a sitemap's entries may still become links. */
  roomFor(sitemap: string, entries: number): number {
    return take(this.#entries, hostOf(sitemap), entries, mostEntries);
  }
}

function isFull(used: ReadonlyMap<string, number>, host: string): boolean {
  return (used.get(host) ?? 0) >= mostSitemaps;
}

/** How many of the wanted a host still has, which it has no more from here on. */
function take(used: Map<string, number>, host: string, wanted: number, most: number): number {
  const before = used.get(host) ?? 0;
  const granted = Math.min(wanted, most - before);
  used.set(host, before + granted);
  return granted;
}

function candidateOf({ queue, level, depth, priority }: Lead, url: string): Candidate {
  const score = { value: priority, parts: { sitemap: priority } };
  return { url, queue, level, depth, score, merge: 'max', kind: 'sitemap' };
}
