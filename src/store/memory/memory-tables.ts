import {
  type FrontierTables,
  type HostTable,
  levelOf,
  type UrlTable,
  type VisitTable,
} from '../../frontier/frontier-tables.js';
import type { Candidate, Claim } from '../../model/frontier.js';
import { bringsKnown, replacesKnown } from '../../model/replaces-known.js';
import type { MemoryRecords, MemoryUrl } from './memory-records.js';

/** The frontier's tables in memory: what it keeps are the records themselves. */
export class MemoryTables implements FrontierTables {
  readonly hosts: HostTable;
  readonly urls: UrlTable;
  readonly visits: VisitTable;

  constructor(records: MemoryRecords) {
    let hosts = 0;
    this.hosts = { add: () => ++hosts, save: (hostState) => records.hosts.set(hostState.host, hostState) };
    this.urls = urlTable(records);
    this.visits = visitTable(records);
  }

  restore(): void {}

  write<T>(work: () => T): T {
    return work();
  }

  hold(): () => void {
    return () => {};
  }

  commit(): void {}
}

function urlTable(records: MemoryRecords): UrlTable {
  const byId = (urlId: number) => records.urlById[urlId - 1]!;
  return {
    get size() {
      return records.urls.size;
    },
    find: (url) => records.urls.get(url),
    insert(candidate, _host, parent) {
      const entry = newEntry(records.urls.size + 1, candidate, parent);
      records.addUrl(entry);
      return entry;
    },
    readmit(known, candidate, _host, parent) {
      const { modifiedAt } = byId(known.id);
      Object.assign(byId(known.id), newEntry(known.id, candidate, parent), { modifiedAt });
    },
    queued: byId,
    saveModified(urlId, modifiedAt) {
      byId(urlId).modifiedAt = modifiedAt;
    },
    urlOf: (urlId) => byId(urlId).url,
    saveDepth() {},
    savePlace: (known, { priorityParent, parts }) =>
      Object.assign(byId(known.id), {
        ...(priorityParent !== undefined && { priorityParent }),
        ...(parts && { parts }),
      }),
    savePriority({ id }, priority) {
      byId(id).priority = priority;
    },
    saveKind(urlId, kind) {
      byId(urlId).kind = kind;
    },
    saveExpiry: (urlId, { expiresAt, expiresAfter }) => Object.assign(byId(urlId), { expiresAt, expiresAfter }),
    partsOf: (urlId) => byId(urlId).parts,
    requeue: ({ urlId }, attempts) => Object.assign(byId(urlId), { attempts }),
    leave: ({ id }, state, reason) => Object.assign(byId(id), { state, reason: reason ?? '' }),
  };
}

function newEntry(id: number, candidate: Candidate, parent: number): MemoryUrl {
  const {
    url,
    rejected,
    depth,
    queue,
    level,
    score,
    hops = 0,
    priorityParent = parent,
    expiresAt,
    expiresAfter,
    kind = 'page',
    modifiedAt,
  } = candidate;
  const parts = typeof candidate.merge === 'function' ? score.parts : {};
  const state = rejected === undefined ? 'queued' : 'rejected';
  return {
    ...{ id, url, state, reason: rejected ?? '', depth, parent, queue, level, priority: score.value },
    ...{ attempts: 0, hops, kind, priorityParent, parts, expiresAt, expiresAfter, modifiedAt },
  };
}

function visitTable(records: MemoryRecords): VisitTable {
  return {
    get last() {
      return records.rows.length;
    },
    add(claim: Claim, { lesson, features, ...visit }) {
      const { urlId, url, agent, level, depth, priority, parent, priorityParent, kind } = claim;
      const replaces = replacesKnown(claim, visit);
      const { archive } = visit;
      if (replaces) records.changeKnown(urlId, () => ({ superseded: true }));
      else if (archive && bringsKnown(visit)) records.changeKnown(urlId, (known) => ({ archive, ...known }));
      const seq = records.rows.length + 1;
      const from = parent === 0 ? '' : records.rows[parent - 1]!.url;
      const place = { seq, url, urlId, agent, level, depth, priority, parent: from, priorityParent };
      const facts = { ...(kind !== 'page' && { kind }), ...(!replaces && { superseded: true as const }) };
      records.addVisit({ ...visit, ...place, ...facts });
      if (features !== undefined) records.saveFeatures(seq, features);
      if (lesson !== undefined) records.lessons.push({ seq, agent, ...lesson });
      return seq;
    },
    addLinks(seq, links) {
      for (const { urlId, link } of links) {
        const { score, anchor = '' } = link;
        const { value, parts } = score;
        records.addEdge({ visit: seq, dst: urlId, anchor, level: levelOf(link), score: value, parts });
      }
    },
    redirectedFrom(seq) {
      const row = records.rows[seq - 1];
      return row?.outcome === 'redirect' ? records.urlById[row.urlId - 1]!.parent : undefined;
    },
    siblings({ id, parent }) {
      const ids = new Set((records.edges.get(parent) ?? []).map((edge) => edge.dst));
      const found = [...ids].map((urlId) => records.urlById[urlId - 1]!);
      return found.filter((other) => other.id !== id && other.parent === parent).map(({ url }) => url);
    },
    saveKnowledge(agent, data) {
      if (data === undefined) records.knowledge.delete(agent);
      else records.knowledge.set(agent, data);
      records.lessons = records.lessons.filter((lesson) => lesson.agent !== agent);
    },
  };
}
