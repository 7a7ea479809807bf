import { settingsFrom } from '../../config/settings.js';
import { explain } from '../../export/explanation.js';
import { UsageError } from '../../failure.js';
import { canonicalUrl } from '../../page/canonical-url.js';
import { readCrawlConfig } from '../../store/crawl-folder.js';
import { readCrawl } from '../../store/sqlite-store.js';
import { exitCodes } from '../exit-codes.js';
import { explanationLines } from '../explanation-lines.js';

/** `osprey why`: the path to a URL and every decision on it. */
export async function whyCommand(folder: string, written: string, { json }: { json?: boolean }): Promise<number> {
  const url = canonicalUrl(written);
  if (url === undefined) throw new UsageError('bad-url', `"${written}" is not an http or https URL.`);
  const settings = settingsFrom({ file: readCrawlConfig(folder) });
  const { records, close } = readCrawl(folder);
  try {
    const explanation = await explain(records, url);
    if (explanation === undefined) {
      throw new UsageError(
        'unknown-url',
        `The crawl has never met ${url}: no page it visited links there, and it is no seed.`,
        { url },
      );
    }
    process.stdout.write(
      json ? `${JSON.stringify(explanation, null, 2)}\n` : `${explanationLines(explanation, settings).join('\n')}\n`,
    );
    return exitCodes.ok;
  } finally {
    close();
  }
}
