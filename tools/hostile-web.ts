/**
 * Serves the hostile web on loopback until it is ended, and says how to crawl it (docs/hostile-web.md).
 *
 *   npm run hostile-web -- [--port N] [--factor N] [--list]
 */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { shellWord } from '../src/cli/terminal/format.js';
import { flagOf } from '../src/config/option.js';
import type { OptionKey } from '../src/config/options.js';
import { counted } from '../src/counted.js';
import { messageOf } from '../src/failure.js';
import { crawlOptions } from './hostile-web/crawl-options.js';
import type { HostileSite } from './hostile-web/hostile-site.js';
import { hostileSites } from './hostile-web/hostile-sites.js';
import { type HostileWeb, startHostileWeb } from './hostile-web/server.js';

const help = `Usage: npm run hostile-web -- [options]

Serves hundreds of hosts that do all that a crawler fears, on one loopback port, until Ctrl-C.

  --port N     port to listen on (default 8666; 0: any that is free)
  --factor N   so many of every host (default 1)
  --list       print every host, what it does and what must come of it, and end
  --help       print this
`;

/** The command of a crawl that the promises of the sites hold for. */
function crawlCommand({ seed, resolve }: HostileWeb): string {
  const { query, ...options } = crawlOptions;
  const flags = Object.entries({ ...options, seed, out: 'hostile-crawl' }).flatMap(([key, value]) =>
    value === true ? [flagOf(key as OptionKey)] : [flagOf(key as OptionKey), String(value)],
  );
  const pins = Object.entries(resolve).flatMap(([host, address]) => ['--resolve', `${host}=${address}`]);
  return ['osprey', 'crawl', query, ...flags, ...pins].map(shellWord).join(' ');
}

function promiseOf({ promise }: HostileSite): string {
  const { pages, ends, waiting, others, endless } = promise;
  const parts = [
    pages.length > 0 && counted(pages.length, 'page'),
    ...new Set(Object.values(ends)),
    waiting.length > 0 && 'waits',
    ...Object.entries(others).map(([end, times]) => `${end} × ${times}`),
    endless !== undefined && `at most ${counted(endless, 'visit')}`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

// The reader (head, less) has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8666' },
    factor: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [port, factor] = [Number(values.port), Number(values.factor)];
if (values.help) process.stdout.write(help);
else if (!Number.isInteger(port) || port < 0 || port > 65_535 || !Number.isInteger(factor) || factor < 1) {
  process.stderr.write('Give --port a number from 0 to 65535 and --factor one from 1 on.\n');
  process.exitCode = 2;
} else if (values.list) {
  for (const site of hostileSites(factor))
    process.stdout.write(`${site.hosts.join(' ')}\t${site.does}\t${promiseOf(site)}\n`);
} else await serve();

async function serve(): Promise<void> {
  let web: HostileWeb;
  try {
    web = await startHostileWeb(hostileSites(factor), { port });
  } catch (thrown) {
    process.stderr.write(`The port cannot be had (${messageOf(thrown)}); choose another with --port.\n`);
    process.exitCode = 2;
    return;
  }
  const hosts = web.sites.flatMap((site) => site.hosts);
  process.stdout.write(`The hostile web: ${counted(hosts.length, 'host')} on 127.0.0.1:${web.port}, from ${web.seed} on.
In another terminal:

${crawlCommand(web)}

Ctrl-C ends it.
`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await web.close();
}
