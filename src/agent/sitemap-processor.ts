import { setImmediate as nextTurn } from 'node:timers/promises';
import { counted } from '../counted.js';
import type { Downloader } from '../download/downloader.js';
import { inLots } from '../in-lots.js';
import type { CrawlRecords } from '../model/crawl-store.js';
import type { Candidate, Claim, Settlement } from '../model/frontier.js';
import { isForSitemap } from '../model/is-for-sitemap.js';
import type { Link, Page } from '../model/page.js';
import type { Visit } from '../model/visit.js';
import { canonicalUrl, hostOf } from '../url/canonical-url.js';
import type { AgentParts } from './agent.js';
import { type ArrivedPage, givenFeatures, nothingLearnt, type PageProcessor } from './page-processor.js';
import type { SiteSitemaps } from './site-sitemaps.js';

/** What of an agent's parts it takes to decide on a sitemap. */
export interface SitemapProcessorParts extends Pick<AgentParts, 'strategy'> {
  readonly store: { readonly records: Pick<CrawlRecords, 'visit' | 'find'> };
  readonly downloader: Pick<Downloader, 'sitemapsOf'>;
}

type Verdict = Pick<Settlement, 'links'> & { readonly visit: Visit };

/** Indexes above a sitemap; the protocol knows one, but sites have indexes of indexes. */
const deepestIndex = 2;
/** Other sites that a sitemap is asked about: whether they have named it. */
const mostOtherSites = 100;

/**
 * What is made of a sitemap: its entries are links, which the strategy ranks as those of a page. Nothing is learnt from it, and it
 * counts as no document.
 */
export class SitemapProcessor {
  constructor(
    private readonly parts: SitemapProcessorParts,
    private readonly pages: Pick<PageProcessor, 'ranked' | 'keptFeatures'>,
    private readonly sites: SiteSitemaps,
  ) {}

  async of(arrived: ArrivedPage): Promise<Verdict> {
    const { claim, page, fetched } = arrived;
    const above = await this.above(claim);
    const { links, ...facts } =
      page.lists === 'sitemaps' ? this.index(claim, page, above) : await this.entries(arrived, above);
    return { visit: { ...fetched, contentType: page.contentType, outcome: 'sitemap', reason: '', ...facts }, links };
  }

  /** The sitemaps of an index enter the queue as such, the newest first. */
  private index(claim: Claim, { links }: Page, above: Above): Pick<Visit, 'detail'> & { links: Candidate[] } {
    const detail = `an index of ${counted(links.length, 'sitemap')}`;
    if (above.indexes >= deepestIndex) return { detail, links: [] };
    const named = new Map(newestFirst(links).map((link) => [link.url, link]));
    // Whoever named the index answers for all that it leads to.
    const candidates = this.sites.candidates(claim, [...named.keys()], above.urls.at(-1)!);
    return {
      detail,
      links: candidates.map((candidate) => {
        const { anchor, modifiedAt } = named.get(candidate.url)!;
        return { ...candidate, anchor, modifiedAt };
      }),
    };
  }

  private async entries(
    arrived: ArrivedPage,
    above: Above,
  ): Promise<Pick<Visit, 'detail' | 'judgement' | 'features' | 'lesson'> & { links: readonly Candidate[] }> {
    const { claim, page } = arrived;
    const own: Link[] = [];
    const speaksFor = this.speaker(above);
    await inLots(page.links, async (link) => {
      if (await speaksFor(link.url)) own.push(link);
    });
    // They are counted, not kept: anybody can name as many pages of others as a sitemap holds.
    const foreign = page.links.length - own.length;
    const room = this.sites.roomFor(claim.url, own.length);
    const links = room < own.length ? newestFirst(own).slice(0, room) : own;
    const { strategy } = this.parts;
    const ranked = await this.pages.ranked({ ...arrived, page: { ...page, links } });
    const { links: candidates, judgement: judged, reached } = ranked;
    // To settle so many takes its time too.
    await nextTurn();
    // It is no page that could be relevant.
    const judgement = { ...judged, relevance: 0, relevant: false };
    const { terms } = nothingLearnt;
    const { sitemaps: learns = false } = strategy.lessons ?? {};
    const visit = { url: page.url, judgement, relevant: false, reached, terms, links, ...givenFeatures(arrived) };
    if (learns) strategy.learn?.({ ...visit, isSitemap: true });
    const isKept = learns && strategy.knowledge !== undefined;
    const others = foreign === 0 ? '' : `, and ${foreign} of sites that it may not speak for`;
    return {
      detail: `${counted(links.length, 'page')}${others}`,
      ...this.pages.keptFeatures(arrived),
      // Kept for the pages behind its links, or to be learnt again.
      ...((judged.inheritedState || isKept) && { judgement }),
      ...(isKept && { lesson: { terms, links } }),
      links: candidates,
    };
  }

  /**
   * Whether the sitemap may name pages of a site, by the protocol: it, or an index that led to it, lies there, or the site's own
   * robots.txt names one of them.
   */
  private speaker({ urls }: Above): (url: string) => Promise<boolean> {
    const hosts = new Set(urls.map(hostOf));
    const known = new Map<string, boolean>();
    return async (url) => {
      if (hosts.has(hostOf(url))) return true;
      const { origin } = new URL(url);
      const before = known.get(origin);
      if (before !== undefined || known.size >= mostOtherSites) return before ?? false;
      const named = (await this.parts.downloader.sitemapsOf(origin)) ?? [];
      const isNamed = named.some((place) => urls.includes(canonicalUrl(place, `${origin}/`) ?? ''));
      known.set(origin, isNamed);
      return isNamed;
    };
  }

  /** The way from what a robots.txt named to the sitemap, over indexes and redirects. */
  private async above({ url, parent }: Claim): Promise<Above> {
    const { records } = this.parts.store;
    const urls = [url];
    let indexes = 0;
    for (let seq = parent; seq > 0; ) {
      const visit = await records.visit(seq);
      if (visit === undefined || !isForSitemap(visit, visit) || urls.includes(visit.url)) break;
      urls.push(visit.url);
      if (visit.outcome === 'sitemap') indexes++;
      seq = (await records.find(visit.url))?.parent ?? 0;
    }
    return { urls, indexes };
  }
}

interface Above {
  /** That of the sitemap itself first. */
  readonly urls: readonly string[];
  readonly indexes: number;
}

/** Those without a date come last; equals stay in their order. */
function newestFirst(links: readonly Link[]): Link[] {
  return links.toSorted((a, b) => (b.modifiedAt ?? 0) - (a.modifiedAt ?? 0));
}
