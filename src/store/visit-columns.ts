import type { Claim } from '../model/frontier.js';
import type { Visit } from '../model/visit.js';
import { hashNumber } from '../url/hash64.js';
import { kinds } from './codes.js';

type Value = string | number | bigint | null;

/** What each column of a visit holds; `replaces`: the visit is what is known of its URL from now on. */
export const visitColumns = {
  url: ({ urlId }) => urlId,
  agent: ({ agent }) => agent,
  level: ({ level }) => level,
  depth: ({ depth }) => depth,
  priority: ({ priority }) => priority,
  parent: ({ parent }) => parent,
  priority_parent: ({ priorityParent }) => priorityParent,
  kind: ({ kind }) => kinds.indexOf(kind),
  outcome: (_, { outcome }) => outcome,
  reason: (_, { reason }) => reason,
  detail: (_, { detail }) => detail ?? null,
  fetched_at: (_, { fetchedAt }) => fetchedAt,
  status: (_, { status }) => status,
  content_type: (_, { contentType }) => contentType ?? null,
  bytes: (_, { bytes }) => bytes ?? null,
  title: (_, { title }) => title ?? null,
  language: (_, { language }) => language ?? null,
  published: (_, { published }) => published ?? null,
  author: (_, { author }) => author ?? null,
  modified: (_, { modified }) => modified ?? null,
  noindex: (_, { noindex }) => (noindex === undefined ? null : Number(noindex)),
  fingerprint: (_, { fingerprint }) => (fingerprint === undefined ? null : hashNumber(fingerprint)),
  simhash: (_, { simhash }) => (simhash === undefined ? null : hashNumber(simhash)),
  file: (_, { archive }) => archive?.file ?? null,
  offset: (_, { archive }) => archive?.offset ?? null,
  length: (_, { archive }) => archive?.length ?? null,
  etag: (_, { etag }) => etag ?? null,
  rights: (_, { rights }) => (rights === undefined ? null : JSON.stringify(rights)),
  last_modified: (_, { lastModified }) => lastModified ?? null,
  superseded: (_, __, replaces) => Number(!replaces),
} as const satisfies Readonly<Record<string, (claim: Claim, visit: Visit, replaces: boolean) => Value>>;

export type VisitColumn = keyof typeof visitColumns;

export const visitColumnNames = Object.keys(visitColumns) as VisitColumn[];
