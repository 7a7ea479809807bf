import { availableParallelism } from 'node:os';
import type { Settings } from '../../config/options.js';
import { credentialOrigins } from '../../download/request-headers.js';
import { UsageError } from '../../failure.js';
import { Scope } from '../../frontier/scope.js';
import type { CrawlStore } from '../../model/crawl-store.js';
import type { RegisteredAgent } from '../../model/directory.js';
import type { Seed } from '../../seeding/seed.js';
import { exampleUrls, seedExamples } from '../examples/examples.js';
import { mainAgent } from '../learner.js';
import { segmentsOf } from './segments.js';

/** The agents register, and each gets its seeds. Returns the sites of those that the user gave. */
export async function assignSeeds(
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
  return putSeeds(store, settings, seeds, (url) => queues.get(url)!);
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
  throw new UsageError('other-agents', `The crawl started with ${many} and cannot change that; leave --agents out.`);
}

/**
 * Seeds that come later are shared out in turn, among the agents that can take them where there are any. Returns the sites of all seeds
 * so far that the user gave.
 */
export async function addSeeds(
  store: CrawlStore,
  settings: Settings,
  seeds: readonly Seed[],
  now: number,
  canTake: (agent: RegisteredAgent) => boolean = () => true,
): Promise<readonly string[]> {
  const agents = await store.directory.agents();
  const able = agents.some(canTake) ? agents.filter(canTake) : agents;
  const queues = new Map(seeds.map(({ url }, index) => [url, able[index % able.length]!.queue]));
  const more = new Map<number, number>();
  for (const [url, queue] of queues) {
    const { state } = (await store.records.find(url)) ?? {};
    if (state !== 'queued' && state !== 'visited') more.set(queue, (more.get(queue) ?? 0) + 1);
  }
  const areApart = new Set(agents.map(({ queue }) => queue)).size > 1;
  const grown = agents.flatMap((agent) => {
    const added = more.get(agent.queue) ?? 0;
    // Of several agents that share a queue, the first has its seeds.
    more.delete(agent.queue);
    const segment = !areApart || agent.segment.endsWith(later) ? agent.segment : agent.segment + later;
    return added === 0 ? [] : [{ ...agent, segment, seeds: agent.seeds + added }];
  });
  await store.directory.register(grown, now);
  return putSeeds(store, settings, seeds, (url) => queues.get(url)!);
}

/** What is added to the name of a segment, since it names the seeds that the crawl began with. */
const later = ' and later ones';

/**
 * Marked when done, with the sites of those that the user gave: a crawl that is killed before starts with its seeds when it is
 * resumed. Returns all sites so far.
 */
async function putSeeds(
  { frontier, notes }: CrawlStore,
  settings: Settings,
  seeds: readonly Seed[],
  queueOf: (url: string) => number,
): Promise<readonly string[]> {
  const scope = new Scope(settings);
  const examples = new Set(exampleUrls(settings));
  await frontier.add(
    seeds.map(({ url, score }) => {
      const rejected = examples.has(url) ? undefined : scope.rejection(url, 0);
      return {
        url,
        queue: examples.has(url) ? seedExamples : queueOf(url),
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
