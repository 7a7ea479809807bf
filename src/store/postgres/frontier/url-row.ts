import type { KnownUrl, QueuedUrl } from '../../../frontier/frontier-tables.js';
import type { UrlState } from '../../../model/crawl-store.js';
import type { Candidate, RequestKind } from '../../../model/frontier.js';
import type { Score } from '../../../model/score.js';
import { kinds, urlStates } from '../../codes.js';

/** A URL with its place in the queue, as far as it is queued. */
export interface UrlRow extends KnownUrl, QueuedUrl {
  readonly hash: bigint;
  readonly host: number;
  readonly bucket: number;
  depth: number;
  parent: number;
  reason: string;
  attempts: number;
  hops: number;
  kind: RequestKind;
  priorityParent: number;
  parts: Score['parts'] | undefined;
  expiresAt: number | undefined;
  expiresAfter: number | undefined;
  modifiedAt: number | undefined;
}

/** What a candidate makes of a URL that enters, or is kept out. */
export function placeOf(candidate: Candidate, parent: number) {
  const { rejected, depth, queue, level, score, hops = 0, kind = 'page', expiresAt, expiresAfter } = candidate;
  const state: UrlState = rejected === undefined ? 'queued' : 'rejected';
  const parts = typeof candidate.merge === 'function' ? score.parts : undefined;
  const { priorityParent = parent } = candidate;
  return {
    ...{ state, reason: rejected ?? '', depth, parent, queue, level, priority: score.value, attempts: 0, hops, kind },
    ...{ priorityParent, parts, expiresAt, expiresAfter },
  };
}

/** As `rowColumns` selects it. */
export interface SelectedRow {
  readonly id: number;
  readonly hash: string;
  readonly host: number;
  readonly bucket: number;
  readonly url: string;
  readonly state: number;
  readonly reason: string;
  readonly depth: number;
  readonly parent: number;
  readonly modifiedAt: number | null;
  readonly queue: number | null;
  readonly level: number | null;
  readonly priority: number | null;
  readonly attempts: number | null;
  readonly hops: number | null;
  readonly kind: number | null;
  readonly priorityParent: number | null;
  readonly parts: string | null;
  readonly expires: number | null;
  readonly expiresAfter: number | null;
}

export const rowColumns = `
  u.id, u.hash::text AS hash, u.host, u.bucket, u.url, u.state, u.reason, u.depth, u.parent, u.modified_at AS "modifiedAt",
  f.queue, f.level, f.priority, f.attempts, f.hops, f.kind, f.priority_parent AS "priorityParent", f.parts, f.expires,
  f.expires_after AS "expiresAfter"`;

export function rowOf(selected: SelectedRow): UrlRow {
  const { hash, state, kind, parts, expires, expiresAfter, modifiedAt, ...rest } = selected;
  return {
    ...rest,
    hash: BigInt(hash),
    state: urlStates[state]!,
    kind: kinds[kind ?? 0]!,
    queue: rest.queue ?? 0,
    level: rest.level ?? 0,
    priority: rest.priority ?? 0,
    attempts: rest.attempts ?? 0,
    hops: rest.hops ?? 0,
    priorityParent: rest.priorityParent ?? 0,
    parts: parts === null ? undefined : JSON.parse(parts),
    expiresAt: expires ?? undefined,
    expiresAfter: expiresAfter ?? undefined,
    modifiedAt: modifiedAt ?? undefined,
  };
}
