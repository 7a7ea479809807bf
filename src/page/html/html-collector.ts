import type { PageRights } from '../../model/page-rights.js';
import { oneLine } from '../one-line.js';
import { MAX_ANCHOR, MAX_TEXT, MAX_TITLE } from '../page-limits.js';
import { DocumentHead } from './document-head.js';
import { Content, Flow, type Tag, tagAt } from './html-tags.js';
import { type HtmlEvents, HtmlTokenizer } from './html-tokenizer.js';
import { InlineMarks } from './inline-marks.js';
import { type LinkElement, LinkElements } from './link-elements.js';
import { OpenElements, type Place } from './open-elements.js';
import { Attribute, TagAttributes } from './tag-attributes.js';
import { type Block, TextBlocks } from './text-blocks.js';

/** Everything one pass over the source finds; URLs are as written. */
export interface CollectedHtml {
  readonly title: string;
  readonly language: string;
  readonly base: string | undefined;
  readonly canonical: string | undefined;
  readonly noindex: boolean;
  readonly nofollow: boolean;
  /** What it says of how it may be used. */
  readonly rights: PageRights;
  readonly published: string | undefined;
  readonly modified: string | undefined;
  readonly author: string | undefined;
  /** Words separated by single spaces, blocks by newlines. */
  readonly text: string;
  readonly blocks: readonly Block[];
  /** The elements around the blocks, from the outside in. */
  readonly places: readonly Place[];
  readonly links: readonly LinkElement[];
  /** Link elements met; more than `links` holds where the page has too many. */
  readonly linkCount: number;
  readonly marks?: InlineMarks;
}

export interface CollectOptions {
  /** `/>` closes every element, as in XML. */
  readonly xhtml?: boolean;
  /** Names by which the page may address the crawler alone. */
  readonly productTokens?: readonly string[] | undefined;
  /** Gathers emphasis, code, tables and pictures too. */
  readonly marks?: boolean;
  /** False leaves out where in the document links stand. */
  readonly paths?: boolean;
  /** False leaves out the ids and classes of places, which paths are made of, too. */
  readonly names?: boolean;
}

export function collectHtml(source: string, options: CollectOptions = {}): CollectedHtml {
  const collector = new HtmlCollector(source, options);
  const collected = collector.collect();
  return collector.isForScriptsOnly ? new HtmlCollector(source, options, false).collect() : collected;
}

/** A page that says this many times as much to readers without scripts is read as they see it. */
const MORE_UNSCRIPTED = 2;
/** Less than this is an apology for needing scripts. */
const LITTLE_TEXT = 300;
/** React sends the parts of a page that come late in hidden elements, which a script then puts in their places. */
const STREAMED = /^S:[0-9a-f]+$/;
const HIDING_STYLE = /display\s{0,9}:\s{0,9}none/i;
const FURNITURE_ROLE = /^(?:navigation|banner|contentinfo|complementary|search)$/i;
const JSON_LD = /^\s*application\/ld\+json/i;
const AUTHOR = /(?:^|\s)author(?:\s|$)/i;
const UPDATED = /(?:^|\s)(?:dt-)?(?:updated|modified)(?:\s|$)/i;
const NOFOLLOW = /(?:^|\s)(?:nofollow|ugc|sponsored)(?:\s|$)/i;

/**
 * Listens to the tokenizer: attributes that nobody asked for are never cut out of the source, text goes straight into the buffer, and the
 * stack of open elements is bounded.
 */
class HtmlCollector implements HtmlEvents {
  private readonly elements = new OpenElements();
  private readonly attributes: TagAttributes;
  private readonly visible: TextBlocks;
  private readonly links = new LinkElements();
  private readonly head: DocumentHead;
  private readonly marks: InlineMarks | undefined;
  private readonly xhtml: boolean;
  private readonly paths: boolean;
  private readonly names: boolean;
  private tag!: Tag;
  /** Depth of the element of the open link, of the element that names the author; 0 when there is none. */
  private linkDepth = 0;
  private authorDepth = 0;
  private authorText: { readonly start: number; end: number } | undefined;
  private bylineLink: LinkElement | undefined;
  private linkedData: string | undefined;
  private inTitle = false;
  private unscripted = 0;

  constructor(
    private readonly source: string,
    { xhtml = false, productTokens, marks = false, paths = true, names = true }: CollectOptions,
    /** False shows what is there for readers without scripts. */
    private readonly scripts = true,
  ) {
    this.xhtml = xhtml;
    this.paths = paths;
    this.names = names;
    this.marks = marks ? new InlineMarks() : undefined;
    this.head = new DocumentHead(productTokens);
    this.attributes = new TagAttributes(source);
    // Text never takes more room than its source: every break stands for a tag, every character for itself or more.
    this.visible = new TextBlocks(Math.min(source.length + 1, MAX_TEXT));
  }

