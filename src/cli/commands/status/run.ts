import { statfsSync } from 'node:fs';
import { tableWords } from '../../../agent/table-words.js';
import type { Settings } from '../../../config/options.js';
import { type Forecast, forecastOf } from '../../../crawl/progress/forecast.js';
import { notedSpending } from '../../../crawl/progress/spending-note.js';
import type { StopReason } from '../../../crawl/progress/stop-reason.js';
import { Tally } from '../../../crawl/progress/tally.js';
import type { CrawlReader } from '../../../model/crawl-reader.js';
import { revisitLevel, type SpendingState } from '../../../model/frontier.js';
import { withoutControls } from '../../../page/one-line.js';
import { readingCrawl } from '../../../store/open-reader.js';
import type { AgentFindings } from '../../../store/reports/agent-findings.js';
import type { CrawlStatus } from '../../../store/reports/crawl-status.js';
import type { LinkedPage } from '../../../store/reports/linked-pages.js';
import { osprey } from '../../../strategy/osprey/osprey.js';
import { Tunnels } from '../../../strategy/osprey/tunnels.js';
import { whatPays } from '../../../strategy/osprey/what-pays.js';
import { emptyPagesInWords } from '../../../words/empty-pages.js';
import { forecastInWords, stopInWords } from '../../../words/forecast-words.js';
import { reasonInWords } from '../../../words/reasons.js';
import { reasonsOfPages } from '../../../words/reasons-of-pages.js';
import { topicInWords } from '../../../words/topic-in-words.js';
import { exitCodes } from '../../exit-codes.js';
import { bytes, columns, count, counted, percent, printable } from '../../terminal/format.js';
import { pauseInWords } from '../control/control-lines.js';
import { terminalWidth } from '../crawl/crawl-summary.js';
import { spendingInWords } from '../crawl/spending-words.js';
import { meaningsLine, meaningsOf } from '../terms/from-crawl.js';
import { lackingLine, lackingWord } from '../terms/lacking-word.js';
import { type AgentStatus, agentLines, diversityLines } from './agent-lines.js';
import { listed, tunnelLines, yieldLines } from './yield-lines.js';

/** `osprey status`: where a crawl stands, also while it runs. */
export async function statusCommand(location: string, { json }: { json?: boolean }): Promise<number> {
  process.stdout.write(await readingCrawl(location, (reader) => statusText(reader, json)));
  return exitCodes.ok;
}

async function statusText(reader: CrawlReader, json = false): Promise<string> {
  const { folder, settings } = reader;
  const tunnels = new Tunnels({ byLevel: settings.organisation === 'coordinator' && settings.levels > 1 });
  // First, since those who read all pages have them counted for the others.
  const paid = followsYields(settings) ? await whatPays(noted(reader.linkedPages(), tunnels)) : undefined;
  const status = await reader.status();
  const bytesOnDisk = await reader.bytes();
  const tally = await Tally.of(reader.records, status.totals);
  const spending = await notedSpending(reader.notes);
  const forecast = forecastOf(tally, status.queue.queued - status.queue.closed - status.queue.again);
  const { agents: findings, diversity } = await reader.agents.findings();
  const agents = await withTerms(reader, findings, status.running);
  const meanings = await meaningsOf(reader);
  const lacking = await lackingWord(reader);
  if (json) {
    const { query = null, strategy, organisation } = settings;
    const { stopReason = null, paused } = status;
    const yields = paid === undefined ? null : listed(paid);
    const all = {
      query,
      strategy,
      organisation,
      ...status,
      stopReason,
      paused: paused === undefined ? null : { by: paused.by, at: new Date(paused.at).toISOString() },
      forecast: forecast ?? null,
      spending: spending ?? null,
      yields,
      tunnels: tunnels.yields,
      agents,
      diversity: diversity ?? null,
      meanings: meanings ?? null,
      lackingWord: lacking ?? null,
      bytesOnDisk,
    };
    return `${JSON.stringify(all, null, 2)}\n`;
  }
  const state = `${stateOf(status, tally, settings)}${status.stopReason === 'interrupted' && isFull(folder) ? '; the disk is full' : ''}`;
  const lines = statusLines(status, settings, state, forecast, spending, bytesOnDisk);
  if (diversity !== undefined) {
    lines.push('', `Agents (${organisations[settings.organisation]})`);
    lines.push(...agentLines(agents, Date.now(), terminalWidth()), ...diversityLines(diversity));
  }
  const helping = [...meaningsLine(settings.query, meanings), ...lackingLine(settings.query, lacking)];
  lines.push(...helping.flatMap((line) => ['', line]));
  if (paid !== undefined) lines.push(...tunnelLines(tunnels.yields), ...yieldLines(paid));
  return withoutControls(`${lines.join('\n')}\n`);
}

/** Terms shown per agent. */
const termsShown = 5;

const organisations: Readonly<Record<Settings['organisation'], string>> = {
  segments: 'segments: a queue each',
  coordinator: 'coordinator: one queue for all',
};

