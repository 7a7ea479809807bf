import { commandLine, reportFailure } from './command-line.js';
import { guardOutput } from './terminal/guard-output.js';

const unsettled = 13;

guardOutput(process.stdout);
guardOutput(process.stderr);

// The reader (head, less) has seen enough: not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
// Background work, such as a timer of the store, can find the disk full too.
process.on('uncaughtException', (thrown) => process.exit(reportFailure(thrown)));
// Node ends a program that waits for what can no longer happen without a word, and with a code of its own.
process.on('exit', (code) => {
  if (code === unsettled)
    process.exitCode = reportFailure(new Error('nothing was left that the command could wait for'));
});
process.exitCode = await commandLine(process.argv);
