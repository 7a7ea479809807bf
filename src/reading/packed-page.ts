import type { Link, Page, PagePart } from '../model/page.js';
import { textsOf } from './parts-read.js';

/** A page's links in a few flat values, since many small objects are dear to pass between threads. */
export interface PackedPage {
  /** The page without its links. */
  readonly facts: Page;
  /** One by one: URLs are kept in memory while popular, and one that was cut out of a text would keep all of that. */
  readonly urls: readonly string[];
  /** Other fields of the links, one line a link; none of them holds a line break. */
  readonly anchors: string;
  readonly contexts: string;
  readonly paths: string;
  /** Four numbers a link: position (nofollow: its complement), and the lengths of its three runs in `terms`. */
  readonly shape: Int32Array;
  /** Anchor, URL and context terms of all links, one after the other. */
  readonly terms: Uint32Array;
  /** When the targets last changed, of a sitemap; NaN where it does not say. */
  readonly modified?: Float64Array;
}

const noLinks: readonly Link[] = [];

/** Texts that nobody reads stay behind: they are most of the bulk. */
export function packPage(page: Page, reads: readonly PagePart[]): PackedPage {
  const { links } = page;
  const modified = page.lists && Float64Array.from(links, ({ modifiedAt }) => modifiedAt ?? Number.NaN);
  return {
    facts: { ...page, ...textsOf(page, reads), links: noLinks },
    urls: links.map(({ url }) => url),
    anchors: links.map(({ anchor }) => anchor).join('\n'),
    contexts: reads.includes('context') ? links.map(({ context }) => context).join('\n') : '',
    paths: reads.includes('path') ? links.map(({ path }) => path).join('\n') : '',
    ...packedTerms(links),
    ...(modified && { modified }),
  };
}

function packedTerms(links: readonly Link[]): Pick<PackedPage, 'shape' | 'terms'> {
  const shape = new Int32Array(links.length * 4);
  let total = 0;
  for (const link of links) total += link.anchorTerms.length + link.urlTerms.length + link.contextTerms.length;
  const terms = new Uint32Array(total);
  let at = 0;
  // Runs are short: a loop is quicker than `set`.
  const put = (ids: Uint32Array) => {
    for (let i = 0; i < ids.length; i++) terms[at++] = ids[i]!;
    return ids.length;
  };
  for (let index = 0; index < links.length; index++) {
    const { nofollow, position, anchorTerms, urlTerms, contextTerms } = links[index]!;
    shape[index * 4] = nofollow ? ~position : position;
    shape[index * 4 + 1] = put(anchorTerms);
    shape[index * 4 + 2] = put(urlTerms);
    shape[index * 4 + 3] = put(contextTerms);
  }
  return { shape, terms };
}

export function unpackPage(packed: PackedPage): Page {
  const { facts, urls, shape, terms, modified } = packed;
  const anchors = packed.anchors.split('\n');
  const contexts = packed.contexts === '' ? undefined : packed.contexts.split('\n');
  const paths = packed.paths === '' ? undefined : packed.paths.split('\n');
  const count = shape.length / 4;
  const links: Link[] = [];
  let at = 0;
  const run = (length: number): Uint32Array => {
    if (length === 0) return noTerms;
    at += length;
    return terms.subarray(at - length, at);
  };
  for (let index = 0; index < count; index++) {
    const position = shape[index * 4]!;
    const modifiedAt = modified?.[index] ?? Number.NaN;
    const link = {
      url: urls[index]!,
      anchor: anchors[index]!,
      context: contexts === undefined ? '' : contexts[index]!,
      path: paths === undefined ? '' : paths[index]!,
      nofollow: position < 0,
      position: position < 0 ? ~position : position,
      anchorTerms: run(shape[index * 4 + 1]!),
      urlTerms: run(shape[index * 4 + 2]!),
      contextTerms: run(shape[index * 4 + 3]!),
    };
    links.push(link);
    // Afterwards: a copy of each of fifty thousand would hold up the main thread.
    if (!Number.isNaN(modifiedAt)) (link as { modifiedAt?: number }).modifiedAt = modifiedAt;
  }
  return { ...facts, links };
}

const noTerms = new Uint32Array(0);
