import type { FrontierRules } from '../frontier/frontier.js';
import type { LearntVisit } from '../strategy/strategy.js';
import type { CrawlNotes, CrawlStore, JudgementChange, RobotsNote, SavedKnowledge } from './crawl-store.js';
import { MemoryFrontier } from './memory-frontier.js';
import { MemoryRecords } from './memory-records.js';

/** A crawl that leaves nothing behind: for the lab, for tests and for library users who keep the pages themselves. */
export class MemoryStore implements CrawlStore {
  readonly records = new MemoryRecords();
  readonly frontier: MemoryFrontier;
  readonly notes: CrawlNotes = new MemoryNotes();

  constructor(rules: FrontierRules) {
    this.frontier = new MemoryFrontier(rules, this.records);
  }

  async knowledge(agent: number): Promise<SavedKnowledge> {
    const saved = this.records.knowledge.get(agent);
    const since = this.lessons(agent, saved?.seq ?? 0);
    return saved === undefined ? { since } : { data: saved.data, since };
  }

  async rejudge(_definition: string, changes: AsyncIterable<JudgementChange>): Promise<number> {
    const all: JudgementChange[] = [];
    for await (const change of changes) all.push(change);
    for (const { seq, ...judgement } of all) this.records.setJudgement(seq, judgement);
    return ++this.records.judges;
  }

  async close(): Promise<void> {}

  private async *lessons(agent: number, after: number): AsyncGenerator<LearntVisit> {
    for (const row of this.records.rows) {
      if (row.seq <= after || row.agent !== agent || row.terms === undefined || row.judgement === undefined) continue;
      const { relevant, ...judgement } = row.judgement;
      yield { url: row.url, depth: row.depth, terms: row.terms, relevant, judgement };
    }
  }
}

class MemoryNotes implements CrawlNotes {
  private readonly notes = new Map<string, string>();
  private readonly robotsByOrigin = new Map<string, RobotsNote>();

  async get(key: string): Promise<string | undefined> {
    return this.notes.get(key);
  }

  async set(key: string, value: string): Promise<void> {
    this.notes.set(key, value);
  }

  async robots(origin: string): Promise<RobotsNote | undefined> {
    return this.robotsByOrigin.get(origin);
  }

  async setRobots(note: RobotsNote): Promise<void> {
    this.robotsByOrigin.set(note.origin, note);
  }
}
