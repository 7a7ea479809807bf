import { Failure } from '../failure.js';
import {
  type Candidate,
  mergedPriority,
  type Promotion,
  type Rescore,
  type Revalue,
  type RevalueRequest,
  revisitLevel,
} from '../model/frontier.js';
import { hostOf } from '../url/canonical-url.js';
import type { FrontierTables, KnownUrl, PlaceOrigin, QueuedUrl } from './frontier-tables.js';
import type { HostQueue, HostQueuePlace, HostScheduler } from './host-scheduler.js';
import type { HostState } from './hosts.js';
import type { Place } from './indexed-heap.js';

/** A queued URL that was found to be worth `priority` by now. */
export type Revalued = Place & Pick<QueuedUrl, 'url'>;

/** How queued URLs change places: on the scheduler and in the tables alike. */
export class QueueChanges {
  constructor(
    private readonly scheduler: HostScheduler,
    private readonly tables: FrontierTables,
  ) {}

  /** A queued URL takes another place in the order. */
  move(known: KnownUrl, hostState: HostState, level: number, priority: number, origin: PlaceOrigin): boolean {
    if (level === known.level && priority === known.priority && origin.parts === undefined) return false;
    if (Number.isNaN(priority)) throw badScore(this.tables.urls.urlOf(known.id));
    if (level !== known.level) this.scheduler.remove(this.hostQueueOf(known, hostState), known.id);
    known.level = level;
    known.priority = priority;
    this.tables.urls.savePlace(known, origin);
    this.scheduler.put(this.hostQueueOf(known, hostState), known.id, priority);
    return true;
  }

  /** Returns how many URLs moved. */
  applyAll(changes: readonly Rescore[]): number {
    let moved = 0;
    for (const change of changes) moved += 'promote' in change ? this.promote(change) : this.apply(change);
    return moved;
  }

  private apply(change: Exclude<Rescore, Promotion>): number {
    const { score, merge = 'set' } = change;
    const [urls, level, parts] =
      'url' in change ? [[change.url], change.level, change.parts] : [this.siblingsOf(change.siblingsOf)];
    return urls.filter((url) => {
      if (this.tables.others?.rescore({ ...('url' in change && change), url, score, merge })) return false;
      const found = this.find(url);
      if (found === undefined || !this.scheduler.holds(found.known.id)) return false;
      const { known, hostState } = found;
      if (known.level === revisitLevel) return false;
      const priority = mergedPriority(merge, known.priority, score);
      return this.move(known, hostState, level ?? known.level, priority, { ...(parts && { parts }) });
    }).length;
  }

  private promote({ promote: count, queue = 0, from, to }: Promotion): number {
    const best = this.scheduler.bestOf(queue, from, count);
    for (const { urlId } of best) {
      const { known, hostState } = this.find(this.tables.urls.urlOf(urlId))!;
      this.move(known, hostState, to, known.priority, {});
    }
    return best.length;
  }

  private siblingsOf(url: string): string[] {
    const known = this.find(url)?.known;
    if (known === undefined) return [];
    const { visits } = this.tables;
    // What a redirect led to stands beside the links among which the redirect was found.
    let parent = known.parent;
    for (let from = visits.redirectedFrom(parent); from !== undefined; from = visits.redirectedFrom(parent))
      parent = from;
    return parent === 0 ? [] : visits.siblings({ id: known.id, parent });
  }

  find(url: string): { known: KnownUrl; hostState: HostState } | undefined {
    const hostState = this.scheduler.hosts.get(hostOf(url));
    const known = hostState && this.tables.urls.find(url, hostState);
    return hostState && known && { known, hostState };
  }

  /** Returns how many URLs moved. */
  revalue(request: RevalueRequest): number {
    const { value } = request;
    const changed: (HostQueuePlace & Revalued)[] = [];
    for (const { urlId, hostQueue, priority: queued } of toRevalue(this.scheduler, request)) {
      const url = this.tables.urls.urlOf(urlId);
      const priority = worthOf(url, queued, value);
      if (priority !== queued) changed.push({ urlId, hostQueue, priority, url });
    }
    for (const { hostQueue, urlId, priority } of changed) this.scheduler.put(hostQueue, urlId, priority);
    this.savePriorities(changed);
    return changed.length;
  }

  savePriorities(changed: readonly Revalued[]): void {
    if (changed.length === 0) return;
    this.tables.write(() => {
      for (const { urlId, url, priority } of changed) this.tables.urls.savePriority({ id: urlId, url }, priority);
    });
  }

  hostQueueOf({ queue, level }: KnownUrl, hostState: HostState): HostQueue {
    return this.scheduler.hostQueue(queue, level, hostState);
  }
}

/** The URLs that are valued anew. */
export function toRevalue(
  scheduler: HostScheduler,
  { queue, count }: Pick<RevalueRequest, 'queue' | 'count'>,
): HostQueuePlace[] {
  const levels = scheduler.levelsOf([queue]).filter((level) => level !== revisitLevel);
  return levels.flatMap((level) => scheduler.bestOf(queue, level, Math.ceil(count / level)));
}

/** What the URL is worth by now; its place, where that has hardly changed or is not known. */
export function worthOf(url: string, queued: number, value: Revalue): number {
  const offered = value(url);
  if (offered === undefined) return queued;
  if (Number.isNaN(offered)) throw badScore(url);
  return mergedPriority('follow', queued, offered);
}

/** A score that is no number has no place in any order; found out before anything is changed. */
export function checkScores(scored: readonly (Candidate | Rescore)[]): void {
  for (const change of scored) {
    if ('promote' in change) continue;
    const { score } = change;
    if (!Number.isNaN(typeof score === 'number' ? score : score.value)) continue;
    throw badScore('url' in change ? change.url : change.siblingsOf);
  }
}

function badScore(url: string): Failure {
  return new Failure('bad-score', `The strategy gave ${url} a score that is not a number.`, 'fatal', { url });
}
