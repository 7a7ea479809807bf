import type { VisitRow } from '../../src/model/visit.js';
import { hostOf } from '../../src/url/canonical-url.js';
import type { HostileSite } from './hostile-site.js';

type VisitFacts = Pick<VisitRow, 'url' | 'outcome' | 'reason' | 'title'>;

/** Where the visits of a crawl are not what the table of sites says, in words: nothing, if all is well. */
export function brokenPromises(sites: readonly HostileSite[], visits: readonly VisitFacts[]): string[] {
  const bySite = new Map<HostileSite, Map<string, VisitFacts>>(sites.map((site) => [site, new Map()]));
  const byHost = new Map(sites.flatMap((site) => site.hosts.map((host) => [host, site] as const)));
  const broken: string[] = [];
  for (const visit of visits) {
    const host = hostOf(visit.url).replace(/:\d+$/, '');
    const site = byHost.get(host) ?? byHost.get(host.replace(/^[^.]+/, '*'));
    if (site === undefined) broken.push(`${visit.url}: of no known site, ended in ${endOf(visit)}`);
    else bySite.get(site)!.set(visit.url, visit);
  }
  for (const [site, ofSite] of bySite) broken.push(...brokenBy(site, ofSite));
  return broken;
}

function brokenBy({ does, promise }: HostileSite, visits: ReadonlyMap<string, VisitFacts>): string[] {
  const { pages, ends, waiting, others, endless, titles } = promise;
  const expected = new Map([...pages.map((url) => [url, 'page'] as const), ...Object.entries(ends)]);
  for (const url of waiting) expected.set(url, 'no visit');
  const broken = [...expected].flatMap(([url, end]) => {
    const visit = visits.get(url);
    const came = visit === undefined ? 'no visit' : endOf(visit);
    return came === end ? [] : [`${url} (${does}): ${came} instead of ${end}`];
  });
  for (const [url, title] of Object.entries(titles)) {
    const came = visits.get(url)?.title;
    if (came !== title)
      broken.push(`${url} (${does}): the title ${JSON.stringify(came)} instead of ${JSON.stringify(title)}`);
  }
  const rest = [...visits.values()].filter(({ url }) => !expected.has(url));
  if (endless !== undefined) {
    if (rest.length > endless) broken.push(`${rest[0]!.url} (${does}): ${rest.length} visits, more than ${endless}`);
    return broken;
  }
  const counted = inWords(countsOf(rest.map(endOf)));
  if (counted !== inWords(others)) {
    const some = rest
      .slice(0, 3)
      .map(({ url }) => url)
      .join(' ');
    broken.push(`${does}: others ended as ${counted} instead of ${inWords(others)}: ${some}`);
  }
  return broken;
}

/** What a visit ended in: `page`, or its reason. */
export function endOf({ outcome, reason }: Pick<VisitRow, 'outcome' | 'reason'>): string {
  return outcome === 'page' ? 'page' : reason;
}

/** How often each is there. */
export function countsOf(names: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function inWords(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} × ${count}`)
    .sort()
    .join(', ');
}
