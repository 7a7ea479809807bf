import { type ChildProcess, fork } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Ended } from './osprey.js';

export interface Order {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What the process writes to a stream when the command has written all. */
export const endMark = '\u0000the command has ended\u0000';

const program = fileURLToPath(new URL('./warm-process.js', import.meta.url));
let child: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs commands one after another in one process of the test file: most of the time of a small command goes into loading the
 * program. What a command leaves behind in memory would show in the next. The log of a database that it closed stays, empty,
 * until the statements are collected: to do that after every command would cost a fifth of the time.
 */
export function warmOsprey(order: Order): Promise<Ended> {
  const run = last.then(() => ended(order));
  last = run;
  return run;
}

async function ended(order: Order): Promise<Ended> {
  child ??= start();
  const running = child;
  hold(running, true);
  const code = new Promise<number | null>((resolve) => {
    running.once('message', (message) => resolve(message as number));
    // It has ended with its process; the next one needs another.
    running.once('exit', (exitCode) => {
      child = undefined;
      resolve(exitCode);
    });
  });
  const [stdout, stderr] = [textOf(running.stdout!), textOf(running.stderr!)];
  running.send(order);
  const result = { code: await code, stdout: await stdout, stderr: await stderr };
  running.removeAllListeners();
  hold(running, false);
  return result;
}

function start(): ChildProcess {
  const started = fork(program, { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  for (const stream of [started.stdout!, started.stderr!]) stream.setEncoding('utf8');
  return started;
}

/** Only while a command runs does its process keep the tests from ending. */
function hold(running: ChildProcess, held: boolean): void {
  const method = held ? 'ref' : 'unref';
  for (const part of [running, running.channel, running.stdout, running.stderr])
    (part as ChildProcess | null)?.[method]();
}

/** What is written up to the mark, or to the end of the process. */
function textOf(stream: Readable): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const done = () => {
      stream.removeAllListeners('data').removeAllListeners('end');
      resolve(text);
    };
    stream.on('data', (piece: string) => {
      text += piece;
      if (!text.endsWith(endMark)) return;
      text = text.slice(0, -endMark.length);
      done();
    });
    stream.on('end', done);
  });
}
