import type { Command } from 'commander';
import { Failure, messageOf, UsageError } from '../failure.js';
import { withoutControls } from '../page/one-line.js';
import { storeFailure } from '../store/sqlite/store-failure.js';
import { CutShort } from './commands/crawl/cut-short.js';
import { exitCodes } from './exit-codes.js';
import { program } from './program.js';

/** Runs one command and returns its exit code. */
export async function commandLine(argv: readonly string[]): Promise<number> {
  let code: number = exitCodes.ok;
  const osprey = program((result) => {
    code = result;
  });
  returnOnExit(osprey);
  try {
    await osprey.parseAsync(argv as string[]);
    return code;
  } catch (thrown) {
    return reportFailure(thrown);
  }
}

/** Commander would end the process. */
function returnOnExit(command: Command): void {
  command.exitOverride();
  command.commands.forEach(returnOnExit);
}

/** Errors of a machine without space or memory. The crawl is intact and can be resumed. */
const outOfRoom = /^(ENOSPC|EDQUOT|EFBIG|EIO|EROFS|ENOMEM)$/;
const outOfFiles = /^(EMFILE|ENFILE)$/;
/** Node does not tell a module that is not there from one whose files it may not open. */
const unloaded = /MODULE_NOT_FOUND$/;
const databaseOutOfRoom = /disk is full|disk I\/O error|readonly database/;

const savedSoFar = 'The crawl so far is saved.';
const goOn = 'resume the crawl';

const isForScripts = () => process.argv.includes('--json');

/** Reports an error and returns its exit code. */
export function reportFailure(failure: unknown): number {
  const isCrawling = failure instanceof CutShort;
  const thrown = storeFailure(isCrawling ? failure.cause : failure, 'crawl.db');
  const { code, exitCode } = thrown as { code?: string; exitCode?: number };
  if (typeof code === 'string' && code.startsWith('commander.')) {
    if (exitCode === 0) return exitCodes.ok;
    // Commander has printed the message already.
    reportAsJson(kebabCase(code.slice('commander.'.length)), messageOf(thrown).replace(/^error: /, ''));
    return exitCodes.usage;
  }
  if (thrown instanceof UsageError) {
    complain(thrown.code, thrown.message);
    return exitCodes.usage;
  }
  if (thrown instanceof Failure) {
    const next = isCrawling ? ` ${savedSoFar} Fix this and ${goOn}.` : '';
    complain(thrown.code, `${thrown.message} (${thrown.code})${next}`);
    return exitCodes.fatal;
  }
  if (outOfRoom.test(code ?? '') || (code === 'ERR_SQLITE_ERROR' && databaseOutOfRoom.test(messageOf(thrown)))) {
    const next = isCrawling ? `${savedSoFar} Free some space and ${goOn}.` : 'Free some space and try again.';
    complain('disk-full', `Cannot write to the disk (${messageOf(thrown)}). ${next}`);
    return exitCodes.fatal;
  }
  if (outOfFiles.test(code ?? '')) {
    const next = isCrawling ? `${savedSoFar} Raise the limit (ulimit -n) and ${goOn}.` : 'Raise the limit (ulimit -n).';
    complain('local-resources', `Too many open files (${messageOf(thrown)}). ${next}`);
    return exitCodes.fatal;
  }
  if (unloaded.test(code ?? '')) {
    const next = isCrawling ? `${savedSoFar} Raise the limit (ulimit -n) and ${goOn}.` : 'Raise the limit (ulimit -n).';
    const cause = messageOf(thrown).split('\n', 1)[0];
    complain(
      'local-resources',
      `A part of Osprey could not be loaded (${cause}): too many files are open, or it is not installed as a whole. ${next}`,
    );
    return exitCodes.fatal;
  }
  const trace = thrown instanceof Error ? thrown.stack : messageOf(thrown);
  complain('fault', `unexpected error, please report it: ${trace}`);
  return exitCodes.bug;
}

/** Messages may quote pages, servers and folders of others. */
function complain(code: string, message: string): void {
  process.stderr.write(withoutControls(`osprey: ${message}\n`));
  reportAsJson(code, message);
}

/** With --json, a command that fails says so in the last line of standard output. */
function reportAsJson(code: string, message: string): void {
  if (isForScripts()) process.stdout.write(`${JSON.stringify({ event: 'error', code, message })}\n`);
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
