import { type StopReason, stopReasons } from '../../agent/stop-reason.js';
import { settingsFrom } from '../../config/settings.js';
import { bytesInFolder, readCrawlConfig } from '../../store/crawl-folder.js';
import { type CrawlStatus, crawlStatus } from '../../store/crawl-status.js';
import { exitCodes } from '../exit-codes.js';
import { bytes, columns, count, counted, percent, printable } from '../format.js';
import { reasonInWords } from '../reasons.js';

/** `osprey status`: where a crawl stands, also while it runs. */
export async function statusCommand(folder: string, { json }: { json?: boolean }): Promise<number> {
  const settings = settingsFrom({ file: readCrawlConfig(folder) });
  const status = await crawlStatus(folder, settings);
  const bytesOnDisk = bytesInFolder(folder);
  if (json) {
    const { query = null, strategy } = settings;
    const { stopReason = null } = status;
    process.stdout.write(`${JSON.stringify({ query, strategy, ...status, stopReason, bytesOnDisk }, null, 2)}\n`);
  } else process.stdout.write(`${statusLines(status, settings, bytesOnDisk).join('\n')}\n`);
  return exitCodes.ok;
}

function statusLines(status: CrawlStatus, settings: ReturnType<typeof settingsFrom>, size: number): string[] {
  const { totals, pages, queue, hosts } = status;
  const state = status.running
    ? 'running'
    : status.stopReason === undefined
      ? 'not started yet: osprey resume starts it'
      : `stopped (${status.stopReason}): ${stopReasons[status.stopReason as StopReason] ?? ''}`;
  const lines = [
    `Topic      ${printable(topicOf(settings))}${settings.not.length > 0 ? `, not: ${settings.not.join(', ')}` : ''}`,
    `Strategy   ${settings.strategy}`,
    `State      ${state}`,
    `Pages      ${count(pages)}, ${count(totals.relevant)} relevant (harvest ${percent(pages === 0 ? 0 : totals.relevant / pages)}) on ${counted(totals.hostsVisited, 'host')}`,
    `Queue      ${counted(queue.queued, 'URL')} on ${counted(queue.hosts, 'host')}`,
    `On disk    ${bytes(size)}`,
  ];
  if (queue.closed > 0)
    lines.push(
      `Closed     ${count(queue.closed)} queued URLs on ${counted(queue.closedHosts, 'host')} at their page limit or blocked`,
    );
  lines.push(...reasonTable('Not pages', totals.reasons), ...reasonTable('Kept out of the queue', totals.rejections));
  if (hosts.length > 0) {
    lines.push('', 'Hosts with the most pages');
    const rows = hosts.map((host) => [host.host, count(host.pages), count(host.relevant), count(host.queued)]);
    lines.push(...columns([['host', 'pages', 'relevant', 'queued'], ...rows], [1, 2, 3]).map((line) => `  ${line}`));
  }
  return lines;
}

/** What the crawl goes by, in the user's own words where there are any. */
function topicOf({ query, example, contentTerms, queryLog, model }: ReturnType<typeof settingsFrom>): string {
  if (query !== undefined) return query;
  if (example.length > 0) return example.join(', ');
  if (contentTerms.length > 0) return contentTerms.join(', ');
  return queryLog === undefined ? `what ${model} was trained for` : `what is searched for in ${queryLog}`;
}

function reasonTable(title: string, reasons: Readonly<Record<string, number>>): string[] {
  const entries = Object.entries(reasons).sort(([, a], [, b]) => b - a);
  if (entries.length === 0) return [];
  return [
    '',
    title,
    ...columns(
      entries.map(([name, n]) => [count(n), name, reasonInWords(name)]),
      [0],
    ).map((line) => `  ${line}`),
  ];
}
