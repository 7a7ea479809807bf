import { commandLine, tellFailure } from './command-line.js';
import { guardOutput } from './terminal/guard-output.js';

guardOutput(process.stdout);
guardOutput(process.stderr);

// The reader (head, less) has seen enough: no fault of anybody's.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
// Work that nobody waits for, such as a timer of the store, can find the disk full too.
process.on('uncaughtException', (thrown) => process.exit(tellFailure(thrown)));
process.exitCode = await commandLine(process.argv);
