import type { TestContext } from 'node:test';
import type { CrawlOptions } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import type { DnsQuery } from '../../src/download/dns-cache.js';
import { HttpTransport } from '../../src/download/http-transport.js';
import type { Transport } from '../../src/download/transport.js';
import type { VisitRow } from '../../src/model/visit.js';
import type { Site } from '../site.js';

/** Whatever could steer a terminal or forge a line of a log, but for line feeds and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must not come out.
export const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/**
 * The web with the guard on: the hosts of `site`, named in `open`, are reached as if they were public; all others go
 * through a transport as a user has it, which must not reach this machine. Its names are answered by `dns`.
 */
export function guardedWeb(t: TestContext, site: Site, open: readonly string[], dns: DnsQuery): Transport {
  const pinned = new Map([['*', { address: '127.0.0.1', port: site.port }]]);
  const publicPart = new HttpTransport({ allowPrivate: true, resolve: pinned });
  const guarded = new HttpTransport({ allowPrivate: false, dns });
  const web: Transport = {
    fetch: (request) => (open.includes(new URL(request.url).host) ? publicPart : guarded).fetch(request),
    close: async () => {
      await Promise.all([publicPart.close(), guarded.close()]);
    },
  };
  t.after(() => web.close());
  return web;
}

/** Runs a crawl in this process to its end. */
export async function crawled(
  options: Partial<CrawlOptions>,
  transport?: Transport,
): Promise<{ crawl: Crawl; visits: VisitRow[] }> {
  const settings = settingsFrom({
    options: { query: 'jaguar car', delay: '0s', workers: 0, ...options } as CrawlOptions,
  });
  const crawl = await Crawl.start(settings, transport && { transport });
  const visits: VisitRow[] = [];
  for await (const { seq } of crawl.run()) visits.push((await crawl.store.records.visit(seq))!);
  return { crawl, visits };
}
