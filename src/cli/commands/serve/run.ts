import path from 'node:path';
import { readConfigFile } from '../../../config/config-file.js';
import type { RawOptions } from '../../../config/layer.js';
import { optionTable } from '../../../config/options.js';
import { refuse } from '../../../config/problem.js';
import { integer, text } from '../../../config/scalar-kinds.js';
import { isLoopback } from '../../../dashboard/server/request-guard.js';
import type { SharedCrawl } from '../../../dashboard/server/shelf.js';
import { type DashboardOptions, startServer } from '../../../dashboard/server/start-server.js';
import { messageOf } from '../../../failure.js';
import { crawlLocation } from '../../../store/crawl-location.js';
import { readingCrawl } from '../../../store/open-reader.js';
import { exitCodes } from '../../exit-codes.js';
import { flagValue } from '../../flag-value.js';
import { readConfig } from '../../read-config.js';
import { openBrowser } from '../../terminal/open-browser.js';

export interface ServeFlags {
  readonly port: string;
  readonly listen: string;
  /** False with --no-open. */
  readonly open: boolean;
  readonly config?: string;
  readonly by?: string;
  readonly json?: boolean;
}

/** Where crawls are when nothing is said. */
const usualRoot = 'crawls';

/** `osprey serve`: the dashboard, until Ctrl-C. */
export async function serveCommand(dirs: readonly string[], flags: ServeFlags): Promise<number> {
  const { OSPREY_TOKEN: token } = process.env;
  const own = flags.config === undefined ? {} : ownOptions(flags.config);
  const isFolder = (dir: string) => crawlLocation(dir).kind === 'folder';
  const databases = await Promise.all(dirs.filter((dir) => !isFolder(dir)).map(sharedCrawl));
  return serveUntilStopped(
    {
      ...(dirs.length === 0
        ? { root: path.resolve(usualRoot) }
        : { folders: dirs.filter(isFolder).map((dir) => path.resolve(dir)), databases }),
      labs: path.resolve('labs'),
      address: flagValue(text('address'), flags.listen, '--listen'),
      port: flagValue(integer({ min: 0, max: 65_535 }), flags.port, '--port'),
      own,
      ...(token && { token }),
      ...(flags.by !== undefined && { by: flags.by }),
    },
    flags,
  );
}

/** The crawl at the address of a database. */
function sharedCrawl(location: string): Promise<SharedCrawl> {
  return readingCrawl(location, ({ folder, location: shown }) => ({
    ...{ name: shown.split('#').at(-1) ?? shown, folder, location },
  }));
}

/** What a config file gives, as a program would. */
function ownOptions(config: string): RawOptions {
  const { path: file, text: contents } = readConfig(config);
  const { given, problems } = readConfigFile(file, contents);
  refuse(problems);
  return Object.fromEntries(
    [...given].map(([key, { value }]) => [key, optionTable[key].kind.format(value as never)]),
  ) as RawOptions;
}

/** Tells the address, opens the browser, and ends with a signal. */
export async function serveUntilStopped(
  options: DashboardOptions,
  { open, json }: { readonly open: boolean; readonly json?: boolean },
): Promise<number> {
  const onFault = (thrown: unknown) =>
    process.stderr.write(`osprey: ${thrown instanceof Error ? thrown.stack : messageOf(thrown)}\n`);
  const stopped = signalled();
  const { url, port, origin, close } = await startServer({ ...options, onFault });
  const { address = '127.0.0.1' } = options;
  if (!isLoopback(address))
    process.stderr.write(
      `Listening on ${address}: every machine that reaches it and knows the token can read, steer and start crawls. The connection is not encrypted.\n`,
    );
  process.stdout.write(json ? `${JSON.stringify({ url, origin, port })}\n` : `Dashboard  ${url}\nCtrl-C ends it.\n`);
  if (open && process.stdout.isTTY) openBrowser(url);
  await stopped;
  await close();
  return exitCodes.ok;
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}