  /** Whether nearly all that it says is only for readers without scripts. */
  get isForScriptsOnly(): boolean {
    return this.unscripted > LITTLE_TEXT && this.unscripted > MORE_UNSCRIPTED * this.visible.length;
  }

  collect(): CollectedHtml {
    new HtmlTokenizer(this.source, this, this.xhtml).run();
    while (this.elements.depth > 0) this.closeInnermost();
    this.breakBlock();
    const text = this.visible.toString().trimEnd();
    const { authorText, bylineLink, head } = this;
    if (authorText !== undefined) head.facts.readItem('author', text.slice(authorText.start, authorText.end));
    if (bylineLink !== undefined) head.facts.readByline(text.slice(bylineLink.start, bylineLink.end));
    return {
      title: oneLine(head.title, MAX_TITLE),
      language: head.language,
      base: head.base,
      canonical: head.canonical,
      noindex: head.noindex,
      nofollow: head.nofollow,
      rights: head.statedRights,
      published: head.facts.published,
      modified: head.facts.modified,
      author: head.facts.author,
      text,
      blocks: this.visible.blocks,
      places: this.elements.places,
      links: this.links.links,
      linkCount: this.links.count,
      ...(this.marks && { marks: this.marks }),
    };
  }

  // What the tokenizer meets.

  openTag(nameStart: number, nameEnd: number): void {
    this.tag = tagAt(this.source, nameStart, nameEnd);
    this.attributes.clear();
  }

  attribute(nameStart: number, nameEnd: number): boolean {
    return this.attributes.startValue(nameStart, nameEnd);
  }

  attributeText(start: number, end: number): void {
    this.attributes.addToValue(start, end);
  }

  attributeCharacter(codePoint: number): void {
    this.attributes.addCodePoint(codePoint);
  }

  openTagEnd(closesItself: boolean): void {
    this.openElement();
    if (closesItself && !this.tag.void && (this.xhtml || this.isForeign())) this.closeInnermost();
  }

  closeTag(nameStart: number, nameEnd: number): void {
    const tag = tagAt(this.source, nameStart, nameEnd);
    const depth = this.elements.find(tag.name);
    if (depth >= 0) while (this.elements.depth > depth) this.closeInnermost();
    else if (tag.flow === Flow.Block) this.breakBlock();
  }

  text(start: number, end: number): void {
    const content = this.elements.content;
    if ((content & Content.Silent) === 0) this.show(this.source, start, end, content);
    else this.readSilentText(this.source.slice(start, end), content);
  }

  character(codePoint: number): void {
    const content = this.elements.content;
    const character = String.fromCodePoint(codePoint);
    if ((content & Content.Silent) === 0) this.show(character, 0, character.length, content);
    else this.readSilentText(character, content);
  }

  isForeign(): boolean {
    return (this.elements.content & Content.Foreign) !== 0;
  }

  private show(source: string, start: number, end: number, content: number): void {
    this.visible.append(source, start, end, content);
    this.marks?.text(source, start, end);
  }

  // Elements.

  private openElement(): void {
    const { tag, elements } = this;
    while (elements.top !== undefined && tag.ends?.has(elements.top.tag.name)) this.closeInnermost();
    if (tag.flow === Flow.Block) this.breakBlock();
    else if (tag.flow === Flow.Cell) this.visible.space();
    if (!tag.void && elements.full) {
      this.endInnermost();
      elements.pop();
    }
    const outside = elements.content;
    if (!tag.void) this.pushElement(outside);
    if ((outside & Content.Inert) === 0) this.readElement(outside);
  }

  private pushElement(outside: number): void {
    const { tag, attributes, elements } = this;
    // A header inside an article holds its headline.
    let content = tag.name === 'header' && (outside & Content.Article) !== 0 ? outside : outside | tag.content;
    if (attributes.has(Attribute.role) && FURNITURE_ROLE.test(attributes.get(Attribute.role)))
      content |= Content.Furniture;
    if (this.isHidden()) content |= Content.Silent;
    if (tag.name === 'noscript' && !this.scripts) content = outside;
    const { names } = this;
    elements.push(
      tag,
      names ? attributes.get(Attribute.id) : '',
      names ? attributes.get(Attribute.class) : '',
      content,
    );
    if ((content & Content.Silent) === 0) this.marks?.open(tag, attributes, elements.depth, this.visible.length);
  }

  /** Scripts often show a page that hides itself at first: html and body always count as shown. */
  private isHidden(): boolean {
    const { tag, attributes } = this;
    const hidden =
      (attributes.has(Attribute.hidden) && !STREAMED.test(attributes.get(Attribute.id))) ||
      (attributes.has(Attribute.style) && HIDING_STYLE.test(attributes.get(Attribute.style).slice(0, 500)));
    return hidden && tag.name !== 'body' && tag.name !== 'html';
  }

