import path from 'node:path';
import type { RawOptions } from '../../../config/layer.js';
import { settingsFrom } from '../../../config/settings.js';
import { UsageError } from '../../../failure.js';
import { rejudge } from '../../../rejudge/rejudge.js';
import { readCrawlConfig } from '../../../store/crawl-folder.js';
import { assertNamed } from '../../../strategy/strategy-file.js';
import { withoutUnusedInputs } from '../../../strategy/strategy-inputs.js';
import { exitCodes } from '../../exit-codes.js';
import { count, counted, percent } from '../../terminal/format.js';
import { StatusLine } from '../../terminal/status-line.js';
import { writeRanked } from '../crawl/crawl-summary.js';

/** `osprey rejudge`: scores a crawl's pages again, from its archive, and ranks them anew. */
export async function rejudgeCommand(
  folder: string,
  flags: RawOptions,
  { json, quiet }: { json?: boolean; quiet?: boolean },
): Promise<number> {
  const file = readCrawlConfig(folder);
  const asked = settingsFrom({ file, flags });
  assertNamed(asked.strategy, flags.strategy);
  const settings = { ...(await withoutUnusedInputs(asked, flags)), out: path.resolve(folder) };
  if (!settings.archive) {
    throw new UsageError('no-archive', `${folder} was crawled with --no-archive, so its pages cannot be read again.`, {
      folder,
    });
  }
  const line = new StatusLine();
  const result = await rejudge(settings, (done, total) => {
    if (!json && !quiet) line.show(() => `${count(done)} of ${counted(total, 'page')} (${percent(done / total)})`);
  });
  line.end();
  await writeRanked(folder, settings.exportNoindex);
  if (json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else if (!quiet) {
    process.stdout.write(
      `${counted(result.pages, 'page')} scored again: ${count(result.relevant)} relevant, ${count(result.relevantBefore)} before. ` +
        'The ranked list is updated; earlier scores stay in the database.\n',
    );
    if (settings.strategy !== settingsFrom({ file }).strategy)
      process.stdout.write(`A resumed crawl will use ${settings.strategy}; queued URLs keep their priority.\n`);
    if (result.unread > 0)
      process.stdout.write(
        `${counted(result.unread, 'page is', 'pages are')} not in the archive and keep their old scores.\n`,
      );
  }
  return exitCodes.ok;
}
