import { commandLine, reportFailure } from '../../src/cli/command-line.js';
import { endMark, type Order } from './warm-osprey.js';

/**
 * The process of `warmOsprey`: one command after another. A command has ended when the event loop is empty, where a process
 * of its own would end too; only the channel to the tests is not counted.
 */

/** Node's own for a program that waits for what never comes. */
const unsettled = 13;
const program = process.argv.slice(0, 2);
// A pipeline leaves its listeners on the stream that it wrote to.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);
let code: number | undefined;

process.on('message', async ({ args, cwd, env }: Order) => {
  process.channel!.unref();
  process.chdir(cwd);
  process.env = { ...env };
  process.argv = [...program, ...args];
  code = unsettled;
  code = await commandLine(process.argv);
});

process.on('beforeExit', () => {
  process.channel!.ref();
  for (const stream of [process.stdout, process.stderr]) stream.write(endMark);
  process.send!(code);
});

process.on('uncaughtException', (thrown) => process.exit(reportFailure(thrown)));
process.on('disconnect', () => process.exit());
