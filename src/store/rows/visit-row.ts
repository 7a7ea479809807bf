import { basename } from 'node:path';
import { Failure } from '../../failure.js';
import type { PageRights } from '../../model/page-rights.js';
import type { VisitOutcome, VisitRow } from '../../model/visit.js';
import { hashText } from '../../url/hash64.js';
import { kinds } from '../codes.js';
import { inertJson } from '../sqlite/rows.js';
import { damagedDatabase } from '../sqlite/store-failure.js';

/** What is selected of a visit. */
export interface VisitColumns {
  seq: number;
  urlId: number;
  url: string;
  agent: number;
  level: number;
  depth: number;
  priority: number;
  parent: string | null;
  outcome: VisitOutcome;
  reason: string;
  detail: string | null;
  fetchedAt: number;
  status: number;
  contentType: string | null;
  bytes: number | null;
  title: string | null;
  language: string | null;
  published: string | null;
  modified: string | null;
  author: string | null;
  noindex: number | null;
  rights: string | null;
  fingerprint: string | null;
  simhash: string | null;
  file: string | null;
  offset: number | null;
  length: number | null;
  relevance: number | null;
  raw: number | null;
  relevant: number | null;
  parts: string | null;
  inheritedState: string | null;
  priorityParent: number;
  superseded: number;
  kind: number;
}

/** The columns of a damaged database may hold anything. */
export function visitRow(row: VisitColumns): VisitRow {
  try {
    if (Number.isNaN(new Date(row.fetchedAt).getTime())) throw new RangeError(`visit ${row.seq} has no time`);
    return visitOf(row);
  } catch (thrown) {
    throw thrown instanceof Failure ? thrown : damagedDatabase('crawl.db', thrown);
  }
}

function visitOf(row: VisitColumns): VisitRow {
  const { parent, noindex, rights, fingerprint, simhash, file, offset, length, superseded, kind, ...judged } = row;
  const { relevance, raw, relevant, parts, inheritedState, ...plain } = judged;
  const present = Object.fromEntries(
    Object.entries(plain).filter(([, value]) => value !== null),
  ) as unknown as VisitRow;
  return {
    ...present,
    parent: parent ?? '',
    ...(noindex === null ? {} : { noindex: noindex === 1 }),
    ...(rights === null ? {} : { rights: inertJson<PageRights>(rights) }),
    ...(superseded === 1 && { superseded: true }),
    ...(kind !== 0 && { kind: kinds[kind]! }),
    ...(fingerprint === null ? {} : { fingerprint: hashText(BigInt(fingerprint)) }),
    ...(simhash === null ? {} : { simhash: hashText(BigInt(simhash)) }),
    // Of the folder itself, whatever a database from elsewhere says.
    ...(file === null ? {} : { archive: { file: basename(file), offset: offset!, length: length! } }),
    ...(relevance === null
      ? {}
      : {
          judgement: {
            relevance,
            raw: raw!,
            relevant: relevant === 1,
            parts: inertJson(parts!),
            ...(inheritedState !== null && { inheritedState: JSON.parse(inheritedState) }),
          },
        }),
  };
}
