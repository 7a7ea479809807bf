import type { Settings } from '../../../config/options.js';
import { notedSpending } from '../../../crawl/progress/spending-note.js';
import { explain } from '../../../export/explanation.js';
import { UsageError } from '../../../failure.js';
import { hostLimits } from '../../../frontier/host-limits.js';
import { quietUntil } from '../../../frontier/quiet-hours.js';
import type { CrawlReader } from '../../../model/crawl-reader.js';
import type { UrlRecord } from '../../../model/crawl-store.js';
import { closedBy } from '../../../model/frontier.js';
import { withoutControls } from '../../../page/one-line.js';
import { openReader } from '../../../store/open-reader.js';
import { entryOf } from '../../../strategy/entry-of.js';
import { notPartWords } from '../../../strategy/lowered-by-not.js';
import { serverPartWords } from '../../../strategy/model-server/judged-by-server.js';
import { strategies } from '../../../strategy/strategies.js';
import { canonicalUrl, hostOf } from '../../../url/canonical-url.js';
import { exitCodes } from '../../exit-codes.js';
import { explanationLines, type KeptBack, type Told } from './explanation-lines.js';

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
  const { settings, records, notes, agents, close } = await openReader(folder);
  try {
    const explanation = await explain(records, url);
    if (explanation === undefined) {
      throw new UsageError(
        'unknown-url',
        `${url} is not in this crawl: it is not a seed, and no visited page links to it.`,
        { url },
      );
    }
    const host =
      explanation.url.state === 'queued' ? await keptBackBy({ records, notes }, explanation.url, settings) : {};
    return json
      ? JSON.stringify({ ...explanation, ...host }, null, 2)
      : explanationLines(explanation, settings, await toldBy(settings, named), await agents.registered(), host).join(
          '\n',
        );
  } finally {
    await close();
  }
}

/** What the parts of scores mean. Those of a strategy file, which is code, are known only if the user names it. */
async function toldBy({ strategy }: Settings, named?: string): Promise<Told> {
  const told: Told =
    named === undefined ? (strategies.find(({ name }) => name === strategy) ?? { parts: {} }) : await entryOf(named);
  return { ...told, parts: { ...told.parts, ...notPartWords, ...serverPartWords } };
}

/** The rule that closed the host of a queued URL, where what waits there is not visited, or its quiet hours. */
async function keptBackBy(
  { records, notes }: Pick<CrawlReader, 'records' | 'notes'>,
  { url, level = 1 }: Pick<UrlRecord, 'url' | 'level'>,
  settings: Settings,
): Promise<KeptBack> {
  const host = hostOf(url);
  const hostClosed = closedBy(await records.hostUse(host), level, hostLimits(settings));
  if (hostClosed !== undefined) return { hostClosed };
  // An archived web has no hosts to be spared.
  const until = settings.web.length > 0 ? undefined : quietUntil(settings.quietHours, host, Date.now());
  if (until !== undefined) return { quietUntil: new Date(until).toISOString() };
  const spending = await notedSpending(notes);
  return { ...(spending && { spending }) };
}
