import path from 'node:path';
import type { CrawlReader } from '../model/crawl-reader.js';
import { topicInWords } from '../words/topic-in-words.js';

/** What a webhook is sent: the relevant pages that a run found. */
export interface NewPagesNotice {
  readonly event: 'new-pages';
  readonly crawl: string;
  readonly topic: string;
  /** When the run began, ISO 8601. */
  readonly since: string;
  /** Why the run ended. */
  readonly stopReason: string;
  /** Relevant pages that are new or have changed since, the most relevant first. */
  readonly pages: readonly NoticePage[];
  /** Those beyond the first, which are not listed. */
  readonly more: number;
}

export interface NoticePage {
  readonly url: string;
  readonly title: string | null;
  readonly relevance: number;
  readonly fetchedAt: string;
  readonly published: string | null;
}

/** A message is read by people, or starts what reads the rest. */
const mostPages = 100;

/** Pages that ask not to be indexed are left out, as in exports. */
export async function newPagesNotice(
  { folder, settings, records }: Pick<CrawlReader, 'folder' | 'settings' | 'records'>,
  since: number,
  stopReason: string,
): Promise<NewPagesNotice> {
  const pages: NoticePage[] = [];
  let more = 0;
  const query = { outcomes: ['page'], relevant: true, order: 'relevance' } as const;
  for await (const { url, title, judgement, fetchedAt, published, noindex } of records.visits(query)) {
    if (fetchedAt < since || (noindex && !settings.exportNoindex)) continue;
    if (pages.length >= mostPages) more++;
    else
      pages.push({
        url,
        title: title ?? null,
        relevance: judgement?.relevance ?? 0,
        fetchedAt: new Date(fetchedAt).toISOString(),
        published: published ?? null,
      });
  }
  return {
    event: 'new-pages',
    crawl: path.basename(folder),
    topic: topicInWords(settings),
    since: new Date(since).toISOString(),
    stopReason,
    pages,
    more,
  };
}
