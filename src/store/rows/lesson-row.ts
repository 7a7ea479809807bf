import { decodeFeatures } from '../../model/features.js';
import type { LearntVisit, Reached } from '../../model/strategy.js';
import { unpackLinks } from '../../page/link-blob.js';
import { unpackTerms } from '../../text/term-blob.js';

/** What is selected of a lesson, with its visit and judgement. */
export interface LessonRow {
  readonly url: string;
  readonly outcome: string;
  readonly depth: number;
  readonly level: number;
  readonly priorityParent: number;
  readonly terms: Uint8Array;
  readonly links: Uint8Array | null;
  readonly relevance: number;
  readonly raw: number;
  readonly relevant: number;
  readonly parts: string;
  readonly inheritedState: string | null;
  readonly features: string | null;
}

/** The lesson as strategies learn it; `from`: what the page that led to it had handed on. */
export function learntVisit(row: LessonRow, from: Reached['from']): LearntVisit {
  const { url, depth, level, relevance, raw, parts, inheritedState } = row;
  return {
    url,
    reached: { depth, level, ...(from && { from }) },
    terms: unpackTerms(row.terms),
    links: row.links === null ? [] : unpackLinks(row.links),
    relevant: row.relevant === 1,
    ...(row.outcome === 'sitemap' && { isSitemap: true }),
    ...(row.features !== null && { features: decodeFeatures(row.features) }),
    judgement: {
      ...{ relevance, raw, parts: JSON.parse(parts) },
      ...(inheritedState !== null && { inheritedState: JSON.parse(inheritedState) }),
    },
  };
}
