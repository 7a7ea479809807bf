import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../src/failure.js';

/** Starts `debian-server.ts`, which writes a workload of so many pages to the file. Whoever starts it ends it. */
export async function startDebianServer(pages: number, urlsFile: string): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('debian-server.js', import.meta.url));
  const server = fork(program, ['--pages', String(pages), '--urls', urlsFile], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ready = once(createInterface(server.stdout!), 'line');
  const ended = once(server, 'exit').then(() => {
    throw new UsageError('no-server', 'The server of the Debian web ended; its message is above.');
  });
  await Promise.race([ready, ended]);
  return server;
}
