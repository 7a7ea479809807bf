import { count, counted } from '../src/counted.js';
import type { VisitRow } from '../src/model/visit.js';
import { countsOf, endOf } from '../tools/hostile-web/broken-promises.js';
import type { MeasuredCrawl, Sample } from '../tools/hostile-web/measured-crawl.js';
import type { HostileWeb } from '../tools/hostile-web/server.js';

export interface Soak {
  readonly web: Pick<HostileWeb, 'sites' | 'log'>;
  readonly crawl: MeasuredCrawl;
  readonly visits: readonly Pick<VisitRow, 'outcome' | 'reason'>[];
  /** What was promised and did not come. */
  readonly broken: readonly string[];
}

const shownOfBroken = 20;

/** The figures of a soak as Markdown. */
export function soakReport({ web, crawl, visits, broken }: Soak): string {
  const promised = web.sites.reduce((sum, { promise }) => sum + promise.pages.length, 0);
  const hosts = web.sites.reduce((sum, site) => sum + site.hosts.length, 0);
  const last = crawl.samples.at(-1)!;
  const ends = Object.entries(countsOf(visits.map(endOf))).sort(([a], [b]) => a.localeCompare(b));
  return [
    `${count(last.documents)} pages of ${counted(hosts, 'host')} in ${last.wallSeconds.toFixed(0)} s, ${last.cpuSeconds.toFixed(0)} CPU-s,`,
    `${count(web.log.length)} requests; it ended by itself with the reason \`${crawl.reason}\`.`,
    `Memory: ${crawl.peakRssMB.toFixed(0)} MB at most; ${crawl.heapAfterMB.toFixed(0)} MB of heap in the end.`,
    broken.length === 0
      ? `All ${count(promised)} promised pages were found, and every visit ended as the table of sites says.`
      : `${counted(broken.length, 'promise')} broken:`,
    ...broken.slice(0, shownOfBroken).map((line) => `- ${line}`),
    '',
    '| pages | after s | CPU-s / 1,000 pages | resident MB |',
    '| ---: | ---: | ---: | ---: |',
    ...crawl.samples.map((sample, index) => sampleRow(sample, crawl.samples[index - 1])),
    '',
    '| visits ended in | times |',
    '| --- | ---: |',
    ...ends.map(([end, times]) => `| \`${end}\` | ${count(times)} |`),
  ].join('\n');
}

/** CPU is that since the sample before. */
function sampleRow(sample: Sample, before: Sample = { documents: 0, wallSeconds: 0, cpuSeconds: 0, rssMB: 0 }): string {
  const { documents, wallSeconds, cpuSeconds, rssMB } = sample;
  const pages = documents - before.documents;
  const cost = pages === 0 ? '–' : (((cpuSeconds - before.cpuSeconds) / pages) * 1000).toFixed(2);
  return `| ${count(documents)} | ${wallSeconds.toFixed(0)} | ${cost} | ${rssMB.toFixed(0)} |`;
}
