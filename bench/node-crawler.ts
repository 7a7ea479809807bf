import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { type Cheerio, extractWithCheerio } from './extract-with-cheerio.js';
import { type BenchTotals, Meter } from './meter.js';
import { importPeer } from './peers.js';
import { CONCURRENCY, lookupLoopback, urlList } from './url-list.js';

/**
 * node-crawler (the package `crawler`) over the workload, written as its users would: a queue in memory, cheerio for each page, the same things taken
 * out as by the floor, one line of JSON a page in a file.
 */
interface Answer {
  readonly $?: Cheerio;
  readonly statusCode: number;
  readonly options: { readonly url: string };
}
interface NodeCrawler {
  add(urls: readonly object[]): void;
  on(event: 'drain', listener: () => void): void;
}
interface Module {
  readonly default: new (options: object) => NodeCrawler;
}

const { default: Crawler } = await importPeer<Module>('crawler');
const urls = urlList();
const totals: BenchTotals = { titleChars: 0, textChars: 0, links: 0 };
const dataset = createWriteStream(path.join(process.env.OSPREY_BENCH_OUT ?? '.', 'pages.jsonl'));
let pages = 0;
const crawler = new Crawler({
  maxConnections: CONCURRENCY,
  silence: true,
  callback(error: Error | null, { $, statusCode, options }: Answer, done: () => void) {
    if (error !== null || $ === undefined) throw error ?? new Error(`${options.url} answered ${statusCode}`);
    const page = extractWithCheerio($, options.url);
    pages++;
    totals.titleChars += page.title.length;
    totals.textChars += page.text.length;
    totals.links += page.links.length;
    dataset.write(`${JSON.stringify({ url: options.url, ...page })}\n`);
    done();
  },
});
const meter = new Meter();
crawler.on('drain', () => dataset.end(() => meter.report(pages, totals)));
crawler.add(urls.map((url) => ({ url, dnsLookup: lookupLoopback })));
