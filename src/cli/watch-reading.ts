import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Failure, messageOf } from '../failure.js';

/** A command that gives no sign of life for so many seconds is ended; more is for crawls of many millions of pages. */
const patience = Number(process.env.OSPREY_READING_SECONDS ?? 120);
const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a command that reads a crawl in a process of its own, which says once a second that it is alive. A database that somebody has
 * made for it can keep SQLite busy for years in a single call, which nothing within the same process could end.
 */
const child = fork(fileURLToPath(new URL('./osprey.cjs', import.meta.url)), process.argv.slice(2), {
  env: { ...process.env, OSPREY_WATCHED: '1' },
});
let isOverdue = false;
// Seconds are counted, not time: both processes may be stopped for an hour and go on.
let silent = 0;
child.on('message', () => {
  silent = 0;
});
const watch = setInterval(() => {
  if (++silent < patience) return;
  isOverdue = true;
  child.kill('SIGKILL');
}, 1_000);
// A terminal sends them to both: the child decides what becomes of it.
for (const signal of passedOn) process.on(signal, () => child.kill(signal));
child.on('error', (thrown) => void gaveUp(thrown));
child.on('exit', (code, signal) => void ended(code, signal));

async function gaveUp(thrown: unknown): Promise<void> {
  clearInterval(watch);
  try {
    const { reportFailure } = await import('./command-line.js');
    process.exitCode = reportFailure(thrown);
  } catch {
    // Not even that can be loaded.
    process.stderr.write(`osprey: ${messageOf(thrown)}\n`);
    process.exitCode = 4;
  }
}

async function ended(code: number | null, signal: NodeJS.Signals | null): Promise<void> {
  clearInterval(watch);
  if (isOverdue) await gaveUp(tooLong());
  else if (signal !== null) {
    for (const name of passedOn) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  } else process.exitCode = code ?? 0;
}

function tooLong(): Failure {
  const message = `Reading the crawl gave no result for ${patience} seconds: its database is damaged, or was made to keep Osprey busy. Set OSPREY_READING_SECONDS to wait longer.`;
  return new Failure('reading-timeout', message, 'fatal', { seconds: patience });
}
