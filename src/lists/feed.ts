import { Failure } from '../failure.js';
import { collectHtml } from '../page/html/html-collector.js';
import { oneLine } from '../page/one-line.js';
import { MAX_TITLE } from '../page/page-limits.js';
import { isoDate } from '../page/published-date.js';
import { parseJsonFeed } from './json-feed.js';
import { looksLikeXml, readXml, type XmlElement } from './read-xml.js';

export interface FeedEntry {
  /** Absolute where it is written so, or where `xml:base` tells to what it refers. */
  readonly url: string;
  readonly title?: string;
  /** ISO 8601, as precise as stated. */
  readonly published?: string;
  readonly updated?: string;
}

/** `<div>` and some emphasis, as XHTML titles have. */
const deepestMarkup = 8;

/**
 * The entries of a feed that have a page, in its order, `most` of them at most: RSS 0.90 to 2.0, RSS 1.0 (RDF), Atom 1.0 and 0.3, JSON Feed 1.
 * Throws `feed-doctype`, `feed-unreadable` and `xml-too-deep`; the place is for the caller to name.
 */
export function parseFeed(text: string, most = Number.POSITIVE_INFINITY): FeedEntry[] {
  if (!looksLikeXml(text)) return parseJsonFeed(text).slice(0, most);
  const entries: FeedEntry[] = [];
  let draft: SettlementDraft = {};
  const root = readXml(text, {
    doctype: refuseDeclarations,
    closed(element) {
      const { parent } = element;
      if (parent === undefined) return undefined;
      if (isInTitle(parent)) parent.text += element.text;
      if (isEntry(parent)) take(element, parent, draft);
      if (!isEntry(element)) return undefined;
      const entry = entryOf(element, draft);
      if (entry !== undefined) entries.push(entry);
      draft = {};
      return entries.length >= most ? 'stop' : undefined;
    },
  });
  if (root === undefined || !isFeed(root)) {
    const what = root === undefined ? 'no XML' : `a document of <${oneLine(root.name, 40)}>`;
    throw new Failure('feed-unreadable', `it is ${what}, not a feed`, 'skip');
  }
  return entries;
}

export function isFeed({ name }: XmlElement): boolean {
  return name === 'rss' || name === 'rdf' || name === 'feed';
}

/** RSS 0.91 asks for a DOCTYPE; one that declares entities is nothing that a feed needs. */
export function refuseDeclarations(doctype: string): void {
  if (doctype.includes('['))
    throw new Failure('feed-doctype', 'it has a DOCTYPE with declarations, which is not allowed', 'skip');
}

/** What is known of an entry before its end. */
type SettlementDraft = {
  [Name in 'link' | 'page' | 'alternate' | 'permalink' | 'title' | 'published' | 'updated']?: string | undefined;
};

function isEntry({ name, parent }: XmlElement): boolean {
  if (name === 'entry') return parent?.name === 'feed' && parent.parent === undefined;
  return name === 'item' && (parent?.name === 'channel' || parent?.name === 'rdf' || parent?.name === 'rss');
}

/** Titles in XHTML have elements in them, not many levels of them. */
function isInTitle(element: XmlElement): boolean {
  let at: XmlElement | undefined = element;
  for (let level = 0; level < deepestMarkup && at !== undefined; level++, at = at.parent)
    if (at.name === 'title') return at.parent !== undefined && isEntry(at.parent);
  return false;
}

function take(element: XmlElement, entry: XmlElement, draft: SettlementDraft): void {
  const { name } = element;
  // Others are of extensions, such as the title of a picture.
  const isOwn = () => element.namespace === entry.namespace;
  const text = element.text.trim();
  if (name === 'link' && element.attribute('href') !== undefined) takeAtomLink(element, draft);
  else if (name === 'link' && text !== '' && isOwn()) draft.link ??= element.resolve(text);
  else if (name === 'guid' && isPermalink(text, element.attribute('ispermalink')) && isOwn()) draft.permalink ??= text;
  else if (name === 'title' && isOwn()) draft.title ??= titleOf(text, element.attribute('type'));
  else if (/^(?:pubdate|date|published|issued)$/.test(name)) draft.published ??= isoDate(text);
  else if (/^(?:updated|modified)$/.test(name)) draft.updated ??= isoDate(text);
}

function titleOf(text: string, type: string | undefined): string {
  return oneLine(type === 'html' ? collectHtml(text).text : text, MAX_TITLE);
}

/** RFC 4287, section 4.2.7; they occur in RSS too. A page is wanted rather than another form of the entry. */
function takeAtomLink(element: XmlElement, draft: SettlementDraft): void {
  const href = element.attribute('href')?.trim() ?? '';
  const relation = element.attribute('rel')?.trim() ?? 'alternate';
  if (href === '' || !/^(?:http:\/\/www\.iana\.org\/assignments\/relation\/)?alternate$/i.test(relation)) return;
  const isPage = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(element.attribute('type') ?? 'text/html');
  draft[isPage ? 'page' : 'alternate'] ??= element.resolve(href);
}

/** RSS 2.0: a guid is the address of the page unless it says otherwise. */
function isPermalink(guid: string, isPermaLink = 'true'): boolean {
  return isPermaLink.trim().toLowerCase() !== 'false' && /^https?:\/\//i.test(guid);
}

function entryOf(element: XmlElement, draft: SettlementDraft): FeedEntry | undefined {
  const { title, published, updated } = draft;
  const url = draft.link ?? draft.page ?? draft.alternate ?? draft.permalink ?? element.attribute('rdf:about')?.trim();
  if (url === undefined || url === '') return undefined;
  return {
    url,
    ...(title && { title }),
    ...(published !== undefined && { published }),
    ...(updated !== undefined && { updated }),
  };
}
