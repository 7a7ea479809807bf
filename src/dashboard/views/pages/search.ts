import { openIndex } from '../../../search/open-index.js';
import { searchPages } from '../../../search/search-pages.js';
import { wantedQuery } from '../../../search/wanted-query.js';
import type { Job } from '../../api/crawls.js';
import type { SearchResponse } from '../../api/search.js';
import { type Fields, needed } from '../../server/fields.js';
import type { Jobs } from '../../server/jobs.js';
import type { ShownCrawl } from '../../server/shown-crawl.js';
import { markedText } from './marked-text.js';
import { plainLine } from './page-lines.js';

/** So long an answer waits for new pages to be indexed (ms); then it is of those that are. */
const patience = 1_500;

/** Full-text search over a crawl; queries are logged as those of `osprey search` are. */
export async function search(crawl: ShownCrawl, query: Fields, jobs: Jobs, by: string): Promise<SearchResponse> {
  query.only('q', 'limit', 'relevant');
  const written = needed(query.text('q', 500), 'q');
  const limit = query.integer('limit', 1, 100) ?? 20;
  const isRelevant = query.choice('relevant', 'yes') === 'yes';
  const parsed = wantedQuery(written);
  const { records, bodies } = await crawl.reader();
  const { language, exportNoindex } = crawl.settings();
  const indexing = await indexed(crawl, jobs);
  const index = openIndex(crawl.folder, language);
  try {
    const request = { query: parsed, language, limit, noindex: exportNoindex, ...(isRelevant && { relevant: true }) };
    const { found, more, someWords, hidden } = await searchPages(index, records, bodies, request);
    await logged(crawl, written, found.length, by);
    return {
      found: found.map(({ row, score, snippet }) => ({
        ...plainLine(crawl, row),
        snippet: markedText(snippet.text),
        markedTitle: markedText(snippet.title),
        score,
      })),
      ...{ more, someWords, hidden },
      ...(indexing && { indexing }),
    };
  } finally {
    index.close();
  }
}

/** Brings the index up to date; a job where that takes longer than people wait. */
async function indexed(crawl: ShownCrawl, jobs: Jobs): Promise<Job | undefined> {
  const under = jobs.running('index', crawl.id);
  if (under !== undefined) return under;
  let tellJob: (done: number, total: number) => void = () => {};
  let isDone = false;
  const work = update(crawl, (done, total) => tellJob(done, total)).finally(() => {
    isDone = true;
  });
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, patience).unref())]);
  if (isDone) return undefined;
  return jobs.start('index', crawl.id, 'Indexing new pages', async (tell) => {
    tellJob = (done, total) => tell({ done, total });
    await work;
    return null;
  });
}

async function update(crawl: ShownCrawl, onProgress: (done: number, total: number) => void): Promise<void> {
  const { records, bodies } = await crawl.reader();
  const { language, workers } = crawl.settings();
  const index = openIndex(crawl.folder, language);
  try {
    await index.update(records, bodies, onProgress, workers);
  } finally {
    index.close();
  }
}

/** A search does not fail because its log cannot be written. */
async function logged(crawl: ShownCrawl, query: string, results: number, by: string): Promise<void> {
  try {
    await (await crawl.reader()).logQuery({ at: new Date().toISOString(), query, results, by });
  } catch {}
}
