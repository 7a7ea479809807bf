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
process.exitCode = await commandLine(process.argv);
