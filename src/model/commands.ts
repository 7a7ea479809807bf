/** What a crawl can be told while it runs. */
export const commandKinds = ['pause', 'resume', 'stop', 'seed', 'block', 'label', 'set'] as const;

export type CommandKind = (typeof commandKinds)[number];

/** A command as it is given. */
export interface Command {
  readonly kind: CommandKind;
  /** Who gives it: a name for people to read. */
  readonly by: string;
  /** When it was given (ms). */
  readonly at: number;
  /** Plain data, whose shape depends on the kind. */
  readonly arguments: unknown;
}

/** A command as the store keeps it. */
export interface KeptCommand extends Command {
  /** Commands are applied in the order of their ids. */
  readonly id: number;
  /** When a crawl applied or refused it; absent while it waits. */
  readonly appliedAt?: number;
  /** What came of it. */
  readonly result?: CommandResult;
}

/** What came of a command, as data. `error` is set where the crawl refused it. */
export interface CommandResult {
  readonly error?: { readonly code: string; readonly message: string };
  readonly [figure: string]: unknown;
}

/** Who paused a crawl, and when (ms). */
export interface Pause {
  readonly by: string;
  readonly at: number;
}

/** The note of this name is a `Pause` as JSON while the crawl is paused, and otherwise empty or absent. */
export const pausedNote = 'paused';

export function pauseOf(note: string | undefined): Pause | undefined {
  return note ? (JSON.parse(note) as Pause) : undefined;
}

/** The commands of a crawl, kept with it so that they survive whoever gave them and whoever applies them. */
export interface Commands {
  /** Durable when it resolves. Returns the id. */
  add(command: Command): Promise<number>;
  /** Those that wait, in order. Cheap where nothing was added since the last call: a running crawl asks every second. */
  waiting(): Promise<readonly KeptCommand[]>;
  /** Marks a command as applied, once; the notes are written in the same transaction. Durable when it resolves. */
  applied(id: number, at: number, result: CommandResult, notes?: Readonly<Record<string, string>>): Promise<void>;
  find(id: number): Promise<KeptCommand | undefined>;
  /** The last ones in order, all of them without a limit. */
  last(limit?: number): Promise<readonly KeptCommand[]>;
}
