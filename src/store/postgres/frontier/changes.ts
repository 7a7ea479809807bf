import type { HostState } from '../../../frontier/hosts.js';
import { kinds, urlStates } from '../../codes.js';
import type { VisitColumn } from '../../visit-columns.js';
import { jsonText, realNumber } from '../json-text.js';
import type { Value } from '../postgres-database.js';
import type { UrlRow } from './url-row.js';

export type Statement = readonly [text: string, values: readonly Value[]];

/** A visit that is about to be committed; those of its columns that are numbers of 64 bits are texts. */
export type NewVisit = Record<VisitColumn, string | number | null> & { readonly seq: number; readonly worker: number };

export interface NewJudgement {
  readonly visit: number;
  readonly relevance: number;
  readonly raw: number;
  readonly relevant: number;
  readonly parts: string;
  readonly inherited_state: string | null;
}

/** What a worker has decided since its last commit: the rows that one transaction writes. */
export class Changes {
  readonly hosts = new Map<number, HostState>();
  readonly newUrls = new Map<number, UrlRow>();
  /** State, depth or parent have changed. */
  readonly urls = new Map<number, UrlRow>();
  /** They enter the queue, move in it or leave it. */
  readonly places = new Map<number, UrlRow>();
  readonly visits: NewVisit[] = [];
  readonly superseded = new Set<number>();
  readonly archived: {
    readonly url: number;
    readonly file: string;
    readonly offset: number;
    readonly length: number;
  }[] = [];
  readonly judgements: NewJudgement[] = [];
  readonly features: { readonly visit: number; readonly strategy: string; readonly data: string }[] = [];
  readonly lessons: { visit: number; agent: number; terms: string; links: string | null }[] = [];
  readonly links: { readonly visit: number; readonly data: string }[] = [];
  readonly edges: { readonly visits: number[]; readonly targets: bigint[] } = { visits: [], targets: [] };
  readonly outbox: { readonly bucket: number; readonly data: string }[] = [];
  /** Turns of own hosts that others may have. */
  readonly lent: { readonly host: string; readonly worker: number; opens: number | string; closes: number | string }[] =
    [];
  readonly received: { readonly bucket: number; readonly id: number }[] = [];
  readonly knowledge: Statement[] = [];
  /** Documents that count against the budget. */
  documents = 0;

  get isEmpty(): boolean {
    const { hosts, newUrls, urls, places, visits, outbox, received, knowledge, archived } = this;
    const maps = hosts.size + newUrls.size + urls.size + places.size;
    return maps + visits.length + outbox.length + received.length + knowledge.length + archived.length === 0;
  }

  /** The statements of the transaction, without those that would change nothing, one after the other as they are asked for: of a long list a lot at a time. */
  *statements(judge: number, worker: number, bucketOf: (host: string) => number): Generator<Statement, void> {
    const places = [...this.places.values()];
    const changedUrls = [...this.urls.values()].filter(({ id }) => !this.newUrls.has(id));
    const hostColumnsOf = (hostState: HostState) => ({
      ...hostColumns(hostState),
      bucket: bucketOf(hostState.host),
    });
    yield* written(sql.hosts, [...this.hosts.values()], hostColumnsOf);
    yield* written(sql.newUrls, [...this.newUrls.values()], urlColumns);
    yield* written(sql.urls, changedUrls, urlColumns);
    yield* written(sql.places, places.filter(isQueued), placeColumns);
    yield* written(
      sql.left,
      places.filter((row) => !isQueued(row)),
      ({ bucket, id }) => ({ bucket, url: id }),
    );
    yield* written(sql.archived, this.archived);
    if (this.superseded.size > 0) yield [sql.superseded, [`{${[...this.superseded].join()}}`]];
    yield* written(sql.visits, this.visits);
    yield* written(sql.judgements, this.judgements, (judgement) => ({ ...judgement, judge }));
    yield* written(sql.features, this.features);
    yield* written(sql.lessons, this.lessons, (lesson) => ({ ...lesson, worker }));
    yield* written(sql.links, this.links);
    const { visits, targets } = this.edges;
    for (let from = 0; from < visits.length; from += lotOfRows) {
      const to = from + lotOfRows;
      yield [sql.edges, [`{${targets.slice(from, to).join()}}`, `{${visits.slice(from, to).join()}}`]];
    }
    yield* written(sql.outbox, this.outbox);
    yield* written(sql.received, this.received);
    yield* written(sql.lent, this.lent);
    yield* this.knowledge;
  }
}

/** Rows of a statement at most: some ten milliseconds of work here. */
const lotOfRows = 2_000;

function* written<Row>(
  text: string,
  all: readonly Row[],
  columnsOf: (row: Row) => unknown = (row) => row,
): Generator<Statement, void> {
  for (let from = 0; from < all.length; from += lotOfRows)
    yield [text, [jsonText(all.slice(from, from + lotOfRows).map(columnsOf))]];
}

function isQueued({ state }: UrlRow): boolean {
  return state === 'queued';
}

function hostColumns({ id, host, nextAt, delay, failures, fetched, relevant, isGiven, countedAt }: HostState) {
  return {
    ...{ id, name: host, next_at: realNumber(nextAt), delay: delay ?? null, failures, fetched, relevant },
    ...{ given: Number(isGiven), address: countedAt?.name ?? null },
  };
}

