/**
 * Workers of one crawl in PostgreSQL under faults, for longer than the tests have time for: sixty kills at random moments, stopped
 * workers, a killed database, cut connections, full disks, clocks an hour apart. Judged by the web server's own log.
 *
 *   npm run soak:postgres [-- KILLS [SEED]]
 */
import { type Fault, faultyCrawl } from '../test/faults/workers/faulty-crawl.js';
import { startServer } from '../test/store/postgres/test-server.js';

const kills = Number(process.argv[2] ?? 60);
const seed = Number(process.argv[3] ?? Date.now() % 100_000);
const others: readonly Fault[] = ['stop', 'database', 'cut', 'disk'];
const faults = Array.from({ length: kills }, (_, index): Fault[] =>
  index % 6 === 5 ? ['kill', others[Math.floor(index / 6) % others.length]!] : ['kill'],
).flat();

console.log(`${kills} kills among ${faults.length} faults, seed ${seed}`);
const server = await startServer({ fast: false });
try {
  const verdict = await faultyCrawl(server, {
    ...{ hosts: 60, pagesOfHost: 120, delay: 400, lease: 3_000, workers: 3, faults, pause: 1_000, seed },
    tell: (line) => console.log(`  ${line}`),
  });
  const { lost, twice, tooSoon, ...figures } = verdict;
  console.log({ ...figures, lost: lost.length, twice: twice.length, tooSoon: tooSoon.length });
  for (const line of [...lost, ...twice, ...tooSoon].slice(0, 20)) console.log(`  ${line}`);
  const missed = kills - verdict.struck.kill;
  if (missed > 0) console.log(`The crawl was over before the last ${missed} kills.`);
  process.exitCode = lost.length + twice.length + tooSoon.length + missed > 0 ? 1 : 0;
} finally {
  await server.stop();
}
process.exit();
