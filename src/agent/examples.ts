import { readFileSync } from 'node:fs';
import type { Settings } from '../config/options.js';
import { messageOf, UsageError } from '../failure.js';
import { canonicalUrl } from '../page/canonical-url.js';
import { readPage } from '../page/read-page.js';
import type { CrawlStore } from '../store/crawl-store.js';
import type { Strategy } from '../strategy/strategy.js';
import type { TermCounts } from '../text/term-counts.js';
import { Topic } from '../topic/topic.js';
import { Agent, type AgentParts } from './agent.js';
import { Tally } from './tally.js';

/** Share of the frontier that holds the topic's example pages: they are fetched, politely and durably, before the crawl. */
const examplesAgent = -1;

export function exampleUrls({ example }: Pick<Settings, 'example'>): string[] {
  return example.flatMap((given) => (/^https?:/i.test(given) ? [canonicalUrl(given) ?? given] : []));
}

/** The agent that fetches the examples that are URLs, or undefined when there are none. Without seeds, their links are the seeds. */
export async function exampleAgent(
  parts: Omit<AgentParts, 'strategy'>,
  settings: Settings,
): Promise<Agent | undefined> {
  const urls = exampleUrls(settings);
  if (urls.length === 0) return undefined;
  const score = { value: 1, parts: { example: 1 } };
  const waiting = await Promise.all(urls.map((url) => parts.store.records.find(url)));
  await parts.store.frontier.add(
    urls
      .filter((_, index) => waiting[index] === undefined)
      .map((url) => ({ url, agent: examplesAgent, level: 1, depth: 0, score, merge: 'max' })),
  );
  const seedless = settings.seed.length === 0 && settings.seeds === undefined;
  return new Agent({
    ...parts,
    id: examplesAgent,
    strategy: collecting,
    tally: new Tally(),
    collectsExamples: seedless ? { seeds: parts.id } : {},
  });
}

/** Judges and ranks nothing: the agent keeps the pages' terms. */
const collecting: Strategy = {
  name: 'collect-examples',
  merge: 'keep',
  judge: () => ({ relevance: 1, raw: 1, parts: {} }),
  rank: () => [],
};

/** The terms of all examples, fetched or in files. Throws when an example cannot be had. */
export async function exampleTerms(store: CrawlStore, settings: Settings): Promise<TermCounts[]> {
  const terms: TermCounts[] = [];
  for (const given of settings.example) if (!/^https?:/i.test(given)) terms.push(termsOfFile(given, settings));
  for await (const visit of (await store.knowledge(examplesAgent)).since) terms.push(visit.terms);
  if (settings.example.length > 0 && terms.length === 0) {
    throw new UsageError('no-examples', 'None of the example pages could be fetched; check their URLs or give files.', {
      example: settings.example,
    });
  }
  return terms;
}

export function termsOfFile(file: string, settings: Settings): TermCounts {
  try {
    const contentType = /\.txt$/i.test(file) ? 'text/plain' : 'text/html';
    return readPage(
      { url: 'http://example.invalid/', body: readFileSync(file), contentType },
      Topic.readOptions(settings),
    ).terms;
  } catch (thrown) {
    throw new UsageError('bad-example', `The example ${file} cannot be read: ${messageOf(thrown)}.`, { file });
  }
}
