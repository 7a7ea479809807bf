import path from 'node:path';
import { type WrittenReport, writeReport } from '../../../report/write-report.js';
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
    await writingTo(out ?? folder, async () => {
      report = await writeReport(reader, { out });
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
