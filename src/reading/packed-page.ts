import type { Link, Page, PagePart } from '../model/page.js';
import { textsOf } from './parts-read.js';

/** A page's links in a few flat values, since many small objects are dear to pass between threads. */
export interface PackedPage {
  readonly facts: Omit<Page, 'links'>;
  /** Fields of the links, one line a link; none of them holds a line break. */
  readonly urls: string;
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

/** Texts that nobody reads stay behind: they are most of the bulk. */
export function packPage(page: Page, reads: readonly PagePart[]): PackedPage {
  const { links, ...facts } = page;
  const shape = new Int32Array(links.length * 4);
  let total = 0;
  for (const link of links) total += link.anchorTerms.length + link.urlTerms.length + link.contextTerms.length;
  const terms = new Uint32Array(total);
  let at = 0;
  for (const [index, link] of links.entries()) {
    shape[index * 4] = link.nofollow ? ~link.position : link.position;
    for (const [run, ids] of [link.anchorTerms, link.urlTerms, link.contextTerms].entries()) {
      terms.set(ids, at);
      at += ids.length;
      shape[index * 4 + run + 1] = ids.length;
    }
  }
  const lines = (field: 'url' | 'anchor' | 'context' | 'path') => links.map((link) => link[field]).join('\n');
  return {
    facts: { ...facts, ...textsOf(page, reads) },
    urls: lines('url'),
    anchors: lines('anchor'),
    contexts: reads.includes('context') ? lines('context') : '',
    paths: reads.includes('path') ? lines('path') : '',
    shape,
    terms,
    ...(page.lists && { modified: Float64Array.from(links, ({ modifiedAt }) => modifiedAt ?? Number.NaN) }),
  };
}

export function unpackPage(packed: PackedPage): Page {
  const { shape, terms, modified } = packed;
  const count = shape.length / 4;
  const [urls, anchors, contexts, paths] = [packed.urls, packed.anchors, packed.contexts, packed.paths].map((lines) =>
    lines.split('\n'),
  ) as [string[], string[], string[], string[]];
  const links = new Array<Link>(count);
  let at = 0;
  const run = (length: number) => {
    const from = at;
    at += length;
    return terms.subarray(from, at);
  };
  for (let index = 0; index < count; index++) {
    const position = shape[index * 4]!;
    links[index] = {
      url: urls[index]!,
      anchor: anchors[index]!,
      context: contexts[index] ?? '',
      path: paths[index] ?? '',
      nofollow: position < 0,
      position: position < 0 ? ~position : position,
      anchorTerms: run(shape[index * 4 + 1]!),
      urlTerms: run(shape[index * 4 + 2]!),
      contextTerms: run(shape[index * 4 + 3]!),
    };
  }
  return { ...packed.facts, links: modified === undefined ? links : dated(links, modified) };
}

function dated(links: readonly Link[], modified: Float64Array): Link[] {
  return links.map((link, index) => {
    const modifiedAt = modified[index]!;
    return Number.isNaN(modifiedAt) ? link : { ...link, modifiedAt };
  });
}
