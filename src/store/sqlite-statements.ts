import type { Database } from './sqlite-database.js';

/** The queue's statements, prepared once. */
export function frontierStatements(db: Database) {
  const prepare = (sql: string) => db.prepare(sql);
  return {
    allGates: prepare('SELECT id, host, next_at, delay, failures, fetched FROM gate ORDER BY id'),
    allLanes: prepare('SELECT agent, level, gate, count(*) AS n FROM frontier GROUP BY agent, level, gate'),
    countUrls: prepare('SELECT count(*) AS n FROM url'),
    addGate: prepare('INSERT INTO gate (host) VALUES (?)'),
    holdGate: prepare('UPDATE gate SET next_at = ? WHERE id = ?'),
    saveGate: prepare('UPDATE gate SET next_at = ?, delay = ?, failures = ?, fetched = ? WHERE id = ?'),

    lookUp: prepare(
      'SELECT u.id, u.state, u.depth, f.agent, f.level, f.priority FROM url u LEFT JOIN frontier f ON f.url = u.id WHERE u.gate = ? AND u.hash = ?',
    ),
    addUrl: prepare('INSERT INTO url (gate, hash, url, state, reason, depth, parent) VALUES (?, ?, ?, ?, ?, ?, ?)'),
    setState: prepare('UPDATE url SET state = ?, reason = ? WHERE id = ?'),
    setDepth: prepare('UPDATE url SET depth = ? WHERE id = ?'),
    readmit: prepare(
      "UPDATE url SET state = 0, reason = '', depth = ?1, parent = iif(?2 = 0 AND ?1 > 0, parent, ?2) WHERE id = ?3",
    ),

    enqueue: prepare(
      'INSERT INTO frontier (url, agent, level, gate, priority, hops, model, expires) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    dequeue: prepare('DELETE FROM frontier WHERE url = ?'),
    requeue: prepare('UPDATE frontier SET priority = ?, attempts = ?, model = ? WHERE url = ?'),
    reorder: prepare('UPDATE frontier SET level = ?, priority = ?, model = ? WHERE url = ?'),
    queued: prepare(
      'SELECT u.id, u.url, u.depth, u.parent, f.priority, f.attempts, f.hops, f.model, f.expires FROM frontier f JOIN url u ON u.id = f.url WHERE f.url = ?',
    ),
    topOfLane: prepare(
      'SELECT url AS urlId, priority FROM frontier WHERE agent = ? AND level = ? AND gate = ? ORDER BY priority DESC, url LIMIT ?',
    ),
    // Siblings: queued URLs that were first found by the visit that first found this one.
    siblings: prepare(`
      SELECT DISTINCT s.url FROM url u JOIN link l ON l.visit = u.parent JOIN url s ON s.id = l.dst JOIN frontier f ON f.url = s.id
      WHERE u.gate = ? AND u.hash = ? AND u.parent > 0 AND s.parent = u.parent AND s.id <> u.id ORDER BY s.id`),

    addVisit: prepare(`
      INSERT INTO visit (url, agent, level, depth, priority, parent, outcome, reason, detail, fetched_at, status, content_type, bytes, title,
        language, published, author, noindex, fingerprint, file, offset, length)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    addJudgement: prepare(
      'INSERT INTO judgement (judge, visit, relevance, raw, relevant, parts) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    addLinks: prepare('INSERT INTO links (visit, data) VALUES (?, ?)'),
    addEdges: prepare('INSERT OR IGNORE INTO edge (dst, visit) SELECT value, ? FROM json_each(?)'),
    lastVisit: prepare('SELECT coalesce(max(seq), 0) AS seq FROM visit'),
    addLesson: prepare('INSERT INTO lesson (visit, agent, terms) VALUES (?, ?, ?)'),
    saveKnowledge: prepare(
      'INSERT INTO knowledge (agent, visit, data) VALUES (?, ?, ?) ON CONFLICT (agent) DO UPDATE SET visit = excluded.visit, data = excluded.data',
    ),
    dropLessons: prepare('DELETE FROM lesson WHERE agent = ? AND visit <= ?'),
  };
}
