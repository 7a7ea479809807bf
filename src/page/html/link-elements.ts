import { MAX_ANCHOR, MAX_LINK_ELEMENTS } from '../page-limits.js';

/** A link as it stands in the source: not resolved, its anchor and sentence still offsets into the visible text. */
export interface LinkElement {
  readonly href: string;
  /** Number of the link in the document, from 0. */
  readonly position: number;
  readonly nofollow: boolean;
  readonly path: string;
  readonly start: number;
  end: number;
  /** What the anchor holds besides visible text: descriptions of images, text that is not shown. */
  unseen: string;
  /** Fallback for a link without any text. */
  readonly label: string;
  /** Whether there is text around it in its block. */
  inText: boolean;
}

/** Gathers the links of a page in document order; at most one is open at a time, as HTML forbids nesting them. */
export class LinkElements {
  readonly links: LinkElement[] = [];
  /** Link elements met, the ones beyond the limit included. */
  count = 0;
  private openLink: LinkElement | undefined;
  private firstInBlock = 0;

  get open(): boolean {
    return this.openLink !== undefined;
  }

  add(link: Pick<LinkElement, 'href' | 'nofollow' | 'path' | 'label'>, offset: number, unseen = ''): LinkElement {
    const { href, nofollow, path, label } = link;
    const position = this.count++;
    const element = { href, position, nofollow, path, start: offset, end: offset, unseen, label, inText: true };
    if (this.links.length < MAX_LINK_ELEMENTS) this.links.push(element);
    return element;
  }

  /** A link whose content follows. */
  start(link: Pick<LinkElement, 'href' | 'nofollow' | 'path' | 'label'>, offset: number): LinkElement {
    this.openLink = this.add(link, offset);
    return this.openLink;
  }

  end(offset: number): void {
    if (this.openLink !== undefined) this.openLink.end = offset;
    this.openLink = undefined;
  }

  /** Text of the open link that is not visible on the page. */
  addUnseen(text: string): void {
    const link = this.openLink;
    if (link === undefined || link.unseen.length > MAX_ANCHOR) return;
    link.unseen = link.unseen === '' ? text : `${link.unseen} ${text}`;
  }

  /** Links of a block without text have no sentence: what stands next in the text belongs to another block. */
  blockEnded(hadText: boolean): void {
    if (!hadText) for (let i = this.firstInBlock; i < this.links.length; i++) this.links[i]!.inText = false;
    this.firstInBlock = this.links.length;
  }
}
