import { counted } from '../../counted.js';
import { userAgentOf } from '../../crawl/crawl-rules.js';
import { ofNearestDomain } from '../../frontier/quiet-hours.js';
import { Scope } from '../../frontier/scope.js';
import { inertLine } from '../../page/inert-line.js';
import { productTokens } from '../../robots/product-tokens.js';
import { rulesForStatus } from '../../robots/robots-rules.js';
import { rulingLines } from '../../robots/ruling-lines.js';
import { isDescendantDomain } from '../../url/canonical-url.js';
import { reasonInWords } from '../../words/reasons.js';
import type { Listed } from '../api/endpoints.js';
import type { HostDetail, HostLine, RobotsLine } from '../api/hosts.js';
import type { Fields } from '../server/fields.js';
import { notFound } from '../server/refusal.js';
import type { ShownCrawl } from '../server/shown-crawl.js';
import { factFlags } from './crawl-digest.js';
import { randomSeedOf } from './pages/random-seed.js';

const mostLines = 100;

interface HostSum {
  readonly host: string;
  pages: number;
  relevant: number;
  errors: number;
  first: number;
  last: number;
}

/** How far the crawl was read for what is added up; undefined where all of it was. */
export async function readingOf(crawl: ShownCrawl, patience = 300) {
  const reader = await crawl.reader();
  if (await crawl.digest.update(reader, randomSeedOf(crawl), patience)) return undefined;
  const [newest] = await reader.browsing.facts({ order: 'visit-down', limit: 1 });
  return { read: crawl.digest.read, of: newest?.seq ?? 0 };
}

/** What every host brought. */
async function hostSums(crawl: ShownCrawl): Promise<ReadonlyMap<string, HostSum>> {
  const { digest } = crawl;
  return crawl.cached.get(`hosts ${digest.size}`, 1_000, async () => {
    const sums = digest.hostNames.map((host): HostSum => {
      return { host, pages: 0, relevant: 0, errors: 0, first: Number.POSITIVE_INFINITY, last: 0 };
    });
    for (let place = 0; place < digest.size; place++) {
      const sum = sums[digest.host.get(place)!]!;
      const [flags, at] = [digest.flags.get(place)!, digest.at.get(place)!];
      if (flags & factFlags.document) sum.pages++;
      if (flags & factFlags.relevant) sum.relevant++;
      if (flags & factFlags.error) sum.errors++;
      sum.first = Math.min(sum.first, at);
      sum.last = Math.max(sum.last, at);
    }
    return new Map(sums.map((sum) => [sum.host, sum]));
  });
}

const orders: Readonly<Record<string, (a: HostSum, b: HostSum) => number>> = {
  pages: (a, b) => b.pages - a.pages,
  relevant: (a, b) => b.relevant - a.relevant,
  harvest: (a, b) => share(b) - share(a),
  errors: (a, b) => b.errors - a.errors,
  name: (a, b) => (a.host < b.host ? -1 : 1),
};

function share({ pages, relevant }: HostSum): number {
  return pages === 0 ? 0 : relevant / pages;
}

export async function hostList(crawl: ShownCrawl, query: Fields): Promise<Listed<HostLine>> {
  const order = query.choice('order', 'pages', 'relevant', 'harvest', 'errors', 'name') ?? 'relevant';
  const name = query.text('name', 253)?.toLowerCase();
  const limit = query.integer('limit', 1, 200) ?? 100;
  const from = query.integer('after', 0, Number.MAX_SAFE_INTEGER) ?? 0;
  const reading = await readingOf(crawl);
  const sums = [...(await hostSums(crawl)).values()].filter(({ host }) => !name || host.includes(name));
  sums.sort((a, b) => orders[order]!(a, b) || b.relevant - a.relevant || b.pages - a.pages);
  const items = await hostLines(crawl, sums.slice(from, from + limit));
  const next = from + limit < sums.length && { next: String(from + limit) };
  return { items, total: sums.length, ...next, ...(reading && { reading }) };
}

async function hostLines(crawl: ShownCrawl, sums: readonly HostSum[]): Promise<HostLine[]> {
  const { browsing } = await crawl.reader();
  const settings = crawl.settings();
  const scope = new Scope(settings);
  const states = await browsing.hostStates(sums.map(({ host }) => host));
  const now = Date.now();
  return sums.map(({ host, pages, relevant, errors }) => {
    const { delay = settings.delay, failures = 0, nextAt = 0 } = states.get(host) ?? {};
    const slowed = ofNearestDomain(settings.hostDelay, host) ?? 0;
    return {
      host: inertLine(host, 253),
      ...{ pages, relevant, errors, failures },
      delay: Math.max(delay, slowed),
      isBlocked: scope.isBlocked(host),
      isPreferred: settings.preferHosts.some((preferred) => isDescendantDomain(host, preferred)),
      ...(nextAt > now && { notBefore: nextAt }),
      ...(slowed > 0 && { slowed }),
    };
  });
}

export async function hostDetail(crawl: ShownCrawl, host: string): Promise<HostDetail> {
  await readingOf(crawl);
  const { browsing } = await crawl.reader();
  const sum = (await hostSums(crawl)).get(host);
  if (sum === undefined) throw notFound('The crawl has not visited that host.');
  const [line] = await hostLines(crawl, [sum]);
  const reasons = [...(crawl.digest.reasons.get(crawl.digest.hostNames.indexOf(host)) ?? [])]
    .map(([code, visits]) => ({ code: inertLine(code, 60), words: inertLine(reasonInWords(code), 300), visits }))
    .sort((a, b) => b.visits - a.visits);
  return {
    ...line!,
    queued: await browsing.queuedOn(host),
    reasons,
    robots: await robotsLines(crawl, host),
    ...(sum.last > 0 && { firstVisit: sum.first, lastVisit: sum.last }),
  };
}

async function robotsLines(crawl: ShownCrawl, host: string): Promise<RobotsLine[]> {
  const { browsing, notes } = await crawl.reader();
  const tokens = productTokens(userAgentOf(crawl.settings()));
  const lines: RobotsLine[] = [];
  for (const origin of await browsing.robotsOrigins(host)) {
    const note = await notes.robots(origin);
    if (note === undefined) continue;
    const { status, fetchedAt, body } = note;
    const ruling = status >= 200 && status < 300 ? rulingLines(body, tokens) : [];
    const delay = rulesForStatus(status === 0 ? 'unreachable' : status, body).crawlDelay(tokens);
    lines.push({
      origin: inertLine(origin, 300),
      ...{ fetchedAt, status },
      lines: ruling.slice(0, mostLines).map(({ number, text }) => ({ number, text: inertLine(text, 300) })),
      words: inWords(status, ruling, delay),
    });
  }
  return lines;
}

function inWords(status: number, ruling: readonly { readonly text: string }[], delay: number | undefined): string {
  if (status === 0) return 'It could not be fetched, so nothing is visited there for now.';
  if (status >= 500) return `The server answered with status ${status}, so nothing is visited there for now.`;
  if (status >= 300) return `There is none (status ${status}): everything may be visited.`;
  const closed = ruling.filter(({ text }) => /^\s*disallow\s*:?\s*\S/i.test(text)).length;
  const paths = closed === 0 ? 'keeps no path closed' : `keeps ${counted(closed, 'path pattern')} closed`;
  return delay === undefined ? `It ${paths}.` : `It asks crawlers to wait ${delay} s, and ${paths}.`;
}
