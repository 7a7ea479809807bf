import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CrawlProgress } from '../agent/crawl.js';
import { type StopReason, stopReasons } from '../agent/stop-reason.js';
import type { Settings } from '../config/options.js';
import { csv } from '../export/csv.js';
import { rankedName } from '../store/crawl-folder.js';
import { readCrawl } from '../store/sqlite-store.js';
import { bytes, columns, count, counted, percent, printable, time } from './format.js';

/** Writes the ranked list of the relevant pages into the crawl's folder, in place of an older one. */
export async function writeRanked(folder: string, exportNoindex: boolean): Promise<void> {
  const { records, close } = readCrawl(folder);
  try {
    const rows = records.visits({
      outcomes: ['page'],
      relevant: true,
      order: 'relevance',
      ...(!exportNoindex && { noindex: false }),
    });
    const draft = path.join(folder, `.${rankedName}`);
    await pipeline(Readable.from(csv(rows)), createWriteStream(draft));
    await rename(draft, path.join(folder, rankedName));
  } finally {
    close();
  }
}

/** The lines that end a crawl: what was found, why it stopped, what failed, where the outputs are. */
export async function summaryLines(
  settings: Settings,
  reason: StopReason,
  { tally, elapsedMs }: CrawlProgress,
): Promise<string[]> {
  const folder = settings.out!;
  const { records, close } = readCrawl(folder);
  try {
    const totals = await records.totals();
    const lines = ['', ...(await bestPages(records)), ''];
    lines.push(
      `${counted(tally.documents, 'page')} in ${time(elapsedMs)}, ${count(tally.relevant)} relevant (harvest ${percent(tally.harvest)}), ` +
        `${counted(totals.hostsVisited, 'host')}, ${bytes(tally.bytes)}. Stopped (${reason}): ${stopReasons[reason]}.`,
    );
    const troubles = Object.entries(totals.reasons)
      .filter(([name]) => name !== 'redirect')
      .sort(([, a], [, b]) => b - a);
    if (troubles.length > 0) lines.push(`Not pages: ${troubles.map(([name, n]) => `${name} ${count(n)}`).join(', ')}.`);
    const shown = path.relative(process.cwd(), folder) || '.';
    lines.push(
      '',
      `Ranked list  ${path.join(shown, rankedName)}`,
      `Everything   osprey export ${shown} --format jsonl`,
    );
    if (settings.archive) lines.push(`Archive      ${path.join(shown, 'pages-*.warc.gz')}`);
    lines.push(`Explain      osprey why ${shown} URL`, `Go on        osprey resume ${shown}`);
    return lines;
  } finally {
    close();
  }
}

async function bestPages(records: ReturnType<typeof readCrawl>['records']): Promise<string[]> {
  const rows: string[][] = [];
  for await (const { judgement, title, url } of records.visits({ outcomes: ['page'], order: 'relevance', limit: 10 })) {
    if ((judgement?.relevance ?? 0) > 0)
      rows.push([judgement!.relevance.toFixed(2), printable(title || '(no title)', 48), printable(url, 100)]);
  }
  return rows.length === 0
    ? ['No page has anything to do with the topic.']
    : ['Best pages', ...columns(rows).map((line) => `  ${line}`)];
}
