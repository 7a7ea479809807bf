import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../../failure.js';
import { labelPages, type PageLabel } from '../../labels/label-pages.js';
import type { CommandKind, KeptCommand } from '../../model/commands.js';
import { redacted } from '../../redact.js';
import { type CommandBox, openCommands } from '../../store/open-commands.js';
import { readingCrawl } from '../../store/open-reader.js';
import { type CommandChannel, type CommandReceipt, CrawlControl, defaultName, receiptOf } from './crawl-control.js';

export interface ControlOptions {
  /** Who gives the commands; the user of the operating system where absent. */
  readonly by?: string;
  /** So long a command waits for the running crawl to apply it (ms), 5 seconds where absent. It is kept in any case. */
  readonly wait?: number;
}

/** Steers a crawl that another process runs, or that will be resumed. To be closed by whoever opened it. */
export class OpenControl extends CrawlControl {
  constructor(
    channel: CommandChannel,
    private readonly box: CommandBox,
  ) {
    super(channel);
  }

  /** Whether some process runs the crawl. */
  isRunning(): Promise<boolean> {
    return this.box.isRunning();
  }

  close(): void {
    this.box.close();
  }
}

const usualWait = 5_000;
const looksEvery = 50;

/** Steers the crawl at `location`, its folder or its address in a database, from outside. Throws `UsageError` where there is no crawl. */
export async function openControl(
  location: string,
  { by = defaultName(), wait = usualWait }: ControlOptions = {},
): Promise<OpenControl> {
  const settings = () => readingCrawl(location, (reader) => ({ ...reader.settings, out: path.resolve(reader.folder) }));
  await settings();
  const commands = await openCommands(location);
  const give = async (kind: CommandKind, given: unknown): Promise<CommandReceipt> => {
    const isRunning = await commands.isRunning();
    if (!isRunning) refuseIdle(kind, redacted(location));
    const id = await commands.add({ kind, by, at: Date.now(), arguments: given });
    return receiptOf(isRunning ? await appliedOf(commands, id, wait) : (await commands.find(id))!);
  };
  const channel = {
    give,
    settings,
    last: (limit?: number) => commands.last(limit),
    async keepLabels(labels: readonly PageLabel[]) {
      await readingCrawl(location, (reader) => labelPages(reader.keepJudgements, reader.records, labels));
    },
  };
  return new OpenControl(channel, commands);
}

/** The command as soon as the crawl has applied it, or as it is when the time is up or the crawl has ended. */
async function appliedOf(commands: CommandBox, id: number, wait: number): Promise<KeptCommand> {
  for (const until = Date.now() + wait; ; await sleep(looksEvery)) {
    const command = (await commands.find(id))!;
    if (command.appliedAt !== undefined || Date.now() >= until || !(await commands.isRunning())) return command;
  }
}

/** What only means something to a crawl that runs is not kept for later. */
function refuseIdle(kind: CommandKind, location: string): void {
  const remedies: Partial<Record<CommandKind, string>> = {
    pause: 'there is nothing to pause',
    stop: 'there is nothing to stop',
    resume: `continue it with "osprey resume ${location}"`,
  };
  const remedy = remedies[kind];
  if (remedy === undefined) return;
  throw new UsageError('not-running', `No process is crawling in ${location}: ${remedy}.`, { location });
}
