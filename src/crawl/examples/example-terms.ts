import type { Bodies } from '../../archive/bodies/bodies.js';
import { isHttpUrl } from '../../config/network-kinds.js';
import type { Settings } from '../../config/options.js';
import { UsageError } from '../../failure.js';
import type { CrawlRecords, CrawlStore } from '../../model/crawl-store.js';
import type { VisitRow } from '../../model/visit.js';
import { archivedPage } from '../../reading/archived-page.js';
import { readPageFile } from '../../reading/page-file.js';
import { readDocument } from '../../reading/read-document.js';
import { readPage } from '../../reading/read-page.js';
import type { TermCounts } from '../../text/term-counts.js';
import { Topic } from '../../topic/topic.js';
import { exampleUrls, plainExamples, seedExamples } from './examples.js';

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
