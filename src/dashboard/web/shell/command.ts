import type { CommandReceipt, CommandRequest } from '../../api/live.js';
import { request } from '../client/request.js';
import { say } from './toasts.js';

/** Gives a crawl a command and says what came of it. `undo` is a command that takes it back. Undefined where it was refused. */
export async function command(
  crawl: string,
  given: CommandRequest,
  undo?: CommandRequest,
): Promise<CommandReceipt | undefined> {
  try {
    const receipt = await request('POST /api/crawls/:crawl/commands', { crawl, body: given });
    say('done', receipt.words, undo && (() => void command(crawl, undo)));
    return receipt;
  } catch (thrown) {
    say('failed', (thrown as Error).message);
    return undefined;
  }
}
