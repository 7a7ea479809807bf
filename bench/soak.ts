import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { VisitRow } from '../src/model/visit.js';
import { openReader } from '../src/store/open-reader.js';
import { brokenPromises } from '../tools/hostile-web/broken-promises.js';
import { crawlOptions } from '../tools/hostile-web/crawl-options.js';
import { hostileSites } from '../tools/hostile-web/hostile-sites.js';
import { measuredCrawl } from '../tools/hostile-web/measured-crawl.js';
import { startHostileWeb } from '../tools/hostile-web/server.js';
import { cacheFolder } from './debian-folder.js';
import { soakReport } from './soak-report.js';

/**
 * A long crawl over the hostile web, grown by a factor: 20,000 pages of 4,500 hosts unless said otherwise. Prints Markdown for
 * docs/results/soak.md; ends with code 1 where a promise of the table of sites was broken.
 */
const { values } = parseArgs({
  options: { factor: { type: 'string', default: '10' }, every: { type: 'string', default: '2000' } },
});
const [factor, every] = [Number(values.factor), Number(values.every)];
const web = await startHostileWeb(hostileSites(factor));
// Not in a temporary folder, which is memory on many machines.
mkdirSync(cacheFolder(), { recursive: true });
const folder = mkdtempSync(path.join(cacheFolder(), 'soak-'));
try {
  const out = path.join(folder, 'crawl');
  // Well above what it comes to: a crawl that a trap keeps from its end must end too.
  const options = { ...crawlOptions, seed: web.seed, resolve: web.resolve, out, maxPages: 5_000 * factor };
  const crawl = await measuredCrawl({
    options,
    every,
    onSample: ({ documents, wallSeconds }) => console.error(`${documents} pages after ${wallSeconds.toFixed(0)} s`),
  });
  const visits: VisitRow[] = [];
  const { records, close } = await openReader(out);
  for await (const visit of records.visits()) visits.push(visit);
  await close();
  const broken = brokenPromises(web.sites, visits);
  console.log(soakReport({ web, crawl, visits, broken }));
  if (broken.length > 0) process.exitCode = 1;
} finally {
  await web.close();
  rmSync(folder, { recursive: true, force: true });
}
