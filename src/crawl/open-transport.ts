import type { ArchiveIndexOptions } from '../archive/archive-index.js';
import type { Settings } from '../config/options.js';
import type { Transport } from '../download/transport.js';

export type IndexingProgress = NonNullable<ArchiveIndexOptions['onProgress']>;

/** The live web, or an archived one; the same path from there on. */
export async function openTransport(settings: Settings, onProgress?: IndexingProgress): Promise<Transport> {
  if (settings.web.length > 0) return openArchivedWeb(settings.web, onProgress);
  // Each loads what it needs alone: the HTTP client takes as long as crawling dozens of archived pages.
  const { HttpTransport } = await import('../download/http-transport.js');
  return new HttpTransport({
    allowPrivate: settings.allowPrivate,
    resolve: settings.resolve,
    connectionsPerOrigin: settings.requestsPerHost,
    totalTimeoutMs: settings.timeout,
    maxBodyBytes: settings.maxPageBytes,
    ...(settings.proxy !== undefined && { proxy: settings.proxy }),
  });
}

/** The index is opened for this transport alone, and closed with it. */
async function openArchivedWeb(files: readonly string[], onProgress: IndexingProgress | undefined): Promise<Transport> {
  const { ArchiveIndex } = await import('../archive/archive-index.js');
  const { ArchiveTransport } = await import('../archive/archive-transport.js');
  const index = await ArchiveIndex.open(files, onProgress && { onProgress });
  const transport = new ArchiveTransport(index);
  return {
    fetch: (request) => transport.fetch(request),
    async close() {
      await transport.close();
      index.close();
    },
  };
}
