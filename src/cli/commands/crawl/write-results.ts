import path from 'node:path';
import type { Settings } from '../../../config/options.js';
import { UsageError } from '../../../failure.js';
import { LabelFile } from '../../../labels/label-file.js';
import { writeReport } from '../../../report/write-report.js';
import { reportName } from '../../../store/crawl-folder.js';
import { readingCrawl } from '../../../store/open-reader.js';
import { writeRanked } from './ranked-list.js';

type ResultSettings = Pick<Settings, 'exportNoindex' | 'respectReservations' | 'report'>;

/** Writes what people look at when a crawl has ended: the ranked list and, if wanted, the report. Returns as `writeRanked`. */
export async function writeResults(folder: string, { report, ...rules }: ResultSettings): Promise<number> {
  const labels = labelsOf(folder);
  const hidden = await writeRanked(folder, rules, labels);
  if (report) await readingCrawl(folder, (reader) => writeReport(reader, { labels }));
  return hidden;
}

/** Where the report of a crawl is, from here. */
export function reportLine(folder: string): string {
  return `Report       ${path.join(path.relative(process.cwd(), folder) || '.', reportName)}`;
}

/** A slip in the file of labels must not keep the end of a crawl from being told. */
function labelsOf(folder: string): ReadonlyMap<string, boolean> {
  try {
    return LabelFile.read(folder).sure;
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    process.stderr.write(
      `osprey: ${thrown.message}\nRanked list and report use the crawl's own judgement until this is fixed.\n`,
    );
    return new Map();
  }
}
