import { peakRssMB } from '../../bench/meter.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import type { StopReason } from '../../src/crawl/progress/stop-reason.js';
import type { CrawlMessage, MeasuredOptions, Sample } from './measured-crawl.js';

/** Crawls with the options that its parent sends, and tells what it used. */
process.once('message', async ({ options, every }: MeasuredOptions) => {
  const startedAt = performance.now();
  const tell = (message: CrawlMessage) => process.send!(message);
  const reason = await crawl({ options, every }, (documents) => tell({ sample: sampleAt(documents, startedAt) }));
  global.gc!();
  tell({ ended: { reason, peakRssMB: peakRssMB(), heapAfterMB: process.memoryUsage().heapUsed / 2 ** 20 } });
  process.disconnect();
});

async function crawl({ options, every }: MeasuredOptions, onSample: (documents: number) => void): Promise<StopReason> {
  const running = await Crawl.start(settingsFrom({ options }));
  const visits = running.run();
  let nextAt = every;
  for (;;) {
    const { value, done } = await visits.next();
    const { documents } = running.tally;
    if (done || documents >= nextAt) {
      onSample(documents);
      nextAt += every;
    }
    if (done) return value;
  }
}

function sampleAt(documents: number, startedAt: number): Sample {
  const { user, system } = process.cpuUsage();
  return {
    documents,
    wallSeconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: (user + system) / 1e6,
    rssMB: process.memoryUsage.rss() / 2 ** 20,
  };
}
