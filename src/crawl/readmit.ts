import { isDeepStrictEqual } from 'node:util';
import { expiryOf } from '../agent/page-processor.js';
import type { Settings } from '../config/options.js';
import { Scope } from '../frontier/scope.js';
import type { CrawlStore, UrlRecord } from '../model/crawl-store.js';
import type { Candidate } from '../model/frontier.js';
import { mainAgent } from './learner.js';

const scopeReasons: ReadonlySet<string> = new Set(['domain', 'include', 'exclude', 'blocked-host', 'max-depth']);
const scopeKeys = ['domains', 'include', 'exclude', 'blockHosts', 'maxDepth', 'followNofollow'] as const;
const expiryKeys = ['expire', 'expirePages'] as const;
const batchSize = 1_000;

/**
 * A crawl that goes on with a wider scope takes back the URLs that the narrower one turned down, and one that lets URLs wait
 * for longer those that have expired, with the best score that any link gave them. Each goes to the agent that found it first.
 */
export async function readmitRejected(store: CrawlStore, before: Settings, now: Settings, at: number): Promise<number> {
  const waitsLonger = expiryKeys.some((key) => now[key] > before[key]);
  if (!waitsLonger && scopeKeys.every((key) => isDeepStrictEqual(before[key], now[key]))) return 0;
  const scope = new Scope(now);
  const queueOf = await queuesOfFinders(store);
  let batch: UrlRecord[] = [];
  let readmitted = 0;
  const flush = async () => {
    const links = await store.records.bestInLinks(batch.map(({ id }) => id));
    const candidates: Candidate[] = [];
    for (const { id, url, depth, parent } of batch) {
      const best = links.get(id);
      const score = best === undefined ? { value: 1, parts: { seed: 1 } } : { value: best.score, parts: best.parts };
      const [queue, level] = [await queueOf(parent), Math.abs(best?.level ?? 1)];
      candidates.push({ url, queue, level, depth, score, merge: 'max', ...expiryOf(now, at) });
    }
    readmitted += await store.frontier.add(candidates);
    batch = [];
  };
  for await (const record of store.records.rejected()) {
    if (!isReadmitted(record, scope, before, now)) continue;
    batch.push(record);
    if (batch.length === batchSize) await flush();
  }
  await flush();
  return readmitted;
}

/** Whether a URL that was turned down or has expired would enter the queue under the settings of `now`, whose scope is given. */
export function isReadmitted(record: UrlRecord, scope: Scope, before: Settings, now: Settings): boolean {
  const { url, state, reason, depth } = record;
  const waitsLonger = expiryKeys.some((key) => now[key] > before[key]);
  const isOpen =
    state === 'expired' ? waitsLonger : scopeReasons.has(reason) || (reason === 'nofollow' && now.followNofollow);
  return isOpen && scope.rejection(url, depth) === undefined;
}

/** By the visit that found a URL, the queue of its agent; the main one for what no agent of the crawl has found, such as seeds. */
async function queuesOfFinders({ directory, records }: CrawlStore): Promise<(visit: number) => Promise<number>> {
  const queues = new Map((await directory.agents()).map(({ id, queue }) => [id, queue]));
  const known = new Map([[0, mainAgent]]);
  return async (visit) => {
    if (!known.has(visit)) {
      const { agent = mainAgent } = (await records.visit(visit)) ?? {};
      known.set(visit, queues.get(agent) ?? mainAgent);
    }
    return known.get(visit)!;
  };
}
