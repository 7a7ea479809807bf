/**
 * The tables of a crawl in PostgreSQL, one script a version: a new version appends a script, never edits an old one. They are those of
 * SQLite, as far as one process can own them, and what several workers need of each other. Every crawl has a schema of its own, which
 * the connection's search path names. Times are ms since 1970 by the clock of the server.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE note (key text PRIMARY KEY, value text NOT NULL);
  -- The last number that was given out: workers take them in blocks.
  CREATE TABLE counter (name text PRIMARY KEY, value bigint NOT NULL);
  INSERT INTO counter VALUES ('url', 0), ('host', 0), ('visit', 0);

  -- A worker is one run of a process: who comes back gets another id. Its lease on all of its buckets ends at expires; ended is the
  -- fence, set by whoever takes over and checked by every transaction of the worker. documents were visited, of the pages reserved
  -- for it. best_level and best_priority: the place of its hundredth best URL. lessons_until: it has learnt all lessons of others before this transaction.
  CREATE TABLE worker (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, started_at bigint NOT NULL,
    expires timestamptz NOT NULL, longest_delay double precision NOT NULL DEFAULT 0, ended boolean NOT NULL DEFAULT false,
    documents bigint NOT NULL DEFAULT 0, reserved bigint NOT NULL DEFAULT 0, is_idle boolean NOT NULL DEFAULT false,
    best_level integer, best_priority double precision, figures text NOT NULL DEFAULT '{}', lessons_until xid8
  ) WITH (fillfactor = 50);

  -- The hosts of a registrable domain are in one bucket, and a bucket has one owner at most, which alone changes its hosts and URLs.
  CREATE TABLE bucket (id smallint PRIMARY KEY, owner integer, free_from timestamptz NOT NULL DEFAULT '-infinity');
  INSERT INTO bucket (id) SELECT generate_series(0, 1023);
  CREATE INDEX bucket_owner ON bucket (owner);

  -- What others have found for the owner of a bucket: candidates and new scores (JSON), taken in the order of ids.
  CREATE TABLE inbox (
    bucket smallint NOT NULL, id bigint GENERATED ALWAYS AS IDENTITY, data text NOT NULL, PRIMARY KEY (bucket, id)
  );

  -- An address at which hosts of several workers live: when it may be asked, and requests under way by worker.
  CREATE TABLE address (
    name text NOT NULL, worker integer NOT NULL, next_at double precision NOT NULL DEFAULT 0, in_flight integer NOT NULL DEFAULT 0,
    PRIMARY KEY (name, worker)
  );

  CREATE TABLE host (
    id integer PRIMARY KEY, bucket smallint NOT NULL, name text NOT NULL UNIQUE, next_at double precision NOT NULL DEFAULT 0,
    delay double precision, failures integer NOT NULL DEFAULT 0, fetched integer NOT NULL DEFAULT 0,
    relevant integer NOT NULL DEFAULT 0, given smallint NOT NULL DEFAULT 0, address text
  ) WITH (fillfactor = 70);
  CREATE INDEX host_bucket ON host (bucket);
  CREATE TABLE robots (origin text PRIMARY KEY, fetched_at bigint NOT NULL, status integer NOT NULL, body text NOT NULL);

  -- Every URL ever met. Seen = the 64-bit hash. parent = the visit that found it first, 0 for seeds.
  CREATE TABLE url (
    id bigint PRIMARY KEY, hash bigint NOT NULL UNIQUE, parent bigint NOT NULL, modified_at bigint, host integer NOT NULL,
    depth integer NOT NULL, bucket smallint NOT NULL, state smallint NOT NULL, reason text NOT NULL DEFAULT '', url text NOT NULL
  ) WITH (fillfactor = 90);

  -- The queue. A claimed URL stays here until its visit is committed. The order is kept in the memory of the bucket's owner.
  CREATE TABLE frontier (
    url bigint NOT NULL, priority double precision NOT NULL, priority_parent bigint NOT NULL, expires bigint, expires_after bigint,
    host integer NOT NULL, queue integer NOT NULL, level integer NOT NULL, attempts integer NOT NULL DEFAULT 0,
    hops integer NOT NULL DEFAULT 0, bucket smallint NOT NULL, kind smallint NOT NULL DEFAULT 0, parts text,
    PRIMARY KEY (bucket, url)
  ) WITH (fillfactor = 90);

  CREATE TABLE visit (
    seq bigint PRIMARY KEY, url bigint NOT NULL, parent bigint NOT NULL, priority_parent bigint NOT NULL, fetched_at bigint NOT NULL,
    priority double precision NOT NULL, fingerprint bigint, simhash bigint, bytes bigint, "offset" bigint, length bigint,
    worker integer NOT NULL, agent integer NOT NULL, level integer NOT NULL, depth integer NOT NULL, status integer NOT NULL,
    kind smallint NOT NULL DEFAULT 0, superseded smallint NOT NULL DEFAULT 0, noindex smallint, outcome text NOT NULL,
    reason text NOT NULL, detail text, content_type text, title text, language text, published text, author text, file text,
    etag text, last_modified text, rights text
  );
  CREATE INDEX visit_url ON visit (url);
  CREATE INDEX visit_fingerprint ON visit (fingerprint) WHERE fingerprint IS NOT NULL;
  CREATE INDEX visit_rights ON visit (rights) WHERE rights IS NOT NULL;
  CREATE INDEX visit_superseded ON visit (agent) WHERE superseded = 1;

  -- The content-seen test: who first brings a page has it, unless that worker ended before the visit was committed. tx orders pages for
  -- those who follow them: the number of the transaction, since rows appear when it is committed.
  CREATE TABLE content (
    fingerprint bigint PRIMARY KEY, url text NOT NULL, worker integer NOT NULL, at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE original (visit bigint PRIMARY KEY, url bigint NOT NULL, simhash bigint NOT NULL, worker integer NOT NULL, tx xid8 NOT NULL);
  CREATE INDEX original_tx ON original (tx);

  CREATE TABLE judge (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, made_at bigint NOT NULL, definition text NOT NULL);
  CREATE TABLE judgement (
    judge integer NOT NULL, visit bigint NOT NULL, relevance double precision NOT NULL, raw double precision NOT NULL,
    relevant smallint NOT NULL, parts text NOT NULL, inherited_state text, PRIMARY KEY (judge, visit)
  );
  CREATE TABLE features (visit bigint NOT NULL, strategy text NOT NULL, data text NOT NULL, PRIMARY KEY (visit, strategy));

  -- All links. Those of a visit are one JSON array of [hash of the target as text, score, anchor, parts, level]; the level is left out
  -- where it is 1. A target may belong to another worker, so it is named by its hash, which all know. edge leads from it to the visits.
  CREATE TABLE links (visit bigint PRIMARY KEY, data text NOT NULL);
  CREATE TABLE edge (dst bigint NOT NULL, visit bigint NOT NULL, PRIMARY KEY (dst, visit));
  CREATE VIEW link AS
    SELECT l.visit, each.place - 1 AS position, (each.value ->> 0)::bigint AS dst, (each.value ->> 1)::double precision AS score,
      each.value ->> 2 AS anchor, (each.value -> 3)::text AS parts, coalesce((each.value ->> 4)::integer, 1) AS level
    FROM links l, json_array_elements(l.data::json) WITH ORDINALITY each (value, place);

  -- What agents have learnt, and the lessons since. A snapshot holds the lessons of its worker up to visit, and those of others before
  -- the transaction tx.
  CREATE TABLE knowledge (
    agent integer PRIMARY KEY, visit bigint NOT NULL, worker integer NOT NULL, tx xid8 NOT NULL, data bytea NOT NULL
  );
  CREATE TABLE lesson (
    visit bigint PRIMARY KEY, agent integer NOT NULL, worker integer NOT NULL, tx xid8 NOT NULL, terms bytea NOT NULL, links bytea
  );
  CREATE INDEX lesson_tx ON lesson (tx);

  CREATE TABLE agent (
    id integer PRIMARY KEY, segment text NOT NULL, queue integer NOT NULL, seeds integer NOT NULL, state text NOT NULL DEFAULT 'waiting',
    restarts integer NOT NULL DEFAULT 0, host text NOT NULL DEFAULT '', terms text NOT NULL DEFAULT '[]',
    registered_at bigint NOT NULL, beat_at bigint NOT NULL
  );

  CREATE TABLE command (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at bigint NOT NULL, who text NOT NULL, kind text NOT NULL,
    arguments text NOT NULL, applied_at bigint, result text
  );
  CREATE INDEX command_waiting ON command (id) WHERE applied_at IS NULL;
  -- What is a file of lines in the folder of a crawl: labels, queries.
  CREATE TABLE line (name text NOT NULL, n bigint GENERATED ALWAYS AS IDENTITY, at bigint NOT NULL, text text NOT NULL, PRIMARY KEY (name, n));
  `,
  `
  -- For those who look through pages by relevance, and through URLs by what keeps them out.
  CREATE INDEX judgement_relevance ON judgement (judge, relevance DESC, visit);
  CREATE INDEX url_rejected ON url (state, reason) WHERE state IN (2, 3);
  `,
  `
  -- Pages are numbered as they are brought, so that each worker hears of those of the others. page is the id of the URL.
  DROP TABLE original;
  ALTER TABLE content ADD COLUMN n bigint GENERATED ALWAYS AS IDENTITY, ADD COLUMN page bigint, ADD COLUMN simhash bigint;
  CREATE UNIQUE INDEX content_n ON content (n);

  -- When a host may be asked by a worker that is not its owner: what the owner answered.
  CREATE TABLE turn (
    host text NOT NULL, worker integer NOT NULL, opens double precision NOT NULL, closes double precision NOT NULL,
    PRIMARY KEY (host, worker)
  );
  `,
  `
  -- The best that a worker has, by host (JSON): all of them spend one budget, and leave it to those who have better.
  ALTER TABLE worker ADD COLUMN offers text NOT NULL DEFAULT '[]', DROP COLUMN best_level, DROP COLUMN best_priority;
  `,
  `
  -- When a page last changed, as it states itself.
  ALTER TABLE visit ADD COLUMN modified text;
  `,
  `
  -- What a worker has taken so far, and its best by host (JSON); empty before it tells.
  ALTER TABLE worker DROP COLUMN offers, ADD COLUMN standing text NOT NULL DEFAULT '';
  `,
];
