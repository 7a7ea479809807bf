import { modifiedAt, parseSitemap, type SitemapEntry } from '../lists/sitemap.js';
import type { Link, Page, PagePart } from '../model/page.js';
import { fingerprint } from '../page/fingerprint.js';
import { clip } from '../page/one-line.js';
import { MAX_ANCHOR, MAX_TEXT } from '../page/page-limits.js';
import { headerRobotsDirectives } from '../robots/robots-directives.js';
import type { TextPipeline } from '../text/text-pipeline.js';
import { urlWords } from '../text/url-words.js';
import { canonicalUrl } from '../url/canonical-url.js';
import { mediaType, type PageInput, pipelineFor, type ReadOptions } from './read-page.js';

const day = 86_400_000;
const noTerms: Uint32Array = new Uint32Array(0);

/**
 * A sitemap as a page, so that strategies can judge it and rank its links: an entry is a link whose anchor are the words of its path,
 * or the title where a feed has one, and the anchors are the text. Throws what `parseSitemap` throws.
 */
export function readSitemap(input: PageInput, options: ReadOptions, fetchedAt: number): Page {
  const { kind, entries } = parseSitemap(input.body, input.contentType);
  const pipeline = pipelineFor(options);
  const links = linksOf(input.url, entries, pipeline, options.reads ?? [], fetchedAt);
  const text = textOf(links);
  return {
    url: input.url,
    contentType: mediaType(input.contentType),
    charset: '',
    title: '',
    text,
    mainText: text,
    language: '',
    noindex: true,
    nofollow:
      input.xRobotsTag !== undefined && headerRobotsDirectives(input.xRobotsTag, options.productTokens).nofollow,
    terms: pipeline.counts('', text),
    fingerprint: fingerprint(text, links),
    links,
    lists: kind === 'index' ? 'sitemaps' : 'pages',
  };
}

/** One a distinct target, in the order of the list. */
function linksOf(
  url: string,
  entries: readonly SitemapEntry[],
  pipeline: TextPipeline,
  reads: readonly PagePart[],
  fetchedAt: number,
): Link[] {
  const links = new Map<string, Link>();
  for (const [position, entry] of entries.entries()) {
    const target = canonicalUrl(entry.url, url);
    if (target === undefined || target === url || links.has(target)) continue;
    const anchor = clip(entry.title ?? pathWords(target), MAX_ANCHOR);
    const anchorTerms = pipeline.termIds(anchor);
    const changed = modifiedAt(entry);
    links.set(target, {
      url: target,
      anchor,
      context: anchor,
      path: '',
      position,
      nofollow: false,
      anchorTerms,
      urlTerms: reads.includes('urlTerms') ? pipeline.termIdsOfUrl(target) : noTerms,
      contextTerms: reads.includes('contextTerms') ? anchorTerms : noTerms,
      // What has not happened yet is not believed; clocks may be a day apart.
      ...(changed !== undefined && changed <= fetchedAt + day && { modifiedAt: changed }),
    });
  }
  return [...links.values()];
}

function pathWords(url: string): string {
  const path = url.slice(url.indexOf('/', url.indexOf('://') + 3));
  return urlWords(path)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function textOf(links: readonly Link[]): string {
  const lines: string[] = [];
  let length = 0;
  for (const { anchor } of links) {
    length += anchor.length + 1;
    if (length > MAX_TEXT) break;
    lines.push(anchor);
  }
  return lines.join('\n');
}
