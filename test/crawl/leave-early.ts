import { crawl } from '../../src/index.js';

/**
 * Takes the first page of a crawl and leaves the loop. Seeds, `--resolve` and folder come from the command line. Nothing
 * here ends the process: that it ends is what the test is about.
 */
const [seeds = '', resolve = '', out] = process.argv.slice(2);
const run = crawl({
  query: 'court',
  seed: seeds.split(','),
  resolve: resolve.split(','),
  allowPrivate: true,
  delay: '0s',
  timeout: '1h',
  workers: 1,
  ...(out && { out }),
});
for await (const { url } of run) {
  console.log(url);
  break;
}
console.log(run.summary === undefined ? 'left' : 'ended');
