import type { CrawlOptions } from '../../config/options.js';
import { settingsFrom } from '../../config/settings.js';
import { Crawl } from '../../crawl/crawl.js';
import type { JudgeAgain } from '../../crawl/judge-again.js';
import { isDocument } from '../../model/documents.js';
import type { Page } from '../../model/page.js';
import type { PageReader } from '../../reading/page-pool.js';
import { readingJob } from '../../reading/reading-job.js';
import type { Assignment, RunTrace } from './assignment.js';
import type { KeptWeb } from './kept-web.js';
import { SlowTransport } from './simulated-latency.js';
import { SimulatedPerson } from './simulated-person.js';
import { VirtualClock } from './virtual-clock.js';

/** A visit of the trace. */
interface Seen {
  readonly seq: number;
  readonly url: string;
  readonly judged: number;
  readonly at: number;
}

/**
 * One crawl of the lab: the engine of a real one, in memory, on a recorded web. Throws what a real one would throw on
 * wrong options.
 */
export async function runAssignment({ options, latency, teaching }: Assignment, web: KeptWeb): Promise<RunTrace> {
  // One request at a time, unless asked for more: every link is ranked with all that was learnt before. And one agent: of
  // itself a crawl has as many as there are cores, and results must not depend on the machine.
  const settings = settingsFrom({
    options: {
      agents: 1,
      share: 'none',
      // Those that find little are compared to the end of the budget, too.
      stopWhenYieldBelow: 0,
      ...(latency === undefined && { requests: 1 }),
      ...options,
      web: web.archives,
      workers: 0,
    } as unknown as CrawlOptions,
  });
  const clock = latency && new VirtualClock();
  const transport = latency === undefined ? web : new SlowTransport(web, clock!, latency);
  const seen: Seen[] = [];
  let reader: PageReader;
  let cpuMs: number | undefined;
  let final: Float64Array | undefined;
  const pageAt = async (url: string) => {
    const response = await web.fetch({ url, headers: {} });
    return (await reader.run(readingJob(url, response, 0, Number.POSITIVE_INFINITY))).page!;
  };
  const person = teaching && new SimulatedPerson(teaching, seen, pageAt);
  const crawl = await Crawl.start(settings, {
    transport,
    reader: (read) => {
      reader = web.reader(read);
      return reader;
    },
    onLearnt: async (judge) => {
      // No part of the crawl: nobody pays for it but the lab.
      cpuMs = cpuMsSince(start, web);
      final = await judgedAgain(seen, judge, pageAt);
    },
    ...(person && { teacher: (pages, labels) => person.teach(pages, labels) }),
    ...(clock && { clock, simulated: true }),
  });
  // What a strategy needs to be made ready, such as WordNet or the compiling of a user's file, is not what a page costs.
  const start = process.cpuUsage();
  web.readingTime = 0;
  const visits = crawl.run();
  let step = await visits.next();
  for (; !step.done; step = await visits.next()) {
    const { seq, url, visit } = step.value;
    if (!isDocument(visit.outcome)) continue;
    seen.push({ seq, url, judged: visit.judgement?.relevance ?? 0, at: clock?.now() ?? 0 });
  }
  return {
    pages: Int32Array.from(seen, ({ url }) => web.numberOf(url)!),
    judged: Float64Array.from(seen, ({ judged }) => judged),
    ...(final && { final }),
    at: Float64Array.from(seen, ({ at }) => at),
    reason: step.value,
    cpuMs: cpuMs ?? cpuMsSince(start, web),
  };
}

/** Without the reading of pages. */
function cpuMsSince(start: NodeJS.CpuUsage, web: KeptWeb): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system - web.readingTime) / 1000;
}

/** What the strategy thinks of the pages now that it has visited all of them; undefined if nothing else than before. */
async function judgedAgain(
  seen: readonly Seen[],
  judge: JudgeAgain,
  pageAt: (url: string) => Promise<Page>,
): Promise<Float64Array | undefined> {
  const final = new Float64Array(seen.length);
  for (const [visit, { seq, url }] of seen.entries()) final[visit] = (await judge(seq, await pageAt(url))).relevance;
  return seen.some(({ judged }, visit) => judged !== final[visit]) ? final : undefined;
}
