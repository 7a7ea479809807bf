import { pathToFileURL } from 'node:url';
import { isHttpUrl } from '../../config/network-kinds.js';
import type { CrawlOptions, Settings } from '../../config/options.js';
import { settingsFrom } from '../../config/settings.js';
import { UsageError } from '../../failure.js';
import { type Link, type Page, pageParts } from '../../model/page.js';
import type { Visit } from '../../model/visit.js';
import { readPageFile } from '../../reading/page-file.js';
import { type ReadOptions, readPage } from '../../reading/read-page.js';
import type { TermCounts } from '../../text/term-counts.js';
import { canonicalUrl } from '../../url/canonical-url.js';
import { landing } from '../../url/redirect-landing.js';
import { Crawl } from '../crawl.js';
import type { CrawlHooks } from '../open-crawl.js';
import { type ExampleOptions, exampleOptionKeys } from './example-options.js';

/** A page that somebody named as an example of something. */
export interface ExamplePage {
  /** The URL or file name as it was given. */
  readonly given: string;
  /** Canonical URL that it was read from in the end. Files have URLs on one host of their own, so that links between them meet. */
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly mainText: string;
  readonly terms: TermCounts;
  /** With the terms of their URLs and contexts. */
  readonly links: readonly Link[];
}

/** Where files seem to come from. */
const siteOfFiles = 'http://file.invalid';

/**
 * Reads pages by URL or file name, in the order given, without repeats. URLs are fetched as a crawl would fetch them: politely, by
 * the rules of robots.txt, through redirects. Throws `UsageError` naming every page that cannot be had.
 */
export async function readExamplePages(
  given: readonly string[],
  options: ExampleOptions,
  hooks: Pick<CrawlHooks, 'onIndexing'> = {},
): Promise<ExamplePage[]> {
  const names = [...new Set(given)];
  const urls = names.filter(isHttpUrl);
  const settings = settingsFrom({ options: fetchOptions(urls, options) });
  const { language, stem } = settings;
  const reading = { language, stem, phrases: [], reads: ['urlTerms', 'contextTerms'] as const };
  const files = new Map(names.filter((name) => !isHttpUrl(name)).map((name) => [name, pageOfFile(name, reading)]));
  const fetched = urls.length === 0 ? new Map<string, Page>() : await fetchAll(urls, settings, hooks);
  return names.map((name) => examplePage(name, files.get(name) ?? fetched.get(name)!));
}

function examplePage(given: string, { url, title, text, mainText, terms, links }: Page): ExamplePage {
  return { given, url, title, text, mainText, terms, links };
}

function pageOfFile(file: string, options: ReadOptions): Page {
  const url = canonicalUrl(siteOfFiles + pathToFileURL(file).pathname)!;
  return readPage({ url, ...readPageFile(file) }, options);
}

/** The pages by the URL given. */
async function fetchAll(
  urls: readonly string[],
  settings: Settings,
  hooks: Pick<CrawlHooks, 'onIndexing'>,
): Promise<Map<string, Page>> {
  const pages = new Map<string, Page>();
  const others = new Map<string, Visit>();
  const crawl = await Crawl.start(settings, { ...hooks, reads: pageParts });
  for await (const { url, visit, page } of crawl.run()) {
    if (page === undefined) others.set(url, visit);
    else pages.set(url, page);
  }
  const found = new Map<string, Page>();
  const missing: string[] = [];
  for (const given of urls) {
    const url = landing(canonicalUrl(given) ?? given, (at) => {
      const visit = others.get(at);
      return visit?.outcome === 'redirect' ? visit.detail : undefined;
    });
    const page = pages.get(url);
    if (page === undefined) missing.push(`${given} (${reasonOf(others.get(url))})`);
    else found.set(given, page);
  }
  if (missing.length > 0) throw notFetched(missing);
  return found;
}

/** The query is not used: what is asked for is fetched, whatever it is about. */
function fetchOptions(urls: readonly string[], options: ExampleOptions): CrawlOptions {
  const chosen = Object.fromEntries(exampleOptionKeys.map((key) => [key, options[key]]));
  return {
    ...chosen,
    query: 'example',
    strategy: 'breadth-first',
    seed: urls.length === 0 ? siteOfFiles : urls,
    maxDepth: 0,
    types: ['text/html', 'application/xhtml+xml', 'text/plain'],
    // Starting threads takes longer than reading a few pages.
    workers: 0,
  };
}

function reasonOf(visit: Visit | undefined): string {
  if (visit === undefined) return 'not answered';
  return visit.detail === undefined ? visit.reason : `${visit.reason}: ${visit.detail}`;
}

function notFetched(missing: readonly string[]): UsageError {
  const fix = missing.some((line) => line.includes('address-refused'))
    ? 'allow private addresses with --allow-private'
    : 'check the URLs, or save the pages and give the files';
  return new UsageError('no-example-page', `Could not fetch ${missing.join(', ')}; ${fix}.`, { missing });
}