function urlColumns({ id, hash, parent, modifiedAt, host, depth, bucket, state, reason, url }: UrlRow) {
  return {
    ...{ id, hash: String(hash), parent, modified_at: modifiedAt ?? null, host, depth, bucket, reason, url },
    state: urlStates.indexOf(state),
  };
}

function placeColumns(row: UrlRow) {
  const { id, priority, priorityParent, expiresAt, expiresAfter, host, queue, level, attempts, hops, bucket } = row;
  return {
    ...{ url: id, priority: realNumber(priority), priority_parent: priorityParent, expires: expiresAt ?? null },
    ...{
      expires_after: expiresAfter ?? null,
      host,
      queue,
      level,
      attempts,
      hops,
      bucket,
      kind: kinds.indexOf(row.kind),
    },
    parts: row.parts === undefined ? null : JSON.stringify(row.parts),
  };
}

const types = {
  hosts:
    'id integer, bucket smallint, name text, next_at double precision, delay double precision, failures integer, fetched integer, relevant integer, given smallint, address text',
  urls: 'id bigint, hash bigint, parent bigint, modified_at bigint, host integer, depth integer, bucket smallint, state smallint, reason text, url text',
  places:
    'url bigint, priority double precision, priority_parent bigint, expires bigint, expires_after bigint, host integer, queue integer, level integer, attempts integer, hops integer, bucket smallint, kind smallint, parts text',
  visits:
    'seq bigint, worker integer, url bigint, agent integer, level integer, depth integer, priority double precision, parent bigint, priority_parent bigint, kind smallint, outcome text, reason text, detail text, fetched_at bigint, status integer, content_type text, bytes bigint, title text, language text, published text, author text, modified text, noindex smallint, fingerprint bigint, simhash bigint, file text, "offset" bigint, length bigint, etag text, rights text, last_modified text, superseded smallint',
  judgements:
    'judge integer, visit bigint, relevance double precision, raw double precision, relevant smallint, parts text, inherited_state text',
} as const;

const namesIn = (columns: string) => columns.split(', ').map((column) => column.slice(0, column.indexOf(' ')));
const rows = (columns: string) => `json_to_recordset($1::text::json) AS x (${columns})`;
const insert = (table: string, columns: string) =>
  `INSERT INTO ${table} (${namesIn(columns).join(', ')}) SELECT ${namesIn(columns)
    .map((name) => `x.${name}`)
    .join(', ')} FROM ${rows(columns)}`;
const excluded = (columns: string, without: readonly string[]) =>
  namesIn(columns)
    .filter((name) => !without.includes(name))
    .map((name) => `${name} = excluded.${name}`)
    .join(', ');

const sql = {
  hosts: `${insert('host', types.hosts)} ON CONFLICT (id) DO UPDATE SET ${excluded(types.hosts, ['id', 'bucket', 'name'])}`,
  newUrls: insert('url', types.urls),
  urls: `UPDATE url u SET state = x.state, reason = x.reason, depth = x.depth, parent = x.parent, modified_at = x.modified_at
    FROM ${rows(types.urls)} WHERE u.id = x.id`,
  places: `${insert('frontier', types.places)} ON CONFLICT (bucket, url) DO UPDATE SET ${excluded(types.places, ['bucket', 'url'])}`,
  left: `DELETE FROM frontier f USING ${rows('bucket smallint, url bigint')} WHERE f.bucket = x.bucket AND f.url = x.url`,
  archived: `UPDATE visit v SET file = x.file, "offset" = x."offset", length = x.length
    FROM ${rows('url bigint, file text, "offset" bigint, length bigint')}
    WHERE v.url = x.url AND v.superseded = 0 AND v.file IS NULL`,
  superseded: 'UPDATE visit SET superseded = 1 WHERE url = ANY($1::text::bigint[]) AND superseded = 0',
  visits: insert('visit', types.visits),
  judgements: insert('judgement', types.judgements),
  features: `${insert('features', 'visit bigint, strategy text, data text')}
    ON CONFLICT (visit, strategy) DO UPDATE SET data = excluded.data`,
  lessons: `INSERT INTO lesson (visit, agent, worker, tx, terms, links)
    SELECT x.visit, x.agent, x.worker, pg_current_xact_id(), decode(x.terms, 'base64'), decode(x.links, 'base64')
    FROM ${rows('visit bigint, agent integer, worker integer, terms text, links text')}`,
  links: insert('links', 'visit bigint, data text'),
  edges:
    'INSERT INTO edge (dst, visit) SELECT * FROM unnest($1::text::bigint[], $2::text::bigint[]) ON CONFLICT DO NOTHING',
  outbox: insert('inbox', 'bucket smallint, data text'),
  lent: `${insert('turn', 'host text, worker integer, opens double precision, closes double precision')}
    ON CONFLICT (host, worker) DO UPDATE SET opens = excluded.opens, closes = excluded.closes`,
  received: `DELETE FROM inbox i USING ${rows('bucket smallint, id bigint')} WHERE i.bucket = x.bucket AND i.id = x.id`,
} as const;
