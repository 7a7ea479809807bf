import type { Command } from 'commander';

/** How a command that crawls reports. */
export interface RunOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** A webhook that is sent the relevant pages of the run. */
  readonly notify?: string;
}

/** The flags of every command that crawls. */
export function addRunFlags(command: Command): Command {
  return command
    .option('--json', 'Print events as JSON lines on standard output.')
    .option('--quiet', 'Print nothing but errors.')
    .option('--notify <url>', 'Webhook to send the new relevant pages to when the run ends.');
}
