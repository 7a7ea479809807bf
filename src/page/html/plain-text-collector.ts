import { MAX_TEXT } from '../page-limits.js';
import type { CollectedHtml } from './html-collector.js';
import { Content } from './html-tags.js';
import { TextBlocks } from './text-blocks.js';

const NOWHERE = { place: () => -1 };

/** A plain text document in the shape of an HTML one: paragraphs are blocks, there are no links and no facts. */
export function collectPlainText(source: string): CollectedHtml {
  const text = new TextBlocks(Math.min(source.length + 1, MAX_TEXT));
  let start = 0;
  for (const blankLine of source.matchAll(/\n[ \t\r]{0,99}\n/g)) {
    text.append(source, start, blankLine.index, Content.Preformatted);
    text.break(NOWHERE);
    start = blankLine.index;
  }
  text.append(source, start, source.length, Content.Preformatted);
  text.break(NOWHERE);
  return {
    title: '',
    language: '',
    base: undefined,
    canonical: undefined,
    noindex: false,
    nofollow: false,
    rights: {},
    published: undefined,
    modified: undefined,
    author: undefined,
    text: text.toString().trimEnd(),
    blocks: text.blocks,
    places: [],
    links: [],
    linkCount: 0,
  };
}
