import { InMemoryOrderFrontier } from '../../frontier/in-memory-order-frontier.js';
import type {
  CrawlNotes,
  CrawlStore,
  JudgementChange,
  Learnt,
  RobotsNote,
  SavedKnowledge,
} from '../../model/crawl-store.js';
import type { FrontierRules } from '../../model/frontier.js';
import type { LearntVisit } from '../../model/strategy.js';
import { MemoryCommands } from './memory-commands.js';
import { MemoryDirectory } from './memory-directory.js';
import { MemoryRecords } from './memory-records.js';
import { MemoryTables } from './memory-tables.js';

/** A crawl that leaves nothing behind: for the lab, for tests and for library users who keep the pages themselves. */
export class MemoryStore implements CrawlStore {
  readonly records = new MemoryRecords();
  readonly frontier: InMemoryOrderFrontier;
  readonly notes: CrawlNotes = new MemoryNotes();
  readonly directory = new MemoryDirectory();
  readonly commands = new MemoryCommands(this.notes);
  private readonly tables: MemoryTables;

  constructor(rules: FrontierRules) {
    this.tables = new MemoryTables(this.records);
    this.frontier = new InMemoryOrderFrontier(this.tables, rules);
  }

  async knowledge(agent: number, strategy = ''): Promise<SavedKnowledge> {
    const data = this.records.knowledge.get(agent);
    return { ...(data && { data }), since: this.lessons(agent, strategy) };
  }

  async rejudge(
    _definition: string,
    changes: AsyncIterable<JudgementChange>,
    agents: readonly number[],
    learnt: () => Learnt,
  ): Promise<number> {
    const all: JudgementChange[] = [];
    for await (const change of changes) all.push(change);
    for (const { seq, now, features, ...judgement } of all) {
      this.records.setJudgement(seq, judgement, now);
      if (features !== undefined) this.records.saveFeatures(seq, features);
    }
    const { knowledge, learner } = learnt();
    for (const agent of agents) this.tables.visits.saveKnowledge(agent, knowledge);
    await this.notes.set('learner', learner);
    return ++this.records.judges;
  }

  async archiveEnd(): Promise<{ file: string; end: number } | undefined> {
    const last = this.records.rows.findLast(({ archive }) => archive !== undefined)?.archive;
    return last && { file: last.file, end: last.offset + last.length };
  }

  async forgetArchived(file: string, size: number): Promise<void> {
    this.records.forgetArchived(
      ({ file: name, offset, length }) => name > file || (name === file && offset + length > size),
    );
  }

  noteFault(code: string): Promise<void> {
    return this.notes.set('stop', code);
  }

  async close(): Promise<void> {}

  private async *lessons(of: number, strategy: string): AsyncGenerator<LearntVisit> {
    for (const { seq, agent, terms, links } of this.records.lessons) {
      const { url, depth, level, priorityParent, judgement, outcome } = this.records.rows[seq - 1]!;
      if (agent !== of || judgement === undefined) continue;
      const { relevant, ...judged } = judgement;
      const from = await this.records.inheritedState(priorityParent);
      const reached = { depth, level, ...(from && { from }) };
      const kind = outcome === 'sitemap' ? { isSitemap: true as const } : {};
      const features = await this.records.features(seq, strategy);
      const made = features === undefined ? {} : { features };
      yield { url, terms, links, relevant, judgement: judged, reached, ...kind, ...made };
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
