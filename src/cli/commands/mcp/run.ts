import path from 'node:path';
import { list } from '../../../config/collection-kinds.js';
import { hostName } from '../../../config/network-kinds.js';
import { duration, integer } from '../../../config/scalar-kinds.js';
import { messageOf } from '../../../failure.js';
import { withoutControls } from '../../../page/one-line.js';
import { exitCodes } from '../../exit-codes.js';
import { flagValue } from '../../flag-value.js';

export interface McpFlags {
  readonly dir: string;
  readonly readOnly?: boolean;
  readonly maxPages: string;
  readonly maxTime: string;
  readonly maxCrawls: string;
  readonly domains?: string;
  readonly contact?: string;
  readonly allowPrivate?: boolean;
  readonly resolve?: readonly string[];
  readonly delay?: string;
}

/** `osprey mcp`: serves until the assistant closes the connection. */
export async function mcpCommand(flags: McpFlags): Promise<number> {
  const { contact, allowPrivate, resolve, delay } = flags;
  const limits = {
    root: path.resolve(flags.dir),
    readOnly: flags.readOnly ?? false,
    maxPages: flagValue(integer({ min: 1 }), flags.maxPages, '--max-pages'),
    maxTime: flagValue(duration({ min: 1 }), flags.maxTime, '--max-time'),
    maxCrawls: flagValue(integer({ min: 1 }), flags.maxCrawls, '--max-crawls'),
    domains:
      flags.domains === undefined ? [] : flagValue(list(hostName(), { separator: ',' }), flags.domains, '--domains'),
    fixed: {
      ...(contact !== undefined && { contact }),
      ...(allowPrivate && { allowPrivate }),
      ...(resolve !== undefined && { resolve }),
      ...(delay !== undefined && { delay }),
    },
  };
  const { serveMcp } = await import('../../../mcp/serve-mcp.js');
  // Standard output belongs to the protocol.
  await serveMcp(limits, (error) => process.stderr.write(withoutControls(`osprey: ${messageOf(error)}\n`)));
  return exitCodes.ok;
}
