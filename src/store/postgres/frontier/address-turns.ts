import type { FrontierRules } from '../../../model/frontier.js';
import type { PostgresDatabase } from '../postgres-database.js';

type AddressRules = Pick<FrontierRules, 'delayPerAddress' | 'requestsPerAddress'>;

/**
 * Turns of addresses at which hosts of several workers live. A worker that is alone at an address goes by its own memory. Whoever comes to
 * an address where others are leaves it alone until all of them must have heard of it; from then on all take their turns in the database.
 */
export class AddressTurns {
  /** Addresses of own hosts, and whether others have hosts there. */
  private readonly isShared = new Map<string, boolean>();
  /** Claims that hold a turn. */
  private readonly held = new Map<number, string>();

  constructor(
    private readonly db: PostgresDatabase,
    private readonly worker: number,
    /** After so long (ms), every worker has looked who is at its addresses. */
    private readonly heardAfter: number,
  ) {}

  /** Looks who else is at the addresses of own hosts. */
  async look(): Promise<void> {
    if (this.isShared.size === 0) return;
    const rows = await this.db.query<{ name: string }>(sql.shared, [[...this.isShared.keys()], this.worker]);
    const shared = new Set(rows.map(({ name }) => name));
    for (const name of this.isShared.keys()) this.isShared.set(name, shared.has(name));
  }

  /** Takes a turn; undefined where it has one now, else when to ask again. `token` names the claim that holds it until `leave`. */
  async take(name: string, now: number, rules: AddressRules, token?: number): Promise<number | undefined> {
    if (rules.delayPerAddress === 0 && rules.requestsPerAddress === Number.POSITIVE_INFINITY) return undefined;
    if (!this.isShared.has(name)) {
      const others = await this.come(name);
      if (others) return now + this.heardAfter;
    }
    if (!this.isShared.get(name)) return undefined;
    const until = await this.turn(name, now, rules, token !== undefined);
    if (until === undefined && token !== undefined) this.held.set(token, name);
    return until;
  }

  /** The request of the claim has ended. */
  async leave(token: number): Promise<void> {
    const name = this.held.get(token);
    if (name === undefined) return;
    this.held.delete(token);
    await this.db.query(sql.leave, [name, this.worker]);
  }

  /** Whether others are there already. */
  private async come(name: string): Promise<boolean> {
    await this.db.query(sql.come, [name, this.worker]);
    const rows = await this.db.query(sql.shared, [[name], this.worker]);
    this.isShared.set(name, rows.length > 0);
    return rows.length > 0;
  }

  private turn(name: string, now: number, rules: AddressRules, stays: boolean): Promise<number | undefined> {
    const { delayPerAddress: delay, requestsPerAddress } = rules;
    return this.db.transaction(async (tx) => {
      await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('address ' || current_schema || ' ' || $1, 0))", [
        name,
      ]);
      const [at] = await tx.query<{ next: number; inFlight: number }>(sql.state, [name]);
      if (at!.next > now) return at!.next;
      if (at!.inFlight >= requestsPerAddress) return now + Math.max(delay, soon);
      await tx.query(sql.take, [name, this.worker, now + delay, stays ? 1 : 0]);
      return undefined;
    });
  }
}

/** Nobody tells when a request of another worker ends (ms). */
const soon = 250;

const sql = {
  come: 'INSERT INTO address (name, worker) VALUES ($1, $2) ON CONFLICT DO NOTHING',
  shared: `SELECT DISTINCT a.name FROM address a JOIN worker w ON w.id = a.worker
    WHERE a.name = ANY($1) AND a.worker <> $2 AND NOT w.ended`,
  state: `SELECT coalesce(max(a.next_at), 0) AS next, coalesce(sum(a.in_flight) FILTER (WHERE NOT w.ended), 0)::integer AS "inFlight"
    FROM address a JOIN worker w ON w.id = a.worker WHERE a.name = $1`,
  take: 'UPDATE address SET next_at = $3, in_flight = in_flight + $4 WHERE name = $1 AND worker = $2',
  leave: 'UPDATE address SET in_flight = greatest(0, in_flight - 1) WHERE name = $1 AND worker = $2',
} as const;
