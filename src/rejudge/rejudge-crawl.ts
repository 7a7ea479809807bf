import path from 'node:path';
import type { RawOptions } from '../config/layer.js';
import type { Settings } from '../config/options.js';
import { settingsFrom } from '../config/settings.js';
import { UsageError } from '../failure.js';
import { readCrawlConfig } from '../store/crawl-folder.js';
import { type CrawlHome, openHome } from '../store/crawl-home.js';
import { assertNamed } from '../strategy/strategy-file.js';
import { withoutUnusedInputs } from '../strategy/strategy-inputs.js';
import { type RejudgeResult, rejudge } from './rejudge.js';

/** Judges the crawl in a folder or a database again under changed options, which come from flags or from a program. */
export async function rejudgeCrawl(
  location: string,
  changes: RawOptions,
  source: 'flags' | 'options',
  onProgress: (done: number, total: number) => void = () => {},
): Promise<{ readonly result: RejudgeResult; readonly settings: Settings; readonly previous: Settings }> {
  const home = await openHome(location);
  try {
    return await rejudgeHome(home, changes, source, onProgress);
  } finally {
    await home.close();
  }
}

async function rejudgeHome(
  { folder, store, shown }: CrawlHome,
  changes: RawOptions,
  source: 'flags' | 'options',
  onProgress: (done: number, total: number) => void,
): Promise<{ readonly result: RejudgeResult; readonly settings: Settings; readonly previous: Settings }> {
  const file = readCrawlConfig(folder);
  const asked = settingsFrom({ file, [source]: changes });
  assertNamed(asked.strategy, changes.strategy);
  const settings = {
    ...(await withoutUnusedInputs(asked, changes)),
    out: path.resolve(folder),
    ...(store && { store }),
  };
  if (!settings.archive) {
    throw new UsageError('no-archive', `${shown} was crawled with --no-archive, so its pages cannot be read again.`, {
      folder,
    });
  }
  return { result: await rejudge(settings, onProgress), settings, previous: settingsFrom({ file }) };
}
