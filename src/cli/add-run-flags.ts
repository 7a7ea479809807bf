import type { Command } from 'commander';

/** How a command that crawls reports. */
export interface RunOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** The flags of every command that crawls. */
export function addRunFlags(command: Command): Command {
  return command
    .option('--json', 'Print events as JSON lines on standard output.')
    .option('--quiet', 'Print nothing but errors.');
}
