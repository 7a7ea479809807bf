/**
 * The tables of a crawl, one script a version: a new version appends a script, never edits an old one.
 * Times are ms since 1970. `visit.seq` orders the crawl; `url.id` is the insertion number that breaks ties.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE note (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  -- A host and when it may be visited next. The claim itself moves next_at.
  CREATE TABLE gate (
    id INTEGER PRIMARY KEY, host TEXT NOT NULL UNIQUE, next_at INTEGER NOT NULL DEFAULT 0,
    delay INTEGER, failures INTEGER NOT NULL DEFAULT 0, fetched INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE robots (origin TEXT PRIMARY KEY, fetched_at INTEGER NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;

  -- Every URL ever met. Seen = the 64-bit hash, scoped by host. parent = the visit that found it first, 0 for seeds.
  CREATE TABLE url (
    id INTEGER PRIMARY KEY, gate INTEGER NOT NULL, hash INTEGER NOT NULL, url TEXT NOT NULL,
    state INTEGER NOT NULL, reason TEXT NOT NULL DEFAULT '', depth INTEGER NOT NULL, parent INTEGER NOT NULL,
    UNIQUE (gate, hash)
  );

  -- The queue. A claimed URL stays here until its visit is committed, so that a crash gives it back. The order is kept in
  -- memory: an index by priority would be a page written for nearly every link.
  CREATE TABLE frontier (
    url INTEGER PRIMARY KEY, agent INTEGER NOT NULL, level INTEGER NOT NULL, gate INTEGER NOT NULL, priority REAL NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, hops INTEGER NOT NULL DEFAULT 0, model INTEGER NOT NULL DEFAULT 0, expires INTEGER
  );

  -- Several visits a URL are possible (refresh).
  CREATE TABLE visit (
    seq INTEGER PRIMARY KEY, url INTEGER NOT NULL, agent INTEGER NOT NULL, level INTEGER NOT NULL, depth INTEGER NOT NULL,
    priority REAL NOT NULL, parent INTEGER NOT NULL, outcome TEXT NOT NULL, reason TEXT NOT NULL, detail TEXT,
    fetched_at INTEGER NOT NULL, status INTEGER NOT NULL, content_type TEXT, bytes INTEGER, title TEXT, language TEXT,
    published TEXT, author TEXT, noindex INTEGER, fingerprint INTEGER, file TEXT, offset INTEGER, length INTEGER
  );
  CREATE INDEX visit_url ON visit (url);
  CREATE INDEX visit_fingerprint ON visit (fingerprint) WHERE fingerprint IS NOT NULL;

  -- A judge is a way of judging (topic, threshold); the note 'judge' names the current one.
  CREATE TABLE judge (id INTEGER PRIMARY KEY, made_at INTEGER NOT NULL, definition TEXT NOT NULL);
  CREATE TABLE judgement (
    judge INTEGER NOT NULL, visit INTEGER NOT NULL, relevance REAL NOT NULL, raw REAL NOT NULL, relevant INTEGER NOT NULL,
    parts TEXT NOT NULL, PRIMARY KEY (judge, visit)
  ) WITHOUT ROWID;

  -- All links. Those of a visit are one JSON array of [target id, score, anchor, parts], since a row a link would cost more
  -- than all the rest of a page; edge leads from a URL to the visits that link to it, so to all of its parents.
  CREATE TABLE links (visit INTEGER PRIMARY KEY, data TEXT NOT NULL);
  CREATE TABLE edge (dst INTEGER NOT NULL, visit INTEGER NOT NULL, PRIMARY KEY (dst, visit)) WITHOUT ROWID;
  CREATE VIEW link AS
    SELECT l.visit, each.key AS position, each.value ->> 0 AS dst, each.value ->> 1 AS score, each.value ->> 2 AS anchor, each.value -> 3 AS parts
    FROM links l, json_each(l.data) each;

  -- What agents have learnt, and the terms of visits since, to be learnt again on resume.
  CREATE TABLE knowledge (agent INTEGER PRIMARY KEY, visit INTEGER NOT NULL, data BLOB NOT NULL);
  CREATE TABLE lesson (visit INTEGER PRIMARY KEY, agent INTEGER NOT NULL, terms BLOB NOT NULL);
  `,
  `
  -- via = the visit whose link gave a URL its place in the queue; what that page hands on (its trail) goes on from there.
  ALTER TABLE frontier ADD COLUMN via INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE visit ADD COLUMN via INTEGER NOT NULL DEFAULT 0;
  UPDATE visit SET via = parent;
  UPDATE frontier SET via = (SELECT parent FROM url WHERE id = frontier.url);
  ALTER TABLE judgement ADD COLUMN trail TEXT;
  -- Parts of a queued score, for strategies that merge them one by one.
  ALTER TABLE frontier ADD COLUMN parts TEXT;
  -- Forgotten when still queued after this visit.
  ALTER TABLE frontier ADD COLUMN expires_after INTEGER;
  -- A link is [target id, score, anchor, parts, level]; the level is left out where it is 1.
  DROP VIEW link;
  CREATE VIEW link AS
    SELECT l.visit, each.key AS position, each.value ->> 0 AS dst, each.value ->> 1 AS score, each.value ->> 2 AS anchor,
      each.value -> 3 AS parts, coalesce(each.value ->> 4, 1) AS level
    FROM links l, json_each(l.data) each;
  -- Links of a visit with their terms, for strategies that learn from them.
  ALTER TABLE lesson ADD COLUMN links BLOB;
  `,
  `
  -- No index: all of them are read once, when a crawl is opened, and compared in memory.
  ALTER TABLE visit ADD COLUMN simhash INTEGER;
  `,
  `
  -- The directory. queue = the agent of frontier rows that it takes its URLs from; visits name the agent that made them.
  -- terms = a JSON array of [term id, weight], best first.
  CREATE TABLE agent (
    id INTEGER PRIMARY KEY, segment TEXT NOT NULL, queue INTEGER NOT NULL, seeds INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting', restarts INTEGER NOT NULL DEFAULT 0, host TEXT NOT NULL DEFAULT '',
    terms TEXT NOT NULL DEFAULT '[]', registered_at INTEGER NOT NULL, beat_at INTEGER NOT NULL
  );
  `,
  `
  -- What the request is for: 0 a page, 1 a sitemap, 2 a page that was visited before.
  ALTER TABLE frontier ADD COLUMN errand INTEGER NOT NULL DEFAULT 0;
  -- When it last changed, as a sitemap says.
  ALTER TABLE url ADD COLUMN modified_at INTEGER;
  -- Validators of the answer, for conditional requests.
  ALTER TABLE visit ADD COLUMN etag TEXT;
  ALTER TABLE visit ADD COLUMN last_modified TEXT;
  -- 1 where it is not what is known of its URL now: a later visit found another version, or it found that nothing had changed.
  ALTER TABLE visit ADD COLUMN superseded INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- Few visits are superseded: what they count for is taken off the totals.
  CREATE INDEX visit_superseded ON visit (agent) WHERE superseded = 1;
  `,
  `
  -- What the request was for, as in frontier: a sitemap that failed is asked for again as one.
  ALTER TABLE visit ADD COLUMN errand INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- The field's words: hosts, queues, request kinds (0 a page, 1 a sitemap, 2 a revisit), the visit that a priority comes from, and the
  -- state that a page hands on to the pages behind its links.
  ALTER TABLE gate RENAME TO host;
  ALTER TABLE host RENAME COLUMN host TO name;
  ALTER TABLE url RENAME COLUMN gate TO host;
  ALTER TABLE frontier RENAME COLUMN gate TO host;
  ALTER TABLE frontier RENAME COLUMN agent TO queue;
  ALTER TABLE frontier RENAME COLUMN errand TO kind;
  ALTER TABLE frontier RENAME COLUMN via TO priority_parent;
  ALTER TABLE frontier DROP COLUMN model;
  ALTER TABLE visit RENAME COLUMN errand TO kind;
  ALTER TABLE visit RENAME COLUMN via TO priority_parent;
  ALTER TABLE judgement RENAME COLUMN trail TO inherited_state;
  UPDATE note SET key = 'applies-labels' WHERE key = 'heeds-labels';
  -- A refresh under way.
  UPDATE note SET value = replace(value, '"wish":', '"request":') WHERE key = 'refresh';
  `,
  `
  -- What the slow part of a strategy made of a page (JSON), so that it is not computed again.
  CREATE TABLE features (
    visit INTEGER NOT NULL, strategy TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (visit, strategy)
  ) WITHOUT ROWID;
  `,
  `
  -- What people and programs tell the crawl, also while it runs; applied in the order of ids. arguments and result are JSON.
  CREATE TABLE command (
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, who TEXT NOT NULL, kind TEXT NOT NULL, arguments TEXT NOT NULL,
    applied_at INTEGER, result TEXT
  );
  CREATE INDEX command_waiting ON command (id) WHERE applied_at IS NULL;
  `,
  `
  -- What the limits of registrable domains and addresses go by: relevant pages, whether a seed was given of the host, and where it lived last.
  ALTER TABLE host ADD COLUMN relevant INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE host ADD COLUMN given INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE host ADD COLUMN address TEXT;
  UPDATE host SET given = 1 WHERE id IN (SELECT host FROM url WHERE depth = 0);
  UPDATE host SET relevant = brought.pages FROM (
    SELECT u.host, count(*) AS pages FROM judgement j JOIN visit v ON v.seq = j.visit JOIN url u ON u.id = v.url
    WHERE j.relevant AND v.superseded = 0 AND j.judge = (SELECT value FROM note WHERE key = 'judge') GROUP BY u.host
  ) brought WHERE host.id = brought.host;
  `,
  `
  -- For looking around: the best pages first, and what a rule keeps out of the queue.
  CREATE INDEX judgement_relevance ON judgement (judge, relevance DESC, visit);
  CREATE INDEX url_rejected ON url (state, reason) WHERE state IN (2, 3);
  `,
  `
  -- What page and site say of how a page may be used (JSON).
  ALTER TABLE visit ADD COLUMN rights TEXT;
  CREATE INDEX visit_rights ON visit (rights) WHERE rights IS NOT NULL;
  `,
  `
  -- For people with SQL: the pages as they are known now, one row each, with nothing to join (docs/schema.md).
  CREATE VIEW page AS
    SELECT v.seq, u.url, h.name AS host, v.title, j.relevance, j.relevant, v.language, v.author, v.published,
      strftime('%Y-%m-%dT%H:%M:%SZ', v.fetched_at / 1000, 'unixepoch') AS fetched_at, v.depth, p.url AS parent, v.outcome,
      v.reason, v.status, v.content_type, v.bytes, v.noindex, v.rights ->> 'licence' AS licence, v.rights, v.agent, v.level,
      v.priority, v.file, v.offset, v.length
    FROM visit v JOIN url u ON u.id = v.url JOIN host h ON h.id = u.host
    LEFT JOIN judgement j ON j.visit = v.seq AND j.judge = (SELECT value FROM note WHERE key = 'judge')
    LEFT JOIN visit f ON f.seq = u.parent LEFT JOIN url p ON p.id = f.url
    WHERE v.superseded = 0 AND v.outcome IN ('page', 'duplicate', 'ignored', 'example');
  `,
  `
  -- When a page last changed, as it states itself.
  ALTER TABLE visit ADD COLUMN modified TEXT;
  DROP VIEW page;
  CREATE VIEW page AS
    SELECT v.seq, u.url, h.name AS host, v.title, j.relevance, j.relevant, v.language, v.author, v.published,
      coalesce(v.modified, v.last_modified) AS modified,
      strftime('%Y-%m-%dT%H:%M:%SZ', v.fetched_at / 1000, 'unixepoch') AS fetched_at, v.depth, p.url AS parent, v.outcome,
      v.reason, v.status, v.content_type, v.bytes, v.noindex, v.rights ->> 'licence' AS licence, v.rights, v.agent, v.level,
      v.priority, v.file, v.offset, v.length
    FROM visit v JOIN url u ON u.id = v.url JOIN host h ON h.id = u.host
    LEFT JOIN judgement j ON j.visit = v.seq AND j.judge = (SELECT value FROM note WHERE key = 'judge')
    LEFT JOIN visit f ON f.seq = u.parent LEFT JOIN url p ON p.id = f.url
    WHERE v.superseded = 0 AND v.outcome IN ('page', 'duplicate', 'ignored', 'example');
  `,
  `
  -- What follows the first megabyte of a snapshot, in parts.
  CREATE TABLE knowledge_part (agent INTEGER NOT NULL, part INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (agent, part));
  `,
];
