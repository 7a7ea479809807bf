import { type BenchTotals, Meter } from './meter.js';
import { importPeer } from './peers.js';
import { sentenceAround } from './sentence-around.js';
import { CONCURRENCY, lookupLoopback, urlList } from './url-list.js';

/**
 * Crawlee's CheerioCrawler over the workload, written as its users would: its request queue and dataset in their default
 * place on disk (CRAWLEE_STORAGE_DIR), the same things taken out of each page as by the floor, one dataset item a page.
 */
interface Selection {
  readonly length: number;
  text(): string;
  attr(name: string): string | undefined;
  parent(): Selection;
  parents(): Selection;
  remove(): Selection;
  first(): Selection;
  toArray(): Element[];
}
interface Element {
  readonly tagName: string;
  readonly attribs: Readonly<Record<string, string>>;
}
type Cheerio = (selector: string | Element) => Selection;
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
    const page = extract($, request.loadedUrl);
    totals.titleChars += page.title.length;
    totals.textChars += page.text.length;
    totals.links += page.links.length;
    await pushData({ url: request.loadedUrl, ...page });
  },
});
const meter = new Meter();
const { requestsFinished } = await crawler.run(urls);
meter.report(requestsFinished, totals);

function extract($: Cheerio, url: string) {
  const title = collapsed($('title').first().text());
  $('script, style, noscript, template').remove();
  const text = collapsed($('body').text());
  const base = new URL($('base[href]').attr('href') ?? url, url).href;
  const links = new Map<string, object>();
  for (const element of $('a[href]').toArray()) {
    const target = resolved(element.attribs.href ?? '', base);
    if (target === undefined || links.has(target)) continue;
    const link = $(element);
    const anchor = collapsed(link.text());
    const around = collapsed(link.parent().text());
    const start = Math.max(0, around.indexOf(anchor));
    const context = sentenceAround(around, start, start + anchor.length);
    const path = [element, ...link.parents().toArray()].reverse().map(step).join('/');
    links.set(target, { url: target, anchor, context, path });
  }
  return { title, text, links: [...links.values()] };
}

function resolved(href: string, base: string): string | undefined {
  if (href.startsWith('#') || !URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  url.hash = '';
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
}

function step({ tagName, attribs }: Element): string {
  const classes = attribs.class ? `.${attribs.class.trim().replace(/\s+/g, '.')}` : '';
  return tagName + (attribs.id ? `#${attribs.id}` : '') + classes;
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