/** As they are shown. An agent of a killed crawl could not report that it stopped. */
async function withTerms(
  reader: CrawlReader,
  agents: readonly AgentFindings[],
  isRunning: boolean,
): Promise<AgentStatus[]> {
  const words = await tableWords(reader, agents, termsShown);
  return agents.map(({ table: _, queue: __, state, ...agent }) => ({
    ...agent,
    state: !isRunning && (state === 'working' || state === 'waiting') ? 'stopped' : state,
    terms: words.get(agent.id)!,
  }));
}

/** Pages are read once for both. */
async function* noted(
  lots: AsyncIterable<readonly LinkedPage[]>,
  tunnels: Tunnels,
): AsyncGenerator<readonly LinkedPage[]> {
  for await (const lot of lots) {
    for (const page of lot) tunnels.add(page);
    yield lot;
  }
}

/** Whether the crawl gives hosts and templates more or less by what they bring. */
function followsYields({ strategy, set }: Settings): boolean {
  return strategy === osprey.name && set.get(`${osprey.name}.without`) !== 'allowances';
}

/** Too full for a crawl, which may have been unable even to note that. */
const leastRoom = 100_000;

function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < leastRoom;
}

function stateOf({ running, stopReason, paused }: CrawlStatus, tally: Tally, settings: Settings): string {
  if (running) return paused === undefined ? 'running' : pauseInWords(paused);
  if (stopReason === undefined) return 'not started; osprey resume starts it';
  const before = paused === undefined ? '' : `, ${pauseInWords(paused)} before`;
  return `stopped (${stopReason}): ${stopInWords(stopReason as StopReason, tally, settings)}${before}`;
}

function statusLines(
  { totals, pages, queue, hosts, rights, commandsWaiting }: CrawlStatus,
  settings: Settings,
  state: string,
  forecast: Forecast | undefined,
  spending: SpendingState | undefined,
  size: number,
): string[] {
  const lines = [
    `Topic      ${printable(topicInWords(settings))}${settings.not.length > 0 ? `, not: ${settings.not.join(', ')}` : ''}`,
    `Strategy   ${settings.strategy}`,
    `State      ${state}`,
    ...(commandsWaiting === 0 ? [] : [`Commands   ${count(commandsWaiting)} not applied yet (osprey control DIR log)`]),
    `Pages      ${count(pages)}, ${count(totals.relevant)} relevant (harvest ${percent(pages === 0 ? 0 : totals.relevant / pages)}) on ${counted(totals.hostsVisited, 'host')}`,
    ...(totals.outcomes.sitemap === undefined ? [] : [`Sitemaps   ${count(totals.outcomes.sitemap)} read`]),
    `Queue      ${counted(queue.queued, 'URL')} on ${counted(queue.hosts, 'host')}${levelsInWords(queue.levels)}`,
    ...(queue.closed === 0
      ? []
      : [
          `Closed     ${count(queue.closed)} of them, on ${counted(queue.closedHosts, 'host')} that are blocked or at their page limit`,
        ]),
    ...rightsLines(rights),
    ...scriptLines(totals.reasons),
    ...(settings.web.length > 0 ? [] : [`Spending   ${spendingInWords(settings, spending)}`]),
    ...(forecast === undefined ? [] : [`Forecast   ${forecastInWords(forecast)}`]),
    `On disk    ${bytes(size)}`,
  ];
  const reasons = reasonsOfPages(totals.reasons);
  lines.push(...reasonTable('Among the pages', reasons.pages));
  lines.push(...reasonTable('Skipped or failed', reasons.others), ...reasonTable('Not queued', totals.rejections));
  if (hosts.length > 0) {
    lines.push('', 'Hosts with the most pages');
    const rows = hosts.map((host) => [host.host, count(host.pages), count(host.relevant), count(host.queued)]);
    lines.push(...columns([['host', 'pages', 'relevant', 'queued'], ...rows], [1, 2, 3]).map((line) => `  ${line}`));
  }
  return lines;
}

/** What pages say of how they may be used; nothing where none does. */
function rightsLines({ reserved, licensed, statements }: CrawlStatus['rights']): string[] {
  const stated = Object.entries(statements).sort(([, a], [, b]) => b - a);
  if (stated.length === 0 && licensed === 0) return [];
  const listed = stated.map(([statement, pages]) => `${printable(statement, 60)} ${count(pages)}`).join(', ');
  return [
    `Rights     ${counted(reserved, 'page')} reserved${listed === '' ? '' : ` (${listed})`}, ${count(licensed)} with a licence`,
  ];
}

function scriptLines(reasons: CrawlStatus['totals']['reasons']): string[] {
  const empty = emptyPagesInWords(reasons);
  return empty === undefined ? [] : [`Scripts    ${empty}`];
}

/** Nothing where all is on the first. */
function levelsInWords(levels: CrawlStatus['queue']['levels']): string {
  if (levels.every(({ level }) => level === 1)) return '';
  const named = levels.map(({ level, queued }) =>
    level === revisitLevel ? `to be revisited: ${count(queued)}` : `level ${level}: ${count(queued)}`,
  );
  return `; ${named.join(', ')}`;
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
