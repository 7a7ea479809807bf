import type { UrlRecord } from '../../model/crawl-store.js';
import { kinds, urlStates } from '../codes.js';

/** What is selected of a URL and its place in the queue. */
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
