import { inertLine } from '../../page/inert-line.js';
import type { MapHost, MapLink, SiteMap } from '../api/hosts.js';
import type { Fields } from '../server/fields.js';
import type { ShownCrawl } from '../server/shown-crawl.js';
import { type CrawlDigest, factFlags } from './crawl-digest.js';
import { readingOf } from './hosts.js';

const [usualHosts, mostHosts, mostLinks] = [300, 1_000, 5_000] as const;

/** Hosts and the ways between them, up to a time. */
export async function siteMap(crawl: ShownCrawl, query: Fields): Promise<SiteMap> {
  const limit = query.only('limit', 'until').integer('limit', 1, mostHosts) ?? usualHosts;
  const until = query.number('until', 0, Number.MAX_SAFE_INTEGER) ?? Number.POSITIVE_INFINITY;
  const reading = await readingOf(crawl);
  const { digest } = crawl;
  const { hosts, shown } = hostsUntil(digest, until, limit);
  const links = linksUntil(digest, until, shown);
  const [from, to] = [digest.at.get(0) ?? 0, digest.at.get(digest.size - 1) ?? 0];
  return { hosts, links, from, to, ...(reading && { reading }) };
}

/** `shown`: by the number of a host its place in the map, -1 where it has none. */
function hostsUntil(digest: CrawlDigest, until: number, limit: number) {
  const sums = digest.hostNames.map((host, id) => ({
    ...{ host, id, pages: 0, relevant: 0, firstVisit: Number.POSITIVE_INFINITY, isSeed: false },
    agents: new Map<number, number>(),
  }));
  for (let place = 0; place < digest.size; place++) {
    const [at, flags] = [digest.at.get(place)!, digest.flags.get(place)!];
    if (at > until || !(flags & factFlags.document)) continue;
    const sum = sums[digest.host.get(place)!]!;
    const agent = digest.agent.get(place)!;
    sum.pages++;
    if (flags & factFlags.relevant) sum.relevant++;
    if (flags & factFlags.seed) sum.isSeed = true;
    sum.firstVisit = Math.min(sum.firstVisit, at);
    sum.agents.set(agent, (sum.agents.get(agent) ?? 0) + 1);
  }
  const best = sums
    .filter(({ pages }) => pages > 0)
    .sort((a, b) => b.relevant - a.relevant || b.pages - a.pages)
    .slice(0, limit);
  const shown = new Int32Array(sums.length).fill(-1);
  for (const [place, { id }] of best.entries()) shown[id] = place;
  const hosts = best.map(({ host, agents, id: _, ...sum }): MapHost => {
    const [[agent] = [0]] = [...agents].sort(([, a], [, b]) => b - a);
    return { host: inertLine(host, 253), ...sum, agent };
  });
  return { hosts, shown };
}

function linksUntil(digest: CrawlDigest, until: number, shown: Int32Array): MapLink[] {
  const links = new Map<string, { -readonly [Key in keyof MapLink]: MapLink[Key] }>();
  for (let place = 0; place < digest.size; place++) {
    const [from, to] = [digest.from.get(place)!, digest.host.get(place)!];
    if (from < 0 || from === to || shown[from]! < 0 || shown[to]! < 0 || digest.at.get(place)! > until) continue;
    const [agent, flags] = [digest.agent.get(place)!, digest.flags.get(place)!];
    const key = `${from} ${to} ${agent}`;
    const link = links.get(key) ?? { from: shown[from]!, to: shown[to]!, visits: 0, relevant: 0, agent, tunnels: 0 };
    links.set(key, link);
    link.visits++;
    if (flags & factFlags.relevant) link.relevant++;
    if (digest.level.get(place)! > 1) link.tunnels++;
  }
  return [...links.values()].sort((a, b) => b.visits - a.visits).slice(0, mostLinks);
}
