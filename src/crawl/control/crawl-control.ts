import { userInfo } from 'node:os';
import type { RawOptions } from '../../config/layer.js';
import type { Settings } from '../../config/options.js';
import { UsageError } from '../../failure.js';
import type { PageLabel } from '../../labels/label-pages.js';
import type { CommandKind, CommandResult, KeptCommand } from '../../model/commands.js';
import { blockArguments, seedArguments } from './command-arguments.js';
import { type SteerableOptions, writtenChanges } from './steerable-settings.js';

/** What became of a command that was given. */
export interface CommandReceipt {
  readonly id: number;
  readonly kind: CommandKind;
  /** Whether a running crawl has applied it. If not, it is kept, and the crawl applies it as soon as it can. */
  readonly applied: boolean;
  /** What came of it; empty where it was not applied yet. */
  readonly result: CommandResult;
}

/** The way of commands to a crawl, in this process or in another. */
export interface CommandChannel {
  /** Throws where the command cannot be given or the crawl refuses it. */
  give(kind: CommandKind, given: unknown): Promise<CommandReceipt>;
  /** Of the crawl as they are now. */
  settings(): Promise<Settings>;
  /** Keeps the labels where the crawl looks for them. */
  keepLabels(labels: readonly PageLabel[]): Promise<void>;
  last(limit?: number): Promise<readonly KeptCommand[]>;
}

/**
 * Steers a crawl. Every command is kept with the crawl before it is applied, with the name of who gave it, so that a crawl that is
 * killed resumes with what it was told. Wrong input throws a `UsageError` and is not kept.
 */
export class CrawlControl {
  constructor(private readonly channel: CommandChannel) {}

  /** No new requests; what is in flight is finished and committed. The time budget stands still. */
  pause(): Promise<CommandReceipt> {
    return this.channel.give('pause', null);
  }

  /** Continues a crawl that is paused. */
  resume(): Promise<CommandReceipt> {
    return this.channel.give('resume', null);
  }

  /** Ends the crawl once what is in flight is committed, with the reason `stopped`. It can be resumed. */
  stop(): Promise<CommandReceipt> {
    return this.channel.give('stop', null);
  }

  /** Adds pages to start from. Those outside the scope are noted as rejected, and not visited. */
  async addSeeds(urls: string | readonly string[]): Promise<CommandReceipt> {
    return this.channel.give('seed', seedArguments([urls].flat()));
  }

  /** Visits no more pages of these hosts and those below them, nor URLs that match these patterns (as in `exclude`). */
  async block(hostsOrPatterns: string | readonly string[]): Promise<CommandReceipt> {
    return this.channel.give('block', blockArguments([hostsOrPatterns].flat()));
  }

  /** Says which pages are relevant: the strategy learns from it, within 25 pages. The crawl needs a folder. */
  async label(labels: readonly PageLabel[]): Promise<CommandReceipt> {
    await this.channel.keepLabels(labels);
    return this.channel.give('label', labels);
  }

  /** Changes budgets, scope and pace. A list takes the place of the one before. */
  update(changes: SteerableOptions): Promise<CommandReceipt> {
    return this.change(changes, 'options');
  }

  /** The same of what was written on a command line, or in a program without types. */
  async change(changes: RawOptions, source: 'flags' | 'options'): Promise<CommandReceipt> {
    return this.channel.give('set', writtenChanges(await this.channel.settings(), changes, source));
  }

  /** The commands so far, in order: the last ones up to a limit. */
  commands(limit?: number): Promise<readonly KeptCommand[]> {
    return this.channel.last(limit);
  }
}

/** Throws what the crawl said against a command. */
export function receiptOf({ id, kind, appliedAt, result = {} }: KeptCommand): CommandReceipt {
  const { error } = result;
  if (error !== undefined) throw new UsageError(error.code, error.message, { id, kind });
  return { id, kind, applied: appliedAt !== undefined, result };
}

/** The name of whoever gives a command without one. */
export function defaultName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user id without a name, as in containers.
    return 'somebody';
  }
}
