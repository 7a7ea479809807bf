/**
 * Crawls for a while, and continues where it stopped when it is run again.
 *
 *   node dist/examples/resume-with-signal.js crawls/jaguar 60 "jaguar car" https://example.org/cars
 *
 * Ctrl-C ends it too: what is in flight is finished and kept.
 */
import { existsSync } from 'node:fs';
import { crawl, resume, SeedsFailed } from 'osprey-crawler';
import { onThisMachine } from './on-this-machine.js';

const [out = '', seconds = '60', query = '', seed = ''] = process.argv.slice(2);
const interrupt = new AbortController();
process.once('SIGINT', () => interrupt.abort());
const signal = AbortSignal.any([interrupt.signal, AbortSignal.timeout(Number(seconds) * 1000)]);

const run = existsSync(out) ? resume(out, { signal }) : crawl({ query, seed, out, signal, ...onThisMachine() });
run.on('fault', ({ url, code }) => console.error(`${code}: ${url}`));
try {
  for await (const { title, url } of run) console.log(`${title}  ${url}`);
  console.log(`${run.summary!.pages} pages so far (${run.summary!.reason}).`);
} catch (thrown) {
  if (!(thrown instanceof SeedsFailed)) throw thrown;
  for (const { url, reason } of thrown.failures) console.error(`${url} could not be fetched: ${reason}`);
  process.exitCode = 3;
}
