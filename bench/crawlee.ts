import { type Cheerio, extractWithCheerio } from './extract-with-cheerio.js';
import { type BenchTotals, Meter } from './meter.js';
import { importPeer } from './peers.js';
import { CONCURRENCY, lookupLoopback, urlList } from './url-list.js';

/**
 * Crawlee's CheerioCrawler over the workload, written as its users would: its request queue and dataset in their default
 * place on disk (CRAWLEE_STORAGE_DIR), the same things taken out of each page as by the floor, one dataset item a page.
 */
interface Context {
  readonly $: Cheerio;
  readonly request: { readonly loadedUrl: string };
  pushData(item: unknown): Promise<void>;
}
interface Crawlee {
  readonly CheerioCrawler: new (options: object) => { run(urls: string[]): Promise<{ requestsFinished: number }> };
  readonly log: { setLevel(level: number): void };
}

const { CheerioCrawler, log } = await importPeer<Crawlee>('@crawlee/cheerio');
log.setLevel(2); // warnings
const urls = urlList();
const totals: BenchTotals = { titleChars: 0, textChars: 0, links: 0 };

const crawler = new CheerioCrawler({
  maxConcurrency: CONCURRENCY,
  autoscaledPoolOptions: { desiredConcurrency: CONCURRENCY },
  preNavigationHooks: [
    (_context: unknown, gotOptions: Record<string, unknown>) => {
      gotOptions.dnsLookup = lookupLoopback;
    },
  ],
  async requestHandler({ $, request, pushData }: Context) {
    const page = extractWithCheerio($, request.loadedUrl);
    totals.titleChars += page.title.length;
    totals.textChars += page.text.length;
    totals.links += page.links.length;
    await pushData({ url: request.loadedUrl, ...page });
  },
});
const meter = new Meter();
const { requestsFinished } = await crawler.run(urls);
meter.report(requestsFinished, totals);
