import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { rejudge } from '../../agent/rejudge.js';
import type { RawOptions } from '../../config/layer.js';
import { settingsFrom } from '../../config/settings.js';
import { writeConfig } from '../../config/write-config.js';
import { UsageError } from '../../failure.js';
import { configName, readCrawlConfig } from '../../store/crawl-folder.js';
import { writeRanked } from '../crawl-summary.js';
import { exitCodes } from '../exit-codes.js';
import { count, counted, percent } from '../format.js';

/** `osprey rejudge`: scores a crawl's pages again, from its archive, and ranks them anew. */
export async function rejudgeCommand(
  folder: string,
  flags: RawOptions,
  { json, quiet }: { json?: boolean; quiet?: boolean },
): Promise<number> {
  const file = readCrawlConfig(folder);
  const settings = { ...settingsFrom({ file, flags }), out: path.resolve(folder) };
  if (!settings.archive) {
    throw new UsageError(
      'no-archive',
      `${folder} was crawled with --no-archive, so its pages are not there to be read again.`,
      { folder },
    );
  }
  let shownAt = 0;
  const result = await rejudge(settings, (done, total) => {
    if (json || quiet || Date.now() - shownAt < 1000) return;
    shownAt = Date.now();
    process.stderr.write(
      `${count(done)} of ${counted(total, 'page')} (${percent(done / total)})${process.stderr.isTTY ? '\r' : '\n'}`,
    );
  });
  writeFileSync(path.join(folder, configName), writeConfig(settings));
  await writeRanked(folder, settings.exportNoindex);
  if (json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else if (!quiet) {
    process.stdout.write(
      `${counted(result.pages, 'page')} judged again: ${count(result.relevant)} relevant, ${count(result.relevantBefore)} before. ` +
        'The ranked list is rewritten; earlier judgements are kept in the database.\n',
    );
  }
  return exitCodes.ok;
}
