import type { RawOptions } from '../../../config/layer.js';
import { rejudgeCrawl } from '../../../rejudge/rejudge-crawl.js';
import { exitCodes } from '../../exit-codes.js';
import { count, counted, percent } from '../../terminal/format.js';
import { StatusLine } from '../../terminal/status-line.js';
import { reportLine, writeResults } from '../crawl/write-results.js';

/** `osprey rejudge`: scores a crawl's pages again, from its archive, and ranks them anew. */
export async function rejudgeCommand(
  location: string,
  flags: RawOptions,
  { json, quiet }: { json?: boolean; quiet?: boolean },
): Promise<number> {
  const line = new StatusLine();
  const { result, settings, previous } = await rejudgeCrawl(location, flags, 'flags', (done, total) => {
    if (!json && !quiet) line.show(() => `${count(done)} of ${counted(total, 'page')} (${percent(done / total)})`);
  });
  line.end();
  // A crawl in a database has no folder that people look into.
  const folder = settings.store === undefined ? location : undefined;
  if (folder !== undefined) await writeResults(folder, settings);
  if (json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else if (!quiet) {
    process.stdout.write(
      `${counted(result.pages, 'page')} scored again: ${count(result.relevant)} relevant, ${count(result.relevantBefore)} before. ` +
        `${folder === undefined ? 'Earlier' : 'The ranked list is updated; earlier'} scores stay in the database.\n`,
    );
    if (settings.report && folder !== undefined) process.stdout.write(`${reportLine(folder)}\n`);
    if (settings.strategy !== previous.strategy)
      process.stdout.write(`A resumed crawl will use ${settings.strategy}; queued URLs keep their priority.\n`);
    if (result.unread > 0)
      process.stdout.write(
        `${counted(result.unread, 'page is', 'pages are')} not in the archive and keep their old scores.\n`,
      );
  }
  return exitCodes.ok;
}
