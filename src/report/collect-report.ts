import { tableWords } from '../agent/table-words.js';
import { forecastOf } from '../crawl/progress/forecast.js';
import type { StopReason } from '../crawl/progress/stop-reason.js';
import { Tally } from '../crawl/progress/tally.js';
import type { CrawlReader } from '../model/crawl-reader.js';
import { inertLine } from '../page/inert-line.js';
import { withoutControls } from '../page/one-line.js';
import { readCrawlConfig } from '../store/crawl-folder.js';
import type { CrawlStatus } from '../store/reports/crawl-status.js';
import { version } from '../version.js';
import { stopInWords } from '../words/forecast-words.js';
import { reasonInWords } from '../words/reasons.js';
import { reasonsOfPages } from '../words/reasons-of-pages.js';
import { topicInWords } from '../words/topic-in-words.js';
import { listPages } from './list-pages.js';
import type { LearntWords, ReasonCount, ReportData } from './report-data.js';

/** Places of the curves; their tables have as many rows. */
const curvePoints = 40;
const mostHosts = 100;
const mostWords = 30;
const mostSettings = 20_000;

/** Reads all that a report tells of a crawl, also while it runs. `labels`: what people said of its pages. */
export async function collectReport(
  reader: CrawlReader,
  labels: ReadonlyMap<string, boolean>,
  now: number,
): Promise<ReportData> {
  const { folder, settings, records } = reader;
  const status = await reader.status();
  const { totals, queue } = status;
  const tally = await Tally.of(records, totals);
  const forecast = forecastOf(tally, queue.queued - queue.closed - queue.again);
  const { rawThreshold, threshold } = settings;
  const reasons = reasonsOfPages(totals.reasons);
  return {
    version,
    madeAt: now,
    topic: inertLine(topicInWords(settings), 300),
    not: settings.not.map((word) => inertLine(word, 100)),
    strategy: settings.strategy,
    state: stateInWords(status, tally, settings),
    pages: status.pages,
    relevant: totals.relevant,
    hostsVisited: totals.hostsVisited,
    bytes: totals.bytes,
    queued: queue.queued,
    threshold: rawThreshold === undefined ? `a relevance of ${threshold}` : `a raw score of ${rawThreshold}`,
    ...(await listPages(reader, labels)),
    listable: (totals.outcomes.page ?? 0) + (totals.outcomes.ignored ?? 0),
    curve: await reader.yieldCurve(curvePoints),
    ...(forecast && { forecast }),
    hosts: (await reader.hosts(mostHosts)).map((line) => ({ ...line, host: inertLine(line.host, 253) })),
    learnt: await learntWords(reader),
    setAside: byCount(reasons.pages),
    skipped: byCount(reasons.others),
    rejected: byCount(totals.rejections),
    rights: rightsCounts(status.rights),
    settings: withoutControls(readCrawlConfig(folder).text).slice(0, mostSettings),
  };
}

function rightsCounts({ reserved, licensed, statements }: CrawlStatus['rights']): ReasonCount[] {
  const rows = { reserved, ...statements, licence: licensed };
  const meanings: Readonly<Record<string, string>> = {
    reserved: 'reserved against text and data mining, by any of the statements below',
    licence: 'state a licence',
  };
  return Object.entries(rows)
    .filter(([, count]) => count > 0)
    .map(([code, count]) => ({
      code: inertLine(code, 60),
      meaning: meanings[code] ?? 'stated by the page or its site',
      count,
    }));
}

function stateInWords({ running, stopReason }: CrawlStatus, tally: Tally, settings: CrawlReader['settings']): string {
  if (running) return 'It is still running.';
  if (stopReason === undefined) return 'It has not come to its end.';
  const words = stopInWords(stopReason as StopReason, tally, settings);
  return stopReason === 'interrupted' ? `Interrupted by ${words}.` : `Stopped (${stopReason}): ${words}.`;
}

async function learntWords(reader: CrawlReader): Promise<LearntWords[]> {
  const { agents } = await reader.agents.findings();
  const words = await tableWords(reader, agents, mostWords);
  return agents.flatMap(({ id, segment }) => {
    const known = words
      .get(id)!
      .flatMap(({ word, weight }) => (word === undefined ? [] : [{ word: inertLine(word, 60), weight }]));
    return known.length === 0 ? [] : [{ agent: inertLine(`${id} ${segment}`, 60), words: known }];
  });
}

function byCount(counts: Readonly<Record<string, number>>): ReasonCount[] {
  return Object.entries(counts)
    .map(([code, count]) => ({ code: inertLine(code, 60), meaning: inertLine(reasonInWords(code), 300), count }))
    .sort((a, b) => b.count - a.count);
}
