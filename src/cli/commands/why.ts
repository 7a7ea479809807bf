import type { Settings } from '../../config/options.js';
import { settingsFrom } from '../../config/settings.js';
import { explain } from '../../export/explanation.js';
import { UsageError } from '../../failure.js';
import { Scope } from '../../frontier/scope.js';
import { canonicalUrl, hostOf } from '../../page/canonical-url.js';
import { withoutControls } from '../../page/one-line.js';
import { agentsOf } from '../../store/agent-findings.js';
import { readCrawlConfig } from '../../store/crawl-folder.js';
import type { CrawlRecords } from '../../store/crawl-store.js';
import { readCrawl } from '../../store/sqlite-store.js';
import { entryOf, strategies } from '../../strategy/strategies.js';
import { exitCodes } from '../exit-codes.js';
import { explanationLines, type Told } from '../explanation-lines.js';

/** `osprey why`: the path to a URL and every decision on it. */
export async function whyCommand(
  folder: string,
  written: string,
  { json, strategy }: { json?: boolean; strategy?: string },
): Promise<number> {
  process.stdout.write(withoutControls(`${await explained(folder, written, json, strategy)}\n`));
  return exitCodes.ok;
}

export async function explained(folder: string, written: string, json = false, named?: string): Promise<string> {
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
      : explanationLines(explanation, settings, await toldBy(settings, named), agentsOf(folder), closed).join('\n');
  } finally {
    close();
  }
}

/** What the parts of scores mean. Those of a strategy file, which is code, are told only where the user names it. */
async function toldBy({ strategy }: Settings, named?: string): Promise<Told> {
  if (named !== undefined) return entryOf(named);
  return strategies.find(({ name }) => name === strategy) ?? { parts: {} };
}

/** The rule that closed the host of a queued URL: what waits there is not visited. */
async function closedBy(records: CrawlRecords, url: string, settings: Settings): Promise<string | undefined> {
  const host = hostOf(url);
  if (new Scope(settings).isBlocked(host)) return 'blocked-host';
  return (await records.fetchedFrom(host)) >= settings.maxPerHost ? 'max-per-host' : undefined;
}
