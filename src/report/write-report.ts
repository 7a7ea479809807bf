import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LabelFile } from '../labels/label-file.js';
import type { CrawlReader } from '../model/crawl-reader.js';
import { reportName } from '../store/crawl-folder.js';
import { collectReport } from './collect-report.js';
import { reportHtml } from './report-html.js';

/** Of a report that was written. */
export interface WrittenReport {
  readonly file: string;
  readonly bytes: number;
  /** Pages that it lists. */
  readonly pages: number;
}

export interface ReportOptions {
  /** A file that does not exist; absent: `report.html` in the crawl's folder, in place of an older one. */
  readonly out?: string | undefined;
  /** What people said of pages: whether they are relevant. That of the crawl's label file where absent. */
  readonly labels?: ReadonlyMap<string, boolean>;
  readonly now?: number;
}

/** Writes the report of a crawl, whole or not at all. */
export async function writeReport(
  reader: CrawlReader,
  { out, labels = LabelFile.read(reader.folder).sure, now = Date.now() }: ReportOptions = {},
): Promise<WrittenReport> {
  const data = await collectReport(reader, labels, now);
  const page = Buffer.from(reportHtml(data));
  const file = out ?? path.join(reader.folder, reportName);
  if (out !== undefined) await writeFile(out, page, { flag: 'wx' });
  else {
    const draft = path.join(reader.folder, `.${reportName}`);
    await writeFile(draft, page);
    await rename(draft, file);
  }
  return { file, bytes: page.length, pages: data.list.pages.length };
}
