import type { QueuedUrl, VisitFact } from '../../model/crawl-browsing.js';
import { kinds } from '../codes.js';

export type FactRow = Omit<VisitFact, 'kind' | 'superseded' | 'noindex' | 'language' | 'relevance' | 'relevant'> & {
  readonly kind: number;
  readonly superseded: number;
  readonly noindex: number | null;
  readonly language: string | null;
  readonly relevance: number | null;
  readonly relevant: number | null;
};

export function factOf({ kind, superseded, noindex, language, relevance, relevant, ...fact }: FactRow): VisitFact {
  return {
    ...fact,
    kind: kinds[kind] ?? 'page',
    superseded: superseded === 1,
    noindex: noindex === 1,
    language: language ?? '',
    relevance: relevance ?? 0,
    relevant: relevant === 1,
  };
}

export type QueuedRow = Omit<QueuedUrl, 'kind'> & { readonly kind: number };

export function queuedOf({ kind, ...row }: QueuedRow): QueuedUrl {
  return { ...row, kind: kinds[kind] ?? 'page' };
}
