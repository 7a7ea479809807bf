import { refuseDeclarations } from './feed.js';
import { looksLikeXml, readXml } from './read-xml.js';

/**
 * The feeds that an OPML list names (opml.org, versions 1 and 2), whatever folders they are in; undefined where the text is no OPML.
 * Throws `feed-doctype` and `xml-too-deep`; the place is for the caller to name.
 */
export function opmlFeeds(text: string): string[] | undefined {
  if (!looksLikeXml(text)) return undefined;
  const feeds = new Set<string>();
  const root = readXml(text, {
    doctype: refuseDeclarations,
    closed(element) {
      const url = element.name === 'outline' ? element.attribute('xmlurl')?.trim() : undefined;
      if (url) feeds.add(element.resolve(url));
      return undefined;
    },
  });
  return root?.name === 'opml' ? [...feeds] : undefined;
}
