import { Scope } from '../../frontier/scope.js';
import type { QueuedUrl } from '../../model/crawl-browsing.js';
import { revisitLevel } from '../../model/frontier.js';
import { inertLine } from '../../page/inert-line.js';
import { reasonInWords } from '../../words/reasons.js';
import type { Listed } from '../api/endpoints.js';
import type { QueuedLine, QueueView, RejectedLine } from '../api/queue.js';
import { type Fields, needed } from '../server/fields.js';
import type { ShownCrawl } from '../server/shown-crawl.js';
import { scoreParts } from './score-parts.js';

const mostNext = 200;
/** Large tables are counted so often at most (ms). */
const countsEvery = 15_000;

export async function queueView(crawl: ShownCrawl): Promise<QueueView> {
  const { browsing } = await crawl.reader();
  const levels = await crawl.cached.get('levels', 10_000, () => browsing.queueLevels());
  const counted = crawl.cached.get('rejections', countsEvery, async () => ({
    at: Date.now(),
    rules: await browsing.rejections(),
  }));
  const { at, rules } = await counted;
  const rejected = Object.entries(rules)
    .map(([rule, urls]) => ({ rule: inertLine(rule, 60), words: inertLine(reasonInWords(rule), 300), urls }))
    .sort((a, b) => b.urls - a.urls);
  return { queued: levels.reduce((sum, { queued }) => sum + queued, 0), levels, rejected, at };
}

/** The next URLs, with the link that gave them their place. */
export async function nextUrls(crawl: ShownCrawl, query: Fields): Promise<Listed<QueuedLine>> {
  const host = query.only('host').text('host', 253);
  const lines = await crawl.cached.get('next-urls', 5_000, () => bestLines(crawl));
  return { items: host === undefined ? lines : lines.filter((line) => line.host === host) };
}

async function bestLines(crawl: ShownCrawl): Promise<QueuedLine[]> {
  const { browsing, records } = await crawl.reader();
  const { strategy } = crawl.settings();
  const best = await browsing.bestQueued(mostNext);
  const hosts = await browsing.hostStates([...new Set(best.map(({ host }) => host))]);
  const closedBy = closing(crawl);
  const now = Date.now();
  const lines: QueuedLine[] = [];
  for (const queued of best) {
    const [link] = await records.inLinks(queued.id, 1);
    const { nextAt = 0, fetched = 0 } = hosts.get(queued.host) ?? {};
    const rule = closedBy(queued, fetched);
    lines.push({
      url: inertLine(queued.url, 2_048),
      host: inertLine(queued.host, 253),
      ...{ level: queued.level, priority: queued.priority, depth: queued.depth, attempts: queued.attempts },
      kind: queued.kind,
      parts: scoreParts(strategy, link?.parts ?? {}),
      ...(link && { from: inertLine(link.from, 2_048), anchor: inertLine(link.anchor, 200) }),
      ...(nextAt > now && { notBefore: nextAt }),
      ...(rule !== undefined && { closedBy: rule }),
    });
  }
  return lines;
}

/** The rule that keeps a queued URL from being visited, if one does. */
function closing(crawl: ShownCrawl): (queued: QueuedUrl, fetched: number) => string | undefined {
  const settings = crawl.settings();
  const scope = new Scope(settings);
  return ({ url, depth, level }, fetched) => {
    const isFull = level !== revisitLevel && fetched >= settings.maxPerHost;
    return scope.rejection(url, depth) ?? (isFull ? 'max-per-host' : undefined);
  };
}

export async function rejectedUrls(crawl: ShownCrawl, query: Fields): Promise<Listed<RejectedLine>> {
  const rule = needed(query.text('rule', 60), 'rule');
  const limit = query.integer('limit', 1, 200) ?? 50;
  const after = query.integer('after', 0, Number.MAX_SAFE_INTEGER) ?? 0;
  const { browsing, records } = await crawl.reader();
  const urls = await browsing.rejectedBy(rule, { after, limit });
  const items: RejectedLine[] = [];
  for (const { url, depth, parent } of urls) {
    const from = parent === 0 ? undefined : (await records.visit(parent))?.url;
    items.push({ url: inertLine(url, 2_048), depth, ...(from && { from: inertLine(from, 2_048) }) });
  }
  return { items, ...(urls.length === limit && { next: String(urls.at(-1)!.id) }) };
}
