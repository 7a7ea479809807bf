/**
 * Steers a crawl while it runs: blocks hosts that bring nothing, slows down when servers fail, and stops when it has enough.
 *
 *   node dist/examples/steer-a-crawl.js "jaguar car" https://example.org/cars 20
 *
 * Another process does the same with `const crawl = await control(folder)`.
 */
import { crawl } from 'osprey-crawler';
import { onThisMachine } from './on-this-machine.js';

const [query = '', seed = '', enough = '20'] = process.argv.slice(2);
const run = crawl({ query, seed, ...onThisMachine() });
const wasted = new Map<string, number>();

run.on('page', async ({ url, relevant }) => {
  const { host } = new URL(url);
  const pages = relevant ? 0 : (wasted.get(host) ?? 0) + 1;
  wasted.set(host, pages);
  if (pages === 3) await run.control.block(host);
});
run.on('fault', () => run.control.update({ requests: 2 }));
run.on('control', ({ kind, result }) => console.log(`${kind}: ${JSON.stringify(result)}`));

let relevant = 0;
for await (const page of run) {
  if (page.relevant && ++relevant === Number(enough)) await run.control.stop();
}
console.log(`${relevant} relevant pages (${run.summary!.reason}).`);
