import path from 'node:path';
import { type WrittenReport, writeReport } from '../../../report/write-report.js';
import { reportName } from '../../../store/crawl-folder.js';
import { crawlLocation } from '../../../store/crawl-location.js';
import { readingCrawl } from '../../../store/open-reader.js';
import { exitCodes } from '../../exit-codes.js';
import { bytes, counted } from '../../terminal/format.js';
import { openBrowser } from '../../terminal/open-browser.js';
import { checkFree, writingTo } from '../../terminal/output-file.js';

export interface ReportFlags {
  readonly out?: string;
  readonly json?: boolean;
  readonly open?: boolean;
}

/** `osprey report`: the report of a crawl, also while it runs. */
export async function reportCommand(folder: string, { out, json, open }: ReportFlags): Promise<number> {
  if (out !== undefined) checkFree(out);
  const written = await readingCrawl(folder, async (reader) => {
    let report: WrittenReport | undefined;
    // A crawl in a database has no folder that people look into.
    const file = out ?? (crawlLocation(folder).kind === 'folder' ? undefined : reportName);
    if (file !== undefined && out === undefined) checkFree(file);
    await writingTo(file ?? folder, async () => {
      report = await writeReport(reader, { out: file });
    });
    return report!;
  });
  const file = path.relative(process.cwd(), written.file) || written.file;
  process.stdout.write(
    json
      ? `${JSON.stringify({ ...written, file: path.resolve(written.file) })}\n`
      : `Report  ${file} (${counted(written.pages, 'page')}, ${bytes(written.bytes)})\n`,
  );
  if (open) openBrowser(path.resolve(written.file));
  return exitCodes.ok;
}
