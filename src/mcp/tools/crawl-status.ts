import { forecastOf } from '../../crawl/progress/forecast.js';
import type { StopReason } from '../../crawl/progress/stop-reason.js';
import { Tally } from '../../crawl/progress/tally.js';
import { readingCrawl } from '../../store/open-reader.js';
import { percent, twoDigits } from '../../words/figures.js';
import { forecastInWords, stopInWords } from '../../words/forecast-words.js';
import { topicInWords } from '../../words/topic-in-words.js';
import { crawlNamed } from '../crawl-named.js';
import { crawlArgument, defineTool } from '../mcp-tool.js';
import { untrusted } from '../untrusted.js';

const bestShown = 10;

export const crawlStatus = defineTool<{ readonly crawl: string }>({
  name: 'crawl_status',
  title: 'Status of a crawl',
  description:
    'Tells whether a crawl runs or why it stopped, how much it found, what more to expect, and its best pages.',
  schema: { properties: crawlArgument, required: ['crawl'] },
  readOnly: true,
  run: ({ crawl }, limits) =>
    readingCrawl(crawlNamed(crawl, limits), async (reader) => {
      const { settings, records } = reader;
      const { running, stopReason, pages, totals, queue } = await reader.status();
      const tally = await Tally.of(records, totals);
      const forecast = forecastOf(tally, queue.queued - queue.closed - queue.again);
      const best: string[] = [];
      const ranking = { outcomes: ['page'], order: 'relevance', limit: bestShown, noindex: false } as const;
      for await (const { url, title = '', judgement } of records.visits(ranking))
        best.push(`${twoDigits(judgement?.relevance ?? 0)}  ${title}  ${url}`);
      const state = running
        ? 'running'
        : stopReason === undefined
          ? 'killed; "osprey resume" continues it'
          : `stopped (${stopReason}): ${stopInWords(stopReason as StopReason, tally, settings)}`;
      return [
        `Topic: ${topicInWords(settings)}`,
        `State: ${state}`,
        `Pages: ${pages}, of these ${totals.relevant} relevant (harvest ${percent(pages === 0 ? 0 : totals.relevant / pages)}), on ${totals.hostsVisited} hosts; ${queue.queued} URLs queued`,
        ...(forecast === undefined ? [] : [`Estimate: ${forecastInWords(forecast)}`]),
        'Best pages (relevance, title, URL):',
        untrusted(best.join('\n')),
      ].join('\n');
    }),
});
