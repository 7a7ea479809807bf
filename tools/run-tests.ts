/**
 * Runs compiled tests, each file in a process of its own, and says which files took longest.
 *
 *   node dist/tools/run-tests.js [PATTERN…] [--in dist/test] [--timeout 600]
 *
 * PATTERN: part of the path of a test file, as in `store/sqlite` or `test/text/idf.test.ts`; without one, all are run.
 * --timeout: seconds without a sign of life after which the files that are left count as hanging. It is long because no
 * test depends on the speed of the machine.
 */
import { setMaxListeners } from 'node:events';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { abortWhenSilent } from './test-run/abort-when-silent.js';
import { chooseTests } from './test-run/choose-tests.js';
import { slowestFiles } from './test-run/slowest-files.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { in: { type: 'string', default: 'dist/test' }, timeout: { type: 'string', default: '600' } },
});

/** What each compiled test file was compiled from: absolute paths to paths in the project, in order. */
function sourcesIn(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.js'));
  const source = (file: string) => path.join(path.basename(folder), file.replace(/js$/, 'ts'));
  return new Map(files.sort().map((file) => [path.resolve(folder, file), source(file)]));
}

try {
  const sources = sourcesIn(values.in);
  const chosen = new Set(chooseTests(positionals, [...sources.values()]));
  const files = [...sources.keys()].filter((file) => chosen.has(sources.get(file)!));
  // Many tests wait for a server or another process: three files for each core keep all of them at work.
  const concurrency = 3 * availableParallelism();
  const aborting = new AbortController();
  // Every file listens to it.
  setMaxListeners(0, aborting.signal);
  const events = run({ files, concurrency, signal: aborting.signal });
  events.on('test:fail', () => {
    process.exitCode = 1;
  });
  await pipeline(
    events,
    (source) => abortWhenSilent(source, Number(values.timeout), aborting),
    (source) => slowestFiles(source, sources),
    new spec(),
    process.stdout,
    { end: false },
  );
} catch (thrown) {
  console.error((thrown as Error).message);
  process.exitCode = 1;
}
// A process that outlives the file that started it does not keep the run from ending.
process.exit();
