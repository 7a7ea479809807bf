import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { responseRecords } from '../../src/archive/warc-record.js';
import type { RawOptions } from '../../src/config/layer.js';
import type { CrawlOptions, Settings } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { exchange } from '../archive/warc-fixture.js';

/** HTML by URL without the scheme, or where it leads. */
export type ArchivedPages = Readonly<Record<string, string | { readonly to: string }>>;

/** Writes a web archive of these pages into the folder. */
export function archiveOf(folder: string, pages: ArchivedPages, name = 'web.warc.gz'): string {
  const file = path.join(folder, name);
  const records = Object.entries(pages).map(([place, page]) => {
    const url = `http://${place}`;
    if (place.endsWith('/robots.txt')) return responseRecords(exchange(url, page as string, { headers: asText }));
    if (typeof page === 'string') return responseRecords(exchange(url, page));
    const headers = [['Location', page.to]] as const;
    return responseRecords(exchange(url, '', { status: 301, statusText: 'Moved', headers }));
  });
  writeFileSync(file, Buffer.concat(records));
  return file;
}

/** Settings of a laboratory for this archive. To start a thread costs more than to read these small webs. */
export function labSettings(web: string, options: RawOptions = {}): Settings {
  return settingsFrom({
    options: { query: 'any', seed: 'http://any.test/', web, workers: 0, ...options } as CrawlOptions,
  });
}

const asText = [['Content-Type', 'text/plain']] as const;
