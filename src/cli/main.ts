import { commandLine, reportFailure } from './command-line.js';
import { guardOutput } from './terminal/guard-output.js';

guardOutput(process.stdout);
guardOutput(process.stderr);

// The reader (head, less) has seen enough: not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
// Background work, such as a timer of the store, can find the disk full too.
process.on('uncaughtException', (thrown) => process.exit(reportFailure(thrown)));
// See watch-reading.ts.
if (process.env.OSPREY_WATCHED !== undefined && process.send !== undefined)
  setInterval(() => process.connected && process.send!('alive'), 1_000).unref();
let hasEnded = false;
// A command that waits for what can no longer happen would end without a word, and as if all were well.
process.on('exit', (code) => {
  if (!hasEnded && code === 0)
    process.exitCode = reportFailure(new Error('nothing was left that the command could wait for'));
});
void commandLine(process.argv).then((code) => {
  hasEnded = true;
  process.exitCode = code;
});
