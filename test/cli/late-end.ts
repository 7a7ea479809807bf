import { finishCrawl } from '../../src/cli/commands/crawl/run.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { takeDescriptors } from '../take-descriptors.js';

/** Crawls a site to its end; from its first page to its second it can open no file. */
const [resolve, out] = process.argv.slice(2) as [string, string];
const [pattern, address] = resolve.split('=') as [string, string];
const settings = settingsFrom({
  options: {
    ...{
      query: 'jaguar car',
      seed: ['http://cars.test/'],
      strategy: 'best-first',
      maxPages: 3,
      workers: 0,
      requests: 1,
    },
    ...{ delay: '0s', allowPrivate: true, resolve: { [pattern]: address }, out },
  },
});
const crawl = await Crawl.start(settings);
let visits = 0;
let release = () => {};
crawl.events.on('visit', () => {
  visits++;
  if (visits === 1) release = takeDescriptors();
  else release();
});
process.exitCode = await finishCrawl(crawl, { quiet: true });
