import type { PostgresDatabase } from '../src/store/postgres/postgres-database.js';

/** Hosts on which the URLs are; nobody will come to them, since what waits there is worth less than all else. */
const hosts = 1_000;
/** Links of a page that lead to something new. */
const links = 14;
const unique = {
  url_pkey: 'ALTER TABLE url ADD CONSTRAINT url_pkey PRIMARY KEY (id)',
  url_hash_key: 'ALTER TABLE url ADD CONSTRAINT url_hash_key UNIQUE (hash)',
  frontier_pkey: 'ALTER TABLE frontier ADD CONSTRAINT frontier_pkey PRIMARY KEY (bucket, url)',
  edge_pkey: 'ALTER TABLE edge ADD CONSTRAINT edge_pkey PRIMARY KEY (dst, visit)',
} as const;

/**
 * Fills an empty crawl with so many known URLs, as one that has visited every fifteenth of them would have left them: visits with judgements,
 * simhashes and links, all else queued. Returns the bytes of a queued URL with its indexes.
 */
export async function fillWithUrls(db: PostgresDatabase, known: number): Promise<number> {
  const visits = Math.floor(known / (links + 1));
  const url = `'http://full' || (1 + n % ${hosts}) || '.test/some/path/to/page-number-' || n || '.html'`;
  const hash = (n: string) => `hashtextextended('u' || ${n}, 0)`;
  await db.transaction(async (tx) => {
    for (const name of Object.keys(unique))
      await tx.query(`ALTER TABLE ${name.slice(0, name.indexOf('_'))} DROP CONSTRAINT ${name}`);
    await tx.query("INSERT INTO judge (made_at, definition) VALUES (0, '')");
    await tx.query("INSERT INTO note VALUES ('judge', '1')");
    await tx.query(
      `INSERT INTO host (id, bucket, name) SELECT n, n % 1024, 'full' || n || '.test' FROM generate_series(1, ${hosts}) n`,
    );
    await tx.query(`
      INSERT INTO url (id, hash, parent, host, depth, bucket, state, url)
      SELECT n, ${hash('n')}, n / ${links + 1}, 1 + n % ${hosts}, 1, (1 + n % ${hosts}) % 1024, (n <= ${visits})::integer, ${url}
      FROM generate_series(1, ${known}) n`);
    await tx.query(`
      INSERT INTO frontier (url, priority, priority_parent, host, queue, level, bucket)
      SELECT id, -1 - random(), parent, host, 0, 1, bucket FROM url WHERE state = 0`);
    await tx.query(`
      INSERT INTO visit (seq, url, parent, priority_parent, fetched_at, priority, fingerprint, simhash, bytes, worker, agent, level,
        depth, status, outcome, reason, title)
      SELECT n, n, 0, 0, 0, 1, ${hash("'f' || n")}, ${hash("'s' || n")}, 10000, 0, 0, 1, 1, 200, 'page', '', 'Page ' || n
      FROM generate_series(1, ${visits}) n`);
    await tx.query(`
      INSERT INTO judgement (judge, visit, relevance, raw, relevant, parts)
      SELECT 1, n, random() / 2, 0.1, 0, '{"query":0.1}' FROM generate_series(1, ${visits}) n`);
    await tx.query(`
      INSERT INTO content (fingerprint, url, worker, page, simhash)
      SELECT v.fingerprint, u.url, 0, u.id, v.simhash FROM visit v JOIN url u ON u.id = v.url`);
    await tx.query(`
      INSERT INTO links (visit, data) SELECT n, (SELECT json_agg(json_build_array(
        ${hash(`(n * ${links + 1} + k)`)}::text, 0.5, 'an anchor of some words', json_build_object('anchor', 0.5)))::text
        FROM generate_series(1, ${links}) k) FROM generate_series(1, ${visits}) n`);
    await tx.query(`
      INSERT INTO edge (dst, visit) SELECT ${hash(`(n * ${links + 1} + k)`)}, n
      FROM generate_series(1, ${visits}) n, generate_series(1, ${links}) k`);
    // The budget counts what workers have reserved.
    await tx.query(`
      INSERT INTO worker (name, started_at, expires, ended, documents, reserved)
      VALUES ('before', 0, now(), true, ${visits}, ${visits})`);
    for (const statement of Object.values(unique)) await tx.query(statement);
    await tx.query(
      `UPDATE counter SET value = CASE name WHEN 'url' THEN ${known} WHEN 'host' THEN ${hosts} ELSE ${visits} END`,
    );
  });
  const [size] = await db.query<{ bytes: number }>(
    "SELECT pg_total_relation_size('url') + pg_total_relation_size('frontier') AS bytes",
  );
  return size!.bytes / known;
}
