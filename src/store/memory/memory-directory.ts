import type { AgentBeat, AgentEntry, Directory, RegisteredAgent } from '../../model/directory.js';

/** The agents of a crawl that leaves nothing behind. */
export class MemoryDirectory implements Directory {
  private readonly byId = new Map<number, RegisteredAgent>();

  async register(agents: readonly AgentEntry[], now: number): Promise<void> {
    for (const entry of agents) {
      const fresh = { ...firstBeat, registeredAt: now, beatAt: now };
      this.byId.set(entry.id, { ...fresh, ...this.byId.get(entry.id), ...entry });
    }
  }

  async beat(id: number, beat: AgentBeat, now: number): Promise<void> {
    const registered = this.byId.get(id);
    if (registered !== undefined) this.byId.set(id, { ...registered, ...beat, beatAt: now });
  }

  async agents(): Promise<readonly RegisteredAgent[]> {
    return [...this.byId.values()].sort((a, b) => a.id - b.id);
  }
}

/** What is known of an agent that has registered and said nothing yet. */
const firstBeat: AgentBeat = { state: 'waiting', restarts: 0, host: '', table: [] };
