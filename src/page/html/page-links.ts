import type { Link, PagePart } from '../../model/page.js';
import type { TextPipeline } from '../../text/text-pipeline.js';
import { canonicalUrl, UrlResolver } from '../../url/canonical-url.js';
import { clip, oneLine } from '../one-line.js';
import { MAX_ANCHOR, MAX_LINKS } from '../page-limits.js';
import type { CollectedHtml } from './html-collector.js';
import type { LinkElement } from './link-elements.js';
import { sentenceAround } from './sentence.js';

const SEPARATOR = ' · ';
const NO_TERMS: Uint32Array = new Uint32Array(0);

/** The link elements of one page that lead to the same target. */
interface Target {
  readonly url: string;
  readonly position: number;
  anchor: string;
  /** Context and path are those of the first link with an anchor text, which says more than an icon or a `<link>`. */
  context: string;
  path: string;
  nofollow: boolean;
}

export interface PageLinks {
  readonly links: Link[];
  /** Links beyond the limits. */
  readonly dropped: number;
}

/**
 * Resolves the links of a page, merges those with the same target and leaves out those to the page itself. Their sentences are looked for
 * where `reads` names them, or their terms, or is not given.
 */
export function pageLinks(
  url: string,
  collected: CollectedHtml,
  pipeline: TextPipeline,
  reads?: readonly PagePart[],
): PageLinks {
  const targets = new Map<string, Target>();
  const resolver = new UrlResolver(baseOf(url, collected.base));
  const inContext = reads === undefined || reads.includes('context') || reads.includes('contextTerms');
  let dropped = collected.linkCount - collected.links.length;
  for (const element of collected.links) {
    const target = resolver.resolve(element.href);
    if (target === undefined || target === url) continue;
    const known = targets.get(target);
    if (known !== undefined) merge(known, element, collected.text, inContext);
    else if (targets.size < MAX_LINKS) targets.set(target, firstOf(target, element, collected.text, inContext));
    else dropped++;
  }
  return { links: withTerms(targets, pipeline, reads ?? []), dropped };
}

/** A base that cannot be one (another scheme, malformed) is ignored, as browsers do. */
export function baseOf(url: string, base: string | undefined): string | URL {
  if (base === undefined || canonicalUrl(base, url) === undefined) return url;
  return new URL(base, url);
}

function firstOf(url: string, element: LinkElement, text: string, inContext: boolean): Target {
  const anchor = anchorOf(element, text);
  const { position, path, nofollow } = element;
  const context = inContext ? contextOf(element, text) || anchor : '';
  return { url, position, anchor, context, path, nofollow };
}

/** Endorsed once is endorsed: only a target whose every link says nofollow keeps it. */
function merge(target: Target, element: LinkElement, text: string, inContext: boolean): void {
  if (!element.nofollow) target.nofollow = false;
  if (target.anchor.length >= MAX_ANCHOR) return;
  const anchor = anchorOf(element, text);
  if (anchor === '' || anchor === target.anchor) return;
  if (target.anchor === '') {
    target.anchor = anchor;
    if (inContext) target.context = contextOf(element, text) || anchor;
    target.path = element.path;
  } else if (!target.anchor.split(SEPARATOR).includes(anchor)) {
    target.anchor = clip(target.anchor + SEPARATOR + anchor, MAX_ANCHOR);
  }
}

function contextOf({ start, end, inText }: LinkElement, text: string): string {
  return inText ? sentenceAround(text, start, end) : '';
}

function anchorOf({ start, end, unseen, label }: LinkElement, text: string): string {
  const seen = text
    .slice(start, Math.min(end, start + MAX_ANCHOR + 1))
    .replaceAll('\n', ' ')
    .trim();
  const anchor = unseen === '' || unseen === seen ? seen : `${seen} ${unseen}`.trim();
  return anchor === '' && label !== '' ? oneLine(label, MAX_ANCHOR) : clip(anchor, MAX_ANCHOR);
}

/** Links of one sentence share its terms, and a link that is its own sentence shares them with its anchor. */
function withTerms(targets: ReadonlyMap<string, Target>, pipeline: TextPipeline, reads: readonly PagePart[]): Link[] {
  const [ofUrl, ofContext] = [reads.includes('urlTerms'), reads.includes('contextTerms')];
  const links: Link[] = [];
  let lastContext = '';
  let lastTerms = NO_TERMS;
  for (const { url, position, anchor, context, path, nofollow } of targets.values()) {
    const anchorTerms = pipeline.termIds(anchor);
    if (ofContext && context !== lastContext) {
      lastContext = context;
      lastTerms = context === anchor ? anchorTerms : pipeline.termIds(context);
    }
    const urlTerms = ofUrl ? pipeline.termIdsOfUrl(url) : NO_TERMS;
    links.push({ url, anchor, context, path, position, nofollow, anchorTerms, urlTerms, contextTerms: lastTerms });
  }
  return links;
}
