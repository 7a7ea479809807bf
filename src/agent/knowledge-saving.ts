import type { SavedKnowledge } from '../model/crawl-store.js';
import type { Strategy } from '../model/strategy.js';
import type { Visit } from '../model/visit.js';

/** Visits before the first snapshot: until then their lessons are kept and learnt again on resume. */
const fewestVisits = 500;

/**
 * When what a strategy has learnt is saved. A snapshot is due when the lessons since the last one weigh as much as that one
 * did: so all snapshots together cost no more than the lessons, however large the knowledge grows, and a resumed crawl
 * never has more to learn again than it loads.
 */
export class KnowledgeSaving {
  private visits = 0;
  private lessonBytes = 0;
  private snapshotBytes = 0;

  constructor(
    private readonly agent: number,
    private readonly strategy: Pick<Strategy, 'learn' | 'knowledge'>,
  ) {}

  /** What was learnt up to the last snapshot is loaded; the visits since are learnt again. */
  async restore({ data, since }: SavedKnowledge): Promise<void> {
    const { strategy } = this;
    if (strategy.knowledge !== undefined && data !== undefined) {
      strategy.knowledge.restore(data);
      this.snapshotBytes = data.length;
    }
    if (strategy.learn === undefined) return;
    for await (const visit of since) {
      strategy.learn(visit);
      this.count(visit);
    }
  }

  /** A visit that is about to be committed. */
  add({ lesson }: Pick<Visit, 'lesson'>): void {
    if (lesson !== undefined) this.count(lesson);
  }

  ifDue(): Snapshots | undefined {
    const isDue = this.visits >= fewestVisits && this.lessonBytes >= this.snapshotBytes;
    return isDue ? this.now() : undefined;
  }

  /** A crawl that ended in peace has nothing to learn again; few visits are learnt again sooner than written. */
  atEnd(): Snapshots | undefined {
    return this.visits >= fewestVisits ? this.now() : undefined;
  }

  now(): Snapshots | undefined {
    const data = this.strategy.knowledge?.snapshot();
    if (data === undefined) return undefined;
    this.visits = 0;
    this.lessonBytes = 0;
    this.snapshotBytes = data.length;
    return [{ agent: this.agent, data }];
  }

  private count({ terms, links }: NonNullable<Visit['lesson']>): void {
    this.visits++;
    this.lessonBytes += 8 * terms.ids.length;
    for (const { url, anchorTerms, urlTerms, contextTerms } of links)
      this.lessonBytes += url.length + 4 * (anchorTerms.length + urlTerms.length + contextTerms.length);
  }
}

type Snapshots = readonly { readonly agent: number; readonly data: Uint8Array }[];
