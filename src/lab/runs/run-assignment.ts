import { Crawl } from '../../agent/crawl.js';
import type { CrawlOptions } from '../../config/options.js';
import { settingsFrom } from '../../config/settings.js';
import { isDocument } from '../../store/documents.js';
import type { Assignment, RunTrace } from './assignment.js';
import type { KeptWeb } from './kept-web.js';
import { SlowTransport } from './simulated-latency.js';
import { VirtualClock } from './virtual-clock.js';

/**
 * One crawl of the lab: the engine of a real one, in memory, on a recorded web. Throws what a real one would throw on
 * wrong options.
 */
export async function runAssignment({ options, latency }: Assignment, web: KeptWeb): Promise<RunTrace> {
  // One request at a time, unless asked for more: every link is ranked with all that was learnt before.
  const settings = settingsFrom({
    options: {
      ...(latency === undefined && { requests: 1 }),
      ...options,
      web: web.archives,
      workers: 0,
    } as unknown as CrawlOptions,
  });
  const clock = latency && new VirtualClock();
  const transport = latency === undefined ? web : new SlowTransport(web, clock!, latency);
  const crawl = await Crawl.start(settings, {
    transport,
    reader: (read) => web.reader(read),
    ...(clock && { clock, simulated: true }),
  });
  // What a strategy needs to be made ready, such as WordNet or the compiling of a user's file, is not what a page costs.
  const cpu = process.cpuUsage();
  web.readingTime = 0;
  const pages: number[] = [];
  const judged: number[] = [];
  const at: number[] = [];
  const visits = crawl.run();
  let step = await visits.next();
  for (; !step.done; step = await visits.next()) {
    const { url, visit } = step.value;
    if (!isDocument(visit.outcome)) continue;
    pages.push(web.numberOf(url)!);
    judged.push(visit.judgement?.relevance ?? 0);
    at.push(clock?.now() ?? 0);
  }
  const { user, system } = process.cpuUsage(cpu);
  return {
    pages: Int32Array.from(pages),
    judged: Float64Array.from(judged),
    at: Float64Array.from(at),
    reason: step.value,
    cpuMs: (user + system - web.readingTime) / 1000,
  };
}
