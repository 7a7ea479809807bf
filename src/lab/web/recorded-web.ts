import type { Page } from '../../model/page.js';
import type { LinkGraph } from './link-graph.js';

/** A web that was recorded, with every page read once: what strategies crawl, and what judges look at. */
export interface RecordedWeb {
  /** For people: the name of the archive or of its folder. */
  readonly name: string;
  /** Canonical URLs of its documents; the number of a page is its place here. */
  readonly urls: readonly string[];
  /** Number of the host of every page. */
  readonly hosts: Int32Array;
  readonly graph: LinkGraph;
  /** The page that a URL leads to, through redirects; undefined where it leads nowhere. */
  pageOf(url: string): number | undefined;
  /** Terms (of the page, and of anchors, URLs and sentences of its links) and facts, without texts. */
  page(number: number): Page;
}
