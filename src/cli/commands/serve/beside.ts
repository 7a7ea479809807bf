import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { exitCodes } from '../../exit-codes.js';

const program = fileURLToPath(new URL('../../osprey.cjs', import.meta.url));

/**
 * Does some work while a dashboard shows crawls, or folders of crawls, in a process of its own, so that it takes nothing from the work. It
 * tells its address on standard error, and stays open after the work until Ctrl-C. Returns the exit code of the work.
 */
export async function withDashboard(folders: readonly string[], work: () => Promise<number>): Promise<number> {
  const child = spawn(process.execPath, [program, 'serve', ...folders, '--port', '0'], {
    // Output of the crawl itself stays its own.
    stdio: ['ignore', process.stderr.fd, process.stderr.fd],
  });
  const ended = once(child, 'exit');
  let code: number | undefined;
  try {
    code = await work();
  } finally {
    if (code !== exitCodes.ok) child.kill('SIGTERM');
  }
  if (code === exitCodes.ok && child.exitCode === null)
    process.stderr.write('The dashboard stays open; Ctrl-C ends it.\n');
  const stop = () => void child.kill('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  await ended;
  return code;
}
