import type { Command } from 'commander';
import { Failure, messageOf, UsageError } from '../failure.js';
import { exitCodes } from './exit-codes.js';
import { program } from './program/program.js';

/** Runs the command line and returns its exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  let code: number = exitCodes.ok;
  const osprey = program((result) => {
    code = result;
  });
  returnOnExit(osprey);
  try {
    await osprey.parseAsync(argv as string[]);
    return code;
  } catch (thrown) {
    return failed(thrown);
  }
}

/** Commander would end the process. */
function returnOnExit(command: Command): void {
  command.exitOverride();
  command.commands.forEach(returnOnExit);
}

/** What the machine says when it can take no more; the crawl is fine, and goes on once there is room again. */
const outOfRoom = /^(ENOSPC|EDQUOT|EFBIG|EIO|EROFS|EMFILE|ENFILE|ENOMEM)$/;
const databaseOutOfRoom = /disk is full|disk I\/O error|readonly database/;

/** Whether what is under way keeps its work in a folder. */
const isCrawling = process.argv[2] === 'crawl' || process.argv[2] === 'resume';

function failed(thrown: unknown): number {
  const { code, exitCode } = thrown as { code?: string; exitCode?: number };
  if (typeof code === 'string' && code.startsWith('commander.')) return exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (thrown instanceof UsageError) {
    process.stderr.write(`osprey: ${thrown.message}\n`);
    return exitCodes.usage;
  }
  if (thrown instanceof Failure) {
    const next = isCrawling ? ' The crawl is saved; mend this and resume it.' : '';
    process.stderr.write(`osprey: ${thrown.message} (${thrown.code})${next}\n`);
    return exitCodes.fatal;
  }
  if (outOfRoom.test(code ?? '') || (code === 'ERR_SQLITE_ERROR' && databaseOutOfRoom.test(messageOf(thrown)))) {
    const next = isCrawling ? 'The crawl is saved; make room and resume it.' : 'Make room and try again.';
    process.stderr.write(`osprey: The disk took no more (${messageOf(thrown)}). ${next}\n`);
    return exitCodes.fatal;
  }
  process.stderr.write(
    `osprey: an unexpected fault, please report it: ${thrown instanceof Error ? thrown.stack : messageOf(thrown)}\n`,
  );
  return exitCodes.bug;
}

// The reader (head, less) has seen enough: no fault of anybody's.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
// Work that nobody waits for, such as a timer of the store, can find the disk full too.
process.on('uncaughtException', (thrown) => process.exit(failed(thrown)));
process.exitCode = await main(process.argv);
