import { Agent } from '../../agent/agent.js';
import type { Bodies } from '../../archive/bodies/bodies.js';
import { isHttpUrl } from '../../config/network-kinds.js';
import type { Settings } from '../../config/options.js';
import { UsageError } from '../../failure.js';
import type { CrawlRecords, CrawlStore } from '../../model/crawl-store.js';
import type { Strategy } from '../../model/strategy.js';
import type { VisitRow } from '../../model/visit.js';
import { archivedPage } from '../../reading/archived-page.js';
import { readPageFile } from '../../reading/page-file.js';
import { readDocument } from '../../reading/read-document.js';
import { readPage } from '../../reading/read-page.js';
import { hasLists } from '../../seeding/asks-sources.js';
import type { TermCounts } from '../../text/term-counts.js';
import { Topic } from '../../topic/topic.js';
import { canonicalUrl } from '../../url/canonical-url.js';
import type { CommonParts } from '../agent-pool.js';
import { mainAgent } from '../learner.js';
import { Tally } from '../progress/tally.js';

/**
 * Shares of the frontier that hold the topic's example pages: they are fetched, politely and durably, before the crawl.
 * The links of an example that is a seed too are followed; where there are no seeds, those of all examples are.
 */
const plainExamples = -1;
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

/** Without `knowledge`, examples are read from the archive alone. */
export type ExampleStore = Pick<CrawlStore, 'records'> & {
  knowledge?(agent: number): ReturnType<CrawlStore['knowledge']>;
};

/** The terms of all examples: files, and pages that the crawl has visited. Those that could not be fetched are left out. */
export async function exampleTerms(store: ExampleStore, settings: Settings, bodies: Bodies): Promise<TermCounts[]> {
  const terms = fileExamples(settings);
  const kept = await keptTerms(store);
  for (const url of exampleUrls(settings)) {
    const visit = await landedVisit(store.records, url);
    if (visit === undefined) {
      throw new UsageError('unknown-example', `The example ${url} is not in this crawl; give one that is, or a file.`, {
        url,
      });
    }
    const found = await termsOf(visit, kept, settings, bodies);
    if (found !== undefined && found.ids.length > 0) terms.push(found);
  }
  if (settings.example.length > 0 && terms.length === 0) {
    throw new UsageError(
      'no-examples',
      'No example page could be fetched, or none contains words; check the URLs or give files.',
      {
        example: settings.example,
      },
    );
  }
  return terms;
}

/** The examples that are files. Throws when one cannot be read. */
export function fileExamples(settings: Settings): TermCounts[] {
  return settings.example.filter((given) => !isHttpUrl(given)).map((file) => termsOfFile(file, settings));
}

/** What the agents kept of the pages they fetched as examples, by URL. */
async function keptTerms(store: ExampleStore): Promise<Map<string, TermCounts>> {
  const kept = new Map<string, TermCounts>();
  if (store.knowledge === undefined) return kept;
  for (const agent of [plainExamples, seedExamples])
    for await (const { url, terms } of (await store.knowledge(agent)).since) kept.set(url, terms);
  return kept;
}

/** The visit of a URL, or of what it redirects to in the end. */
async function landedVisit(records: CrawlRecords, url: string): Promise<VisitRow | undefined> {
  const seen = new Set<string>();
  for (let at = url; !seen.has(at); ) {
    seen.add(at);
    const record = await records.find(at);
    const visit = record && (await records.visitOf(record.id));
    if (visit?.outcome !== 'redirect' || visit.detail === undefined) return visit;
    at = visit.detail;
  }
  return undefined;
}

/** Read from the archive where there is one: a rejudged topic may need phrases counted that were not before. */
async function termsOf(
  visit: VisitRow,
  kept: ReadonlyMap<string, TermCounts>,
  settings: Settings,
  bodies: Bodies,
): Promise<TermCounts | undefined> {
  if (visit.fingerprint === undefined) return undefined;
  if (visit.archive === undefined) return kept.get(visit.url);
  return (await readDocument(await archivedPage(bodies, visit), Topic.readOptions(settings))).terms;
}

function termsOfFile(file: string, settings: Settings): TermCounts {
  const { terms } = readPage({ url: 'http://example.invalid/', ...readPageFile(file) }, Topic.readOptions(settings));
  if (terms.ids.length === 0)
    throw new UsageError('empty-example', `The example ${file} contains no words; give a page about the topic.`, {
      file,
    });
  return terms;
}
