import type { Visited } from '../../agent/agent.js';
import type { CrawlRecords } from '../../model/crawl-store.js';
import { isDocument } from '../../model/documents.js';
import type { Settlement, SettleResult } from '../../model/frontier.js';
import { pageRecord } from '../../model/page-record.js';
import type { CrawlEvents } from './crawl-events.js';

/** Tells of a visit that was committed. */
export async function tellVisit(
  events: CrawlEvents,
  { seq, agent, url, visit }: Visited,
  records: Pick<CrawlRecords, 'visit'>,
): Promise<void> {
  const { outcome, reason, detail = '', judgement, title = null } = visit;
  const { relevance = null, relevant = false } = judgement ?? {};
  events.emit({ type: 'visit', seq, agent, url, outcome, reason, title, relevance, relevant });
  if (outcome === 'failed') events.emit({ type: 'fault', code: reason, message: detail, url, agent });
  if (outcome === 'refused') events.emit({ type: 'skip', url, reason, agent });
  if (isDocument(outcome) && events.hears('page'))
    events.emit({ type: 'page', ...pageRecord((await records.visit(seq))!) });
}

/** Tells what a commit did to the queue: what entered it, and what rules kept out. */
export function tellSettled(
  events: CrawlEvents,
  agent: number,
  settlements: readonly Settlement[],
  { added }: SettleResult,
): void {
  if (added > 0) events.emit({ type: 'queue', agent, added });
  if (!events.hears('skip')) return;
  for (const { links = [] } of settlements)
    for (const { url, rejected } of links)
      if (rejected !== undefined) events.emit({ type: 'skip', url, reason: rejected, agent });
}
