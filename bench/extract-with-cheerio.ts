import type { Extract, ExtractedLink } from './extract.js';
import { sentenceAround } from './sentence-around.js';

interface Selection {
  readonly length: number;
  text(): string;
  attr(name: string): string | undefined;
  parent(): Selection;
  parents(): Selection;
  remove(): Selection;
  first(): Selection;
  toArray(): Element[];
}
interface Element {
  readonly tagName: string;
  readonly attribs: Readonly<Record<string, string>>;
}
/** A page as cheerio hands it to users of a crawler; its types are not installed. */
export type Cheerio = (selector: string | Element) => Selection;

/** What the floor takes out of a page, as users of a crawler with cheerio would take it out. */
export function extractWithCheerio($: Cheerio, url: string): Extract {
  const title = collapsed($('title').first().text());
  $('script, style, noscript, template').remove();
  const text = collapsed($('body').text());
  const base = new URL($('base[href]').attr('href') ?? url, url).href;
  const links = new Map<string, ExtractedLink>();
  for (const element of $('a[href]').toArray()) {
    const target = resolved(element.attribs.href ?? '', base);
    if (target === undefined || links.has(target)) continue;
    const link = $(element);
    const anchor = collapsed(link.text());
    const around = collapsed(link.parent().text());
    const start = Math.max(0, around.indexOf(anchor));
    const context = sentenceAround(around, start, start + anchor.length);
    const path = [element, ...link.parents().toArray()].reverse().map(step).join('/');
    links.set(target, { url: target, anchor, context, path });
  }
  return { title, text, links: [...links.values()] };
}

function resolved(href: string, base: string): string | undefined {
  if (href.startsWith('#') || !URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  url.hash = '';
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
}

function step({ tagName, attribs }: Element): string {
  const classes = attribs.class ? `.${attribs.class.trim().replace(/\s+/g, '.')}` : '';
  return tagName + (attribs.id ? `#${attribs.id}` : '') + classes;
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
