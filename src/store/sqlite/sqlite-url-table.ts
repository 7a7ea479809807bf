import type { KnownUrl, PlaceOrigin, QueuedUrl, UrlTable } from '../../frontier/frontier-tables.js';
import type { HostState } from '../../frontier/hosts.js';
import type { SeenCache } from '../../frontier/seen-cache.js';
import type { Candidate, Claim, Rejection, RequestKind } from '../../model/frontier.js';
import type { Score } from '../../model/score.js';
import { urlHash } from '../../url/hash64.js';
import { kinds, urlStates } from '../codes.js';
import { oneRow, rawRow } from './rows.js';
import type { Database } from './sqlite-database.js';

/** The URLs that were met, and the queue of those to visit. Popular ones are answered from memory. */
export class SqliteUrlTable implements UrlTable {
  size: number;
  private readonly sql: ReturnType<typeof statements>;

  constructor(
    db: Database,
    private readonly seen: SeenCache,
  ) {
    this.sql = statements(db);
    this.size = (db.prepare('SELECT count(*) AS n FROM url').get() as { n: number }).n;
  }

  find(url: string, hostState: HostState): KnownUrl | undefined {
    const cached = this.seen.get(url);
    if (cached !== undefined) return cached;
    // Numbers alone: there is no text that would have to be made inert.
    const row = rawRow<FoundRow>(this.sql.find, hostState.id, urlHash(url));
    if (row === undefined) return undefined;
    const [id, state, depth, parent, queue, level, priority] = row;
    const known: KnownUrl = {
      id,
      state: urlStates[state]!,
      depth,
      parent,
      queue: queue ?? 0,
      level: level ?? 0,
      priority: priority ?? 0,
    };
    this.seen.set(url, known);
    return known;
  }

  insert(candidate: Candidate, hostState: HostState, parent: number): KnownUrl {
    const { url, rejected, depth, queue, level, score, modifiedAt } = candidate;
    const state = rejected === undefined ? 'queued' : 'rejected';
    const { lastInsertRowid } = this.sql.insert.run(
      hostState.id,
      urlHash(url),
      url,
      urlStates.indexOf(state),
      rejected ?? '',
      depth,
      parent,
      modifiedAt ?? null,
    );
    const known = { id: Number(lastInsertRowid), state, depth, parent, queue, level, priority: score.value } as const;
    this.size++;
    this.seen.set(url, known);
    if (rejected === undefined) this.enqueue(known.id, candidate, hostState, parent);
    return known;
  }

  readmit(known: KnownUrl, candidate: Candidate, hostState: HostState, parent: number): void {
    const { depth, queue, level, score } = candidate;
    Object.assign(known, { state: 'queued', depth, parent, queue, level, priority: score.value });
    this.sql.readmit.run(depth, parent, known.id);
    this.enqueue(known.id, candidate, hostState, parent);
  }

  queued(urlId: number): QueuedUrl {
    const row = oneRow<QueuedRow>(this.sql.queued, urlId)!;
    const [url, depth, parent, attempts, hops, kind, priorityParent, expires, expiresAfter] = row;
    const expiry = { expiresAt: expires ?? undefined, expiresAfter: expiresAfter ?? undefined };
    return { url, depth, parent, attempts, hops, kind: kinds[kind]!, priorityParent, ...expiry };
  }

  saveModified(urlId: number, modifiedAt: number): void {
    this.sql.saveModified.run(modifiedAt, urlId);
  }

  urlOf(urlId: number): string {
    return (this.sql.urlOf.get(urlId) as { url: string }).url;
  }

  saveDepth({ id, depth }: KnownUrl): void {
    this.sql.saveDepth.run(depth, id);
  }

  savePlace({ id, level, priority }: KnownUrl, { priorityParent, parts }: PlaceOrigin): void {
    this.sql.savePlace.run(
      level,
      priority,
      priorityParent ?? null,
      parts === undefined ? null : JSON.stringify(parts),
      id,
    );
  }

  savePriority({ id, url }: { id: number; url: string }, priority: number): void {
    this.sql.savePriority.run(priority, id);
    const cached = this.seen.get(url);
    if (cached !== undefined) cached.priority = priority;
  }

  saveKind(urlId: number, kind: RequestKind): void {
    this.sql.saveKind.run(kinds.indexOf(kind), urlId);
  }

