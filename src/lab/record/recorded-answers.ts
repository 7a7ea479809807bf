import type { CrawlReader } from '../../model/crawl-reader.js';
import { documentOutcomes } from '../../model/documents.js';
import type { ArchivePosition } from '../../model/visit.js';

/** An answer that goes into a recorded web. */
export interface RecordedAnswer {
  readonly url: string;
  readonly crawl: CrawlReader;
  readonly visit: number;
  readonly place: ArchivePosition;
  readonly fetchedAt: number;
  /** Where it leads, if it is a redirect. */
  readonly target?: string;
}

export interface RecordedAnswers {
  /** By URL, in the order in which the crawls first came to them. */
  readonly answers: ReadonlyMap<string, RecordedAnswer>;
  /** Documents and redirects that the archives do not have. */
  readonly missing: number;
}

/** Errors and refusals are not recorded: what a recorded web does not have is not found. */
const recorded = [...documentOutcomes, 'example', 'redirect'] as const;

/** The last answer of every URL, over all crawls. */
export async function recordedAnswers(crawls: readonly CrawlReader[]): Promise<RecordedAnswers> {
  const answers = new Map<string, RecordedAnswer>();
  const missing = new Set<string>();
  for (const crawl of crawls) {
    for await (const row of crawl.records.visits({ outcomes: recorded })) {
      const { url, seq: visit, archive: place, fetchedAt, outcome, detail } = row;
      if (place === undefined) missing.add(url);
      else if (fetchedAt >= (answers.get(url)?.fetchedAt ?? 0)) {
        const target = outcome === 'redirect' ? detail : undefined;
        answers.set(url, { url, crawl, visit, place, fetchedAt, ...(target !== undefined && { target }) });
      }
    }
  }
  for (const url of answers.keys()) missing.delete(url);
  return { answers, missing: missing.size };
}
