import type { CrawlRecords, SavedKnowledge } from '../../model/crawl-store.js';
import type { LearntVisit } from '../../model/strategy.js';
import { type LessonRow, learntVisit } from '../rows/lesson-row.js';
import type { Statement } from './frontier/changes.js';
import type { PostgresDatabase, Value } from './postgres-database.js';

/** Larger than the number of every transaction. */
const never = '18446744073709551615';

/**
 * What agents have learnt, over all workers. Lessons are a log that every worker follows, and snapshots are made of it now and then. A lesson
 * is found by the number of its transaction: all of those below the oldest that is under way are there to be read.
 */
export class PostgresKnowledge {
  /** By agent: lessons of others before this transaction are learnt. */
  private readonly learntUntil = new Map<number, string>();

  constructor(
    private readonly db: PostgresDatabase,
    private readonly worker: number,
    private readonly records: Pick<CrawlRecords, 'inheritedState'>,
  ) {}

  /** The last snapshot, and what was learnt since, by whatever worker. */
  async of(agent: number, strategy: string): Promise<SavedKnowledge> {
    const { until, kept } = await this.db.oneView(async (view) => {
      const [now] = await view.query<{ until: string }>(oldest);
      const [row] = await view.query<KeptRow>(
        'SELECT visit, worker, tx::text AS tx, data FROM knowledge WHERE agent = $1',
        [agent],
      );
      return { until: now!.until, kept: row };
    });
    this.learntUntil.set(agent, until);
    const { worker = -1, visit = -1, tx = '0', data } = kept ?? {};
    // Its own are all there, however old a transaction is that somebody has under way on the server.
    const since = `(l.tx < $3::text::xid8 OR l.worker = $7) AND NOT (l.worker = $4 AND l.visit <= $5) AND NOT (l.worker <> $4 AND l.tx < $6::text::xid8)`;
    return {
      ...(data && { data }),
      since: this.lessons(since, [strategy, agent, until, worker, visit, tx, this.worker]),
    };
  }

  /** What other workers have learnt since it was last asked for. */
  async *news(agent: number, strategy: string): AsyncGenerator<LearntVisit> {
    const [now] = await this.db.query<{ until: string }>(oldest);
    const from = this.learntUntil.get(agent) ?? now!.until;
    this.learntUntil.set(agent, now!.until);
    if (from === now!.until) return;
    const between = 'l.tx >= $3::text::xid8 AND l.tx < $4::text::xid8 AND l.worker <> $5';
    yield* this.lessons(between, [strategy, agent, from, now!.until, this.worker]);
  }

  /** Up to where this worker has followed the log; undefined before it has begun. */
  get followedUntil(): string | undefined {
    const all = [...this.learntUntil.values()].map(BigInt);
    return all.length === 0 ? undefined : String(all.reduce((least, until) => (until < least ? until : least)));
  }

  /** Keeps what an agent has learnt from its own visits up to `last` and from those of others; lessons that all have learnt go. */
  saved(agent: number, data: Uint8Array | undefined, last: number): Statement[] {
    if (data === undefined)
      return [
        ['DELETE FROM knowledge WHERE agent = $1', [agent]],
        ['DELETE FROM lesson WHERE agent = $1', [agent]],
      ];
    const until = this.learntUntil.get(agent) ?? '0';
    return [
      [save, [agent, last, this.worker, until, Buffer.from(data).toString('base64')]],
      [drop, [agent, this.worker, last, until]],
    ];
  }

  private async *lessons(condition: string, values: readonly Value[]): AsyncGenerator<LearntVisit> {
    for await (const rows of this.db.pages<LessonRow>(`${lessonRows} AND ${condition} ORDER BY l.visit`, values, 200))
      for (const row of rows) yield learntVisit(row, await this.records.inheritedState(row.priorityParent));
  }
}

const oldest = 'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS until';
const lessonRows = `
  SELECT u.url, v.depth, v.level, v.priority_parent AS "priorityParent", v.outcome, l.terms, l.links, j.relevance, j.raw,
    j.relevant, j.parts, j.inherited_state AS "inheritedState", f.data AS features
  FROM lesson l JOIN visit v ON v.seq = l.visit JOIN url u ON u.id = v.url
  JOIN judgement j ON j.visit = v.seq AND j.judge = (SELECT value::integer FROM note WHERE key = 'judge')
  LEFT JOIN features f ON f.visit = l.visit AND f.strategy = $1
  WHERE l.agent = $2`;
const save = `
  INSERT INTO knowledge (agent, visit, worker, tx, data) VALUES ($1, $2, $3, $4::text::xid8, decode($5, 'base64'))
  ON CONFLICT (agent) DO UPDATE SET visit = excluded.visit, worker = excluded.worker, tx = excluded.tx, data = excluded.data`;
const drop = `
  DELETE FROM lesson WHERE agent = $1 AND ((worker = $2 AND visit <= $3) OR (worker <> $2 AND tx < $4::text::xid8))
  AND tx < (SELECT coalesce(min(coalesce(lessons_until, '0'::xid8)), '${never}'::xid8) FROM worker WHERE NOT ended AND id <> $2)`;

interface KeptRow {
  readonly visit: number;
  readonly worker: number;
  readonly tx: string;
  readonly data: Uint8Array;
}
