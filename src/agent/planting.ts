import { availableParallelism } from 'node:os';
import type { Settings } from '../config/options.js';
import { credentialOrigins } from '../download/request-headers.js';
import { UsageError } from '../failure.js';
import { Scope } from '../frontier/scope.js';
import type { Seed } from '../seeding/seed.js';
import type { CrawlStore } from '../store/crawl-store.js';
import { exampleUrls, seedExamples } from './examples.js';
import { mainAgent } from './learner.js';
import { segmentsOf } from './segments.js';

/** The agents register, and each gets its seeds. Returns the sites of those that the user gave. */
export async function plant(
  store: CrawlStore,
  settings: Settings,
  seeds: readonly Seed[],
  now: number,
): Promise<readonly string[]> {
  const segments = segmentsOf(seeds, settings, availableParallelism());
  const queueOf = (id: number) => (settings.organisation === 'coordinator' ? mainAgent : id);
  const agents = segments.map(({ name, seeds: own }, id) => ({
    id,
    segment: name,
    queue: queueOf(id),
    seeds: own.length,
  }));
  await store.directory.register(agents, now);
  const queues = new Map(segments.flatMap(({ seeds: own }, id) => own.map(({ url }) => [url, queueOf(id)])));
  return addSeeds(store, settings, seeds, (url) => queues.get(url)!);
}

/** Who crawls was settled when the crawl began: what they have found is theirs. */
export async function checkAgents(
  { directory }: CrawlStore,
  previous: Settings,
  { agents }: Settings,
  now: number,
): Promise<void> {
  const { length } = await directory.agents();
  // A crawl of before there were several.
  if (length === 0)
    return directory.register([{ id: mainAgent, segment: 'all seeds', queue: mainAgent, seeds: 0 }], now);
  // The number that was asked for then may be more than there were seeds for.
  if (agents === 'auto' || agents === length || agents === previous.agents) return;
  const many = length === 1 ? 'one agent' : `${length} agents`;
  throw new UsageError('other-agents', `The crawl began with ${many} and goes on with as many; leave --agents out.`);
}

/**
 * Marked when done, with the sites of those that the user gave: a crawl that is killed before starts with its seeds when it is
 * resumed. Seeds that come later are shared out in turn. Returns all sites so far.
 */
export async function addSeeds(
  { directory, frontier, notes }: CrawlStore,
  settings: Settings,
  seeds: readonly Seed[],
  queueOf?: (url: string) => number,
): Promise<readonly string[]> {
  const scope = new Scope(settings);
  const examples = new Set(exampleUrls(settings));
  const agents = await directory.agents();
  await frontier.add(
    seeds.map(({ url, score }, index) => {
      const rejected = examples.has(url) ? undefined : scope.rejection(url, 0);
      const queue = queueOf?.(url) ?? agents[index % agents.length]!.queue;
      return {
        url,
        agent: examples.has(url) ? seedExamples : queue,
        level: 1,
        depth: 0,
        score: { value: score, parts: { seed: score } },
        merge: 'max',
        ...(rejected && { rejected }),
      };
    }),
  );
  const before = JSON.parse((await notes.get('seeded')) ?? '[]') as string[];
  const given = seeds.filter(({ found }) => found.length === 0).map(({ url }) => url);
  const sites = [...credentialOrigins([...before, ...given])];
  await notes.set('seeded', JSON.stringify(sites));
  return sites;
}
