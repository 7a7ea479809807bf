import type { PostgresDatabase } from '../postgres-database.js';

/** An answer is asked for again after so long (ms): the owner may have changed. */
const patience = 30_000;
/** The owner looks for messages about once a second. */
const soon = 1_000;

/** For so long (ms) is a turn of a host lent to another worker. */
export const lentFor = 5_000;

/**
 * Turns of hosts of other workers, for a robots.txt that leads to one of them. The owner is asked by a message, and answers from when to when
 * its host is left to who asked.
 */
export class ForeignTurns {
  private readonly askedAt = new Map<string, number>();

  constructor(
    private readonly db: PostgresDatabase,
    private readonly worker: number,
    private readonly ask: (host: string, now: number) => void,
  ) {}

  /** Undefined where there is a turn now, else when to come again; never where the owner says so. */
  async take(host: string, now: number): Promise<number | undefined> {
    const [answer] = await this.db.query<{ opens: number; closes: number }>(sql.answer, [host, this.worker]);
    if (answer === undefined) return this.asked(host, now);
    const { opens, closes } = answer;
    if (now < opens && opens < Number.POSITIVE_INFINITY) return opens;
    await this.db.query(sql.used, [host, this.worker]);
    this.askedAt.delete(host);
    if (opens === Number.POSITIVE_INFINITY) return opens;
    return now < closes ? undefined : this.asked(host, now);
  }

  private asked(host: string, now: number): number {
    if (now - (this.askedAt.get(host) ?? Number.NEGATIVE_INFINITY) > patience) {
      this.askedAt.set(host, now);
      this.ask(host, now);
    }
    return now + soon;
  }
}

const sql = {
  answer: 'SELECT opens, closes FROM turn WHERE host = $1 AND worker = $2',
  used: 'DELETE FROM turn WHERE host = $1 AND worker = $2',
} as const;
