import type { UrlRecord } from '../../model/crawl-store.js';
import { kinds } from './sql-parts.js';
import { urlStates } from './sqlite-url-table.js';

/** Of a URL `u`, with its place `f` in the queue where it has one. */
export const urlColumns =
  'u.id, u.url, u.state, u.reason, u.depth, u.parent, u.modified_at AS modifiedAt, f.kind, f.priority, f.level, f.attempts';

export interface UrlRow {
  id: number;
  url: string;
  state: number;
  reason: string;
  depth: number;
  parent: number;
  priority: number | null;
  level: number | null;
  attempts: number | null;
  modifiedAt: number | null;
  kind: number | null;
}

export function urlRecord({ state, priority, level, attempts, modifiedAt, kind, ...rest }: UrlRow): UrlRecord {
  return {
    ...rest,
    state: urlStates[state]!,
    ...(modifiedAt !== null && { modifiedAt }),
    ...(kind && { kind: kinds[kind]! }),
    ...(priority === null ? {} : { priority, level: level!, attempts: attempts! }),
  };
}