  saveExpiry(urlId: number, { expiresAt, expiresAfter }: Pick<Candidate, 'expiresAt' | 'expiresAfter'>): void {
    this.sql.saveExpiry.run(expiresAt ?? null, expiresAfter ?? null, urlId);
  }

  partsOf(urlId: number): Score['parts'] {
    const row = this.sql.partsOf.get(urlId) as { parts: string | null } | undefined;
    return JSON.parse(row?.parts ?? '{}');
  }

  requeue({ urlId }: Claim, attempts: number): void {
    this.sql.requeue.run(attempts, urlId);
  }

  leave(
    { id, url }: { id: number; url: string },
    state: 'visited' | 'expired' | 'rejected',
    reason: Rejection | '' = '',
  ): void {
    this.sql.dequeue.run(id);
    this.sql.saveState.run(urlStates.indexOf(state), reason, id);
    const cached = this.seen.get(url);
    if (cached !== undefined) cached.state = state;
  }

  private enqueue(id: number, candidate: Candidate, hostState: HostState, parent: number): void {
    const { queue, level, score, hops, kind = 'page', merge, expiresAt, expiresAfter } = candidate;
    this.sql.enqueue.run(
      id,
      queue,
      level,
      hostState.id,
      score.value,
      hops ?? 0,
      candidate.priorityParent ?? parent,
      typeof merge === 'function' ? JSON.stringify(score.parts) : null,
      expiresAt ?? null,
      expiresAfter ?? null,
      kinds.indexOf(kind),
    );
  }
}

/** Read in half the time that objects take: every claim looks at several queued URLs. */
function asArrays(statement: ReturnType<Database['prepare']>): ReturnType<Database['prepare']> {
  statement.setReturnArrays(true);
  return statement;
}

function statements(db: Database) {
  return {
    find: asArrays(
      db.prepare(`
      SELECT u.id, u.state, u.depth, u.parent, f.queue, f.level, f.priority FROM url u LEFT JOIN frontier f ON f.url = u.id
      WHERE u.host = ? AND u.hash = ?`),
    ),
    insert: db.prepare(
      'INSERT INTO url (host, hash, url, state, reason, depth, parent, modified_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    readmit: db.prepare("UPDATE url SET state = 0, reason = '', depth = ?, parent = ? WHERE id = ?"),
    saveState: db.prepare('UPDATE url SET state = ?, reason = ? WHERE id = ?'),
    saveModified: db.prepare('UPDATE url SET modified_at = ? WHERE id = ?'),
    saveDepth: db.prepare('UPDATE url SET depth = ? WHERE id = ?'),
    enqueue: db.prepare(
      `INSERT INTO frontier (url, queue, level, host, priority, hops, priority_parent, parts, expires, expires_after, kind)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    queued: asArrays(
      db.prepare(`
      SELECT u.url, u.depth, u.parent, f.attempts, f.hops, f.kind, f.priority_parent, f.expires, f.expires_after FROM frontier f JOIN url u ON u.id = f.url
      WHERE f.url = ?`),
    ),
    urlOf: db.prepare('SELECT url FROM url WHERE id = ?'),
    savePlace: db.prepare(
      'UPDATE frontier SET level = ?, priority = ?, priority_parent = coalesce(?, priority_parent), parts = coalesce(?, parts) WHERE url = ?',
    ),
    savePriority: db.prepare('UPDATE frontier SET priority = ? WHERE url = ?'),
    saveKind: db.prepare('UPDATE frontier SET kind = ? WHERE url = ?'),
    saveExpiry: db.prepare('UPDATE frontier SET expires = ?, expires_after = ? WHERE url = ?'),
    partsOf: db.prepare('SELECT parts FROM frontier WHERE url = ?'),
    requeue: db.prepare('UPDATE frontier SET attempts = ? WHERE url = ?'),
    dequeue: db.prepare('DELETE FROM frontier WHERE url = ?'),
  };
}

type FoundRow = [
  id: number,
  state: number,
  depth: number,
  parent: number,
  queue: number | null,
  level: number | null,
  priority: number | null,
];

type QueuedRow = [
  url: string,
  depth: number,
  parent: number,
  attempts: number,
  hops: number,
  kind: number,
  priorityParent: number,
  expires: number | null,
  expiresAfter: number | null,
];