  private closeInnermost(): void {
    const { tag } = this.elements.top!;
    this.endInnermost();
    if (tag.flow === Flow.Block) this.breakBlock();
    else if (tag.flow === Flow.Cell) this.visible.space();
    this.elements.pop();
  }

  /** What the innermost element was about is complete; its line may go on. */
  private endInnermost(): void {
    const { elements, head } = this;
    if ((elements.content & Content.Silent) === 0) this.marks?.close(elements, this.visible.length);
    if (elements.depth === this.linkDepth) this.endLink();
    if (elements.depth === this.authorDepth) {
      this.authorText!.end = this.visible.length;
      this.authorDepth = 0;
    }
    this.inTitle = false;
    if (this.linkedData !== undefined) {
      head.facts.readLinkedData(this.linkedData);
      this.linkedData = undefined;
    }
  }

  private breakBlock(): void {
    this.links.blockEnded(this.visible.break(this.elements));
    this.marks?.lineBreak();
  }

  private readSilentText(text: string, content: number): void {
    if ((content & Content.Unscripted) !== 0 && (content & Content.Inert) === 0) this.unscripted += text.trim().length;
    if (this.linkedData !== undefined) this.linkedData += text;
    else if (this.inTitle) this.head.addToTitle(text);
    else if (this.links.open && (content & Content.Inert) === 0) this.links.addUnseen(oneLine(text, MAX_ANCHOR));
  }

  // What elements say.

  private readElement(outside: number): void {
    const { attributes, head } = this;
    if (attributes.has(Attribute.itemprop)) this.readItemProperty(outside);
    switch (this.tag.name) {
      case 'a':
        this.openAnchor();
        break;
      case 'img':
        if (attributes.has(Attribute.alt)) this.links.addUnseen(oneLine(attributes.get(Attribute.alt), MAX_ANCHOR));
        if ((outside & Content.Silent) === 0) this.marks?.picture(attributes, this.visible.length);
        break;
      case 'area':
        this.addLink(attributes.get(Attribute.href), oneLine(attributes.get(Attribute.alt), MAX_ANCHOR));
        break;
      case 'frame':
      case 'iframe':
        if ((outside & Content.Silent) === 0) this.addLink(attributes.get(Attribute.src));
        break;
      case 'meta':
        this.addLink(head.readMeta(attributes));
        break;
      case 'link':
        this.addLink(head.readLink(attributes));
        break;
      case 'base':
        head.readBase(attributes);
        break;
      case 'html':
        head.readHtml(attributes);
        break;
      case 'title':
        this.inTitle = (outside & Content.Foreign) === 0 && head.lacksTitle;
        break;
      case 'time':
        if (attributes.has(Attribute.pubdate)) head.facts.readTime(attributes.get(Attribute.datetime));
        else if (UPDATED.test(attributes.get(Attribute.class)))
          head.facts.readUpdated(attributes.get(Attribute.datetime));
        break;
      case 'script':
        if (JSON_LD.test(attributes.get(Attribute.type))) this.linkedData = '';
    }
  }

  private readItemProperty(outside: number): void {
    const { attributes } = this;
    const property = attributes.get(Attribute.itemprop).trim().toLowerCase();
    const value = attributes.get(Attribute.content) || attributes.get(Attribute.datetime);
    if (value !== '') this.head.facts.readItem(property, value);
    else if (property === 'author' && this.authorText === undefined && !this.tag.void && !(outside & Content.Silent)) {
      this.authorDepth = this.elements.depth;
      this.authorText = { start: this.visible.length, end: this.visible.length };
    }
  }

  private openAnchor(): void {
    this.endLink();
    const { attributes, elements } = this;
    if (!attributes.has(Attribute.href)) return;
    const rel = attributes.get(Attribute.rel);
    const link = this.links.start(this.linkTo(attributes.get(Attribute.href)), this.visible.length);
    this.visible.startLink();
    this.linkDepth = elements.depth;
    if (rel !== '' && AUTHOR.test(rel)) this.bylineLink ??= link;
  }

  private endLink(): void {
    if (!this.links.open) return;
    this.links.end(this.visible.length);
    this.visible.endLink();
    this.linkDepth = 0;
  }

  /** A link without content of its own. */
  private addLink(href: string, unseen = ''): void {
    if (href === '') return;
    this.links.add(this.linkTo(href), this.visible.length, unseen).inText = false;
  }

  private linkTo(href: string): Pick<LinkElement, 'href' | 'nofollow' | 'path' | 'label'> {
    const { attributes } = this;
    return {
      href,
      nofollow: attributes.has(Attribute.rel) && NOFOLLOW.test(attributes.get(Attribute.rel)),
      path: this.paths ? this.path() : '',
      label: attributes.get(Attribute['aria-label']) || attributes.get(Attribute.title),
    };
  }

  private path(): string {
    const { tag, attributes, elements } = this;
    if (!tag.void) return elements.path();
    return elements.pathInside(tag, attributes.get(Attribute.id), attributes.get(Attribute.class));
  }
}
