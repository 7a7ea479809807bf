import type { PostgresDatabase } from './postgres-database.js';

/** Not at once: a host may have been asked a moment ago. */
const soon = 1_000;

/** Queues again what failed for these reasons, which may have passed, and opens hosts again that could not be reached. */
export async function queueAgain(db: PostgresDatabase, reasons: readonly string[], now: number): Promise<void> {
  const failed = `
    SELECT v.url FROM visit v JOIN url u ON u.id = v.url WHERE u.state = 1 AND v.outcome IN ('failed', 'page') AND v.superseded = 0
    AND v.reason = ANY($1) AND v.seq = (SELECT max(seq) FROM visit WHERE url = v.url)`;
  await db.transaction(async (tx) => {
    await tx.query(
      `UPDATE host SET next_at = least(next_at, $1), delay = NULL, failures = 0
       WHERE name IN (SELECT split_part(origin, '//', 2) FROM robots WHERE status = 0)`,
      [now + soon],
    );
    await tx.query('DELETE FROM robots WHERE status = 0');
    await tx.query(
      `INSERT INTO frontier (bucket, url, queue, level, host, priority, priority_parent, kind)
       SELECT u.bucket, v.url, coalesce(a.queue, v.agent), v.level, u.host, v.priority, v.priority_parent, v.kind
       FROM visit v JOIN url u ON u.id = v.url LEFT JOIN agent a ON a.id = v.agent
       WHERE v.url IN (${failed}) AND v.superseded = 0 ON CONFLICT DO NOTHING`,
      [reasons],
    );
    await tx.query(`UPDATE url SET state = 0 WHERE id IN (${failed})`, [reasons]);
    // That they failed, or were empty, is no longer what is known of them.
    await tx.query(
      `UPDATE visit v SET superseded = 1 FROM url u WHERE u.id = v.url AND u.state = 0 AND v.superseded = 0
       AND (v.outcome = 'failed' OR v.outcome = 'page' AND v.reason = ANY($1))`,
      [reasons],
    );
  });
}
