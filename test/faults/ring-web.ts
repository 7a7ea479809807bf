import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { CrawlOptions, Settings } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import type { CrawlHooks } from '../../src/crawl/open-crawl.js';
import type { StopReason } from '../../src/crawl/progress/stop-reason.js';
import { isDocument } from '../../src/model/documents.js';
import { openReader } from '../../src/store/open-reader.js';
import { html, type SitePage } from '../site.js';

/** A web of which every page can be reached from `h0.test/0`, and no link is dead. */
export interface RingWeb {
  readonly page: (host: string, path: string) => SitePage | undefined;
  /** All URLs, in order. */
  readonly urls: readonly string[];
}

/** Page i of host h leads to page i + 1 there and to page i of the next host. `words`: to make them long. */
export function ringWeb(hosts: number, pages: number, words = 30): RingWeb {
  const urls = Array.from({ length: hosts * pages }, (_, n) => `http://h${n % hosts}.test/${Math.floor(n / hosts)}`);
  return {
    urls: urls.sort(),
    page(host, where) {
      const [h, i] = [Number(/^h(\d+)\.test$/.exec(host)?.[1]), Number(/^\/(\d+)$/.exec(where)?.[1])];
      if (!(h < hosts && i < pages)) return undefined;
      // Words of its own, of no pattern that gzip would know, so that no page is a copy and an archive has to grow.
      const own = Array.from({ length: words }, (_, n) => `w${Math.imul(h * 7919 + i * 104729 + n, 2654435761) >>> 0}`);
      return html(`court ${h} ${i}`, `court of law ${own.join(' ')}`, [
        ...(i + 1 < pages ? [[`/${i + 1}`, 'court'] as const] : []),
        [`http://h${(h + 1) % hosts}.test/${i}`, 'law'],
      ]);
    },
  };
}

/** A folder for crawls, gone after the test. */
export function folderFor(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-faults-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A crawl of a ring web, without delays, on one thread. */
export function ringSettings(
  site: { readonly resolve: string },
  out: string,
  changes: Partial<CrawlOptions> = {},
): Settings {
  const common = { query: 'court law', seed: 'http://h0.test/0', strategy: 'best-first', delay: '0s', workers: 0 };
  return settingsFrom({
    options: { ...common, allowPrivate: true, resolve: site.resolve, out, ...changes } as CrawlOptions,
  });
}

/** To its end, and why. */
export async function ended(crawl: Crawl, onVisit?: (visits: number) => void | Promise<void>): Promise<StopReason> {
  const steps = crawl.run();
  let visits = 0;
  for (let step = await steps.next(); ; step = await steps.next()) {
    if (step.done) return step.value;
    await onVisit?.(++visits);
  }
}

export async function resumed(settings: Settings, hooks: CrawlHooks = {}): Promise<StopReason> {
  return ended(await Crawl.resume(settings, settings, [], hooks));
}

/** The documents of a crawl, in order of their URLs. */
export async function pagesOf(folder: string): Promise<string[]> {
  const { records, close } = await openReader(folder);
  const urls: string[] = [];
  for await (const { url, outcome } of records.visits()) if (isDocument(outcome)) urls.push(url);
  await close();
  return urls.sort();
}
