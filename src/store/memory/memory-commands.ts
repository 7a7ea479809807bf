import type { Command, CommandResult, Commands, KeptCommand } from '../../model/commands.js';
import type { CrawlNotes } from '../../model/crawl-store.js';

/** The commands of a crawl that leaves nothing behind. */
export class MemoryCommands implements Commands {
  private readonly all: KeptCommand[] = [];

  constructor(private readonly notes: CrawlNotes) {}

  async add(command: Command): Promise<number> {
    const id = this.all.length + 1;
    this.all.push({ ...command, id });
    return id;
  }

  async waiting(): Promise<readonly KeptCommand[]> {
    return this.all.filter(({ appliedAt }) => appliedAt === undefined);
  }

  async applied(
    id: number,
    at: number,
    result: CommandResult,
    notes: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const command = this.all[id - 1];
    if (command === undefined || command.appliedAt !== undefined) return;
    this.all[id - 1] = { ...command, appliedAt: at, result };
    for (const [key, value] of Object.entries(notes)) await this.notes.set(key, value);
  }

  async find(id: number): Promise<KeptCommand | undefined> {
    return this.all[id - 1];
  }

  async last(limit = Number.POSITIVE_INFINITY): Promise<readonly KeptCommand[]> {
    return this.all.slice(Math.max(0, this.all.length - limit));
  }
}
