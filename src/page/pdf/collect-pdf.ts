import type { CollectedHtml } from '../html/html-collector.js';
import { Content } from '../html/html-tags.js';
import type { LinkElement } from '../html/link-elements.js';
import { TextBlocks } from '../html/text-blocks.js';
import { oneLine } from '../one-line.js';
import { MAX_ANCHOR, MAX_AUTHOR, MAX_LINK_ELEMENTS, MAX_PDF_PAGES, MAX_TEXT, MAX_TITLE } from '../page-limits.js';
import { isoDate } from '../published-date.js';
import { paragraphs } from './paragraphs.js';
import { PdfDocument, type PdfLink } from './pdf-document.js';

const NOWHERE = { place: () => -1 };
/** Titles that programs give to what people did not name. */
const UNNAMED =
  /^(?:untitled|document\d*|microsoft (?:word|powerpoint)\b.*|.*\.(?:docx?|pptx?|indd|dvi|tex|qxd|pdf))$/i;

interface PageOfLinks {
  readonly start: number;
  readonly end: number;
  readonly links: readonly PdfLink[];
}

/** A PDF in the shape of an HTML page: paragraphs are blocks, none of which reaches over the end of a page. */
export async function collectPdf(bytes: Uint8Array): Promise<CollectedHtml> {
  const document = await PdfDocument.open(bytes);
  const blocks = new TextBlocks(MAX_TEXT);
  const pages: PageOfLinks[] = [];
  const count = Math.min(document.pageCount, MAX_PDF_PAGES);
  for (let index = 0; index < count && blocks.length < MAX_TEXT; index++) {
    const page = document.page(index, MAX_TEXT - blocks.length);
    if (page === undefined) continue;
    const start = blocks.length;
    for (const paragraph of paragraphs(page.text)) {
      blocks.append(paragraph, 0, paragraph.length, Content.Visible);
      blocks.break(NOWHERE);
    }
    pages.push({ start, end: blocks.length, links: page.links });
  }
  const text = blocks.toString().trimEnd();
  const { links, linkCount } = linksOf(pages, text);
  return {
    title: titleOf(document.fact('Title'), text, blocks),
    language: '',
    base: undefined,
    canonical: undefined,
    noindex: false,
    nofollow: false,
    rights: {},
    published: pdfDate(document.fact('CreationDate')),
    modified: pdfDate(document.fact('ModDate')),
    author: oneLine(document.fact('Author'), MAX_AUTHOR) || undefined,
    text,
    blocks: blocks.blocks,
    places: [],
    links,
    linkCount,
  };
}

/** As it says; else the first words of the document. */
function titleOf(stated: string, text: string, { blocks }: TextBlocks): string {
  const title = oneLine(stated, MAX_TITLE);
  if (title !== '' && !UNNAMED.test(title)) return title;
  const [first] = blocks;
  return first === undefined ? title : oneLine(text.slice(first.start, first.end), 120) || title;
}

/** `D:20240504093000+02'00'`, or parts of it from the left. */
function pdfDate(stated: string): string | undefined {
  const match = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(?:(\d\d)(\d\d)(\d\d)?)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/.exec(stated);
  if (match === null) return undefined;
  const [, year, month = '01', day = '01', hour, minute, second = '00', sign, zoneHour, zoneMinute = '00'] = match;
  const zone = sign === undefined ? 'Z' : `${sign}${zoneHour}:${zoneMinute}`;
  return isoDate(`${year}-${month}-${day}${hour === undefined ? '' : `T${hour}:${minute}:${second}${zone}`}`);
}

/** Each address of a page once, with the place of its anchor in the text where it can be found. */
function linksOf(pages: readonly PageOfLinks[], text: string): Pick<CollectedHtml, 'links' | 'linkCount'> {
  const links: LinkElement[] = [];
  let linkCount = 0;
  for (const page of pages) {
    const known = new Set<string>();
    for (const { url, anchor } of page.links) {
      if (known.has(url)) continue;
      known.add(url);
      linkCount++;
      if (links.length < MAX_LINK_ELEMENTS)
        links.push(linkTo(url, oneLine(anchor, MAX_ANCHOR), page, text, linkCount - 1));
    }
  }
  return { links, linkCount };
}

function linkTo(href: string, anchor: string, page: PageOfLinks, text: string, position: number): LinkElement {
  const found = anchor === '' ? -1 : text.indexOf(anchor, page.start);
  const isFound = found >= 0 && found < page.end;
  const start = isFound ? found : page.start;
  const end = isFound ? found + anchor.length : page.start;
  return {
    href,
    position,
    nofollow: false,
    path: 'pdf',
    start,
    end,
    unseen: isFound ? '' : anchor,
    label: '',
    inText: isFound,
  };
}
