import type { Settings } from '../../config/options.js';
import { settingsFrom } from '../../config/settings.js';
import { explain } from '../../export/explanation.js';
import { UsageError } from '../../failure.js';
import { Scope } from '../../frontier/scope.js';
import { canonicalUrl, hostOf } from '../../page/canonical-url.js';
import { readCrawlConfig } from '../../store/crawl-folder.js';
import type { CrawlRecords } from '../../store/crawl-store.js';
import { readCrawl } from '../../store/sqlite-store.js';
import { entryOf } from '../../strategy/strategies.js';
import { exitCodes } from '../exit-codes.js';
import { explanationLines, type Told } from '../explanation-lines.js';

/** `osprey why`: the path to a URL and every decision on it. */
export async function whyCommand(folder: string, written: string, { json }: { json?: boolean }): Promise<number> {
  process.stdout.write(`${await explained(folder, written, json)}\n`);
  return exitCodes.ok;
}

export async function explained(folder: string, written: string, json = false): Promise<string> {
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
    const closed = explanation.url.state === 'queued' ? await closedBy(records, url, settings) : undefined;
    return json
      ? JSON.stringify({ ...explanation, ...(closed && { hostClosed: closed }) }, null, 2)
      : explanationLines(explanation, settings, await toldBy(settings), closed).join('\n');
  } finally {
    close();
  }
}

/** What the parts of scores mean. A strategy file may be gone by now; its parts are then shown without their meaning. */
async function toldBy({ strategy }: Settings): Promise<Told> {
  try {
    return await entryOf(strategy);
  } catch (thrown) {
    if (thrown instanceof UsageError) return { parts: {} };
    throw thrown;
  }
}

/** The rule that closed the host of a queued URL: what waits there is not visited. */
async function closedBy(records: CrawlRecords, url: string, settings: Settings): Promise<string | undefined> {
  const host = hostOf(url);
  if (new Scope(settings).isBlocked(host)) return 'blocked-host';
  return (await records.fetchedFrom(host)) >= settings.maxPerHost ? 'max-per-host' : undefined;
}
