import { Agent } from '../../agent/agent.js';
import { isHttpUrl } from '../../config/network-kinds.js';
import type { Settings } from '../../config/options.js';
import type { Strategy } from '../../model/strategy.js';
import { hasLists } from '../../seeding/asks-sources.js';
import { canonicalUrl } from '../../url/canonical-url.js';
import type { CommonParts } from '../agent-pool.js';
import { mainAgent } from '../learner.js';
import { Tally } from '../progress/tally.js';

/**
 * Shares of the frontier that hold the topic's example pages: they are fetched, politely and durably, before the crawl.
 * The links of an example that is a seed too are followed; where there are no seeds, those of all examples are.
 */
export const plainExamples = -1;
export const seedExamples = -2;

export function exampleUrls({ example }: Pick<Settings, 'example'>): string[] {
  return example.flatMap((given) => (isHttpUrl(given) ? [canonicalUrl(given) ?? given] : []));
}

/** The agents that fetch the examples that are URLs; none when there are no such examples. */
export async function exampleAgents(parts: CommonParts, settings: Settings): Promise<Agent[]> {
  const urls = exampleUrls(settings);
  if (urls.length === 0) return [];
  const { seed, seeds, sources } = settings;
  const seedless = seed.length + seeds.length + sources.length === 0 && !hasLists(settings);
  const queue = seedless ? seedExamples : plainExamples;
  const score = { value: 1, parts: { example: 1 } };
  const known = await Promise.all(urls.map((url) => parts.store.records.find(url)));
  await parts.store.frontier.add(
    urls
      .filter((_, index) => known[index] === undefined)
      .map((url) => ({ url, queue, level: 1, depth: 0, score, merge: 'max' })),
  );
  const tally = new Tally();
  const common = { ...parts, strategy: collecting, tally, whole: tally, queueForAll: false };
  return [
    new Agent({ ...common, id: plainExamples, queue: plainExamples, collectsExamples: {} }),
    new Agent({ ...common, id: seedExamples, queue: seedExamples, collectsExamples: { seeds: mainAgent } }),
  ];
}

/** Judges and ranks nothing: the agent keeps the pages' terms. */
const collecting: Strategy = {
  name: 'collect-examples',
  judge: () => ({ relevance: 1, raw: 1, parts: {} }),
  rank: () => [],
};
