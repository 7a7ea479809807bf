import { MAX_DEPTH, MAX_PATH, MAX_PATH_ELEMENTS } from '../page-limits.js';
import { Content, type Tag } from './html-tags.js';

/** Longest id or class shown in a path; longer ones are generated. */
const MAX_NAME = 40;

/** One open element. `path` is made when the first link inside asks for it. */
export class OpenElement {
  tag!: Tag;
  id!: string;
  classes!: string;
  /** Bits of `Content`, the ancestors' included. */
  content = 0;
  path: string | undefined;
  segment: string | undefined;
  /** Its number among the places, once text was found in it; -1 before. */
  place = -1;
}

/** An element with text in it, also when the text stands further down. */
export interface Place {
  /** Number of the place around it, which is always smaller; -1 for the outermost. */
  readonly parent: number;
  readonly tag: Tag;
  readonly id: string;
  readonly classes: string;
  /** Bits of `Content`. */
  readonly content: number;
}

/** The open elements from the root down, as deep as browsers would go, with their tag paths. */
export class OpenElements {
  depth = 0;
  readonly places: Place[] = [];
  private readonly elements: OpenElement[] = [];

  get content(): number {
    return this.depth === 0 ? Content.Visible : (this.elements[this.depth - 1] as OpenElement).content;
  }

  get top(): OpenElement | undefined {
    return this.depth === 0 ? undefined : this.elements[this.depth - 1];
  }

  get full(): boolean {
    return this.depth >= MAX_DEPTH;
  }

  push(tag: Tag, id: string, classes: string, content: number): void {
    this.elements[this.depth] ??= new OpenElement();
    const element = this.elements[this.depth++] as OpenElement;
    element.tag = tag;
    element.id = id;
    element.classes = classes;
    element.content = content;
    element.path = undefined;
    element.segment = undefined;
    element.place = -1;
  }

  /** Number of the innermost element among the places; -1 outside of all elements. */
  place(): number {
    const { elements, places } = this;
    let first = this.depth;
    while (first > 0 && (elements[first - 1] as OpenElement).place < 0) first--;
    let parent = first === 0 ? -1 : (elements[first - 1] as OpenElement).place;
    for (let i = first; i < this.depth; i++) {
      const element = elements[i] as OpenElement;
      const { tag, id, classes, content } = element;
      element.place = places.push({ parent, tag, id, classes, content }) - 1;
      parent = element.place;
    }
    return parent;
  }

  pop(): void {
    this.depth--;
  }

  /** Depth of the innermost open element of that name, from 0, or -1. */
  find(name: string): number {
    for (let i = this.depth - 1; i >= 0; i--) if ((this.elements[i] as OpenElement).tag.name === name) return i;
    return -1;
  }

  /** Tag path of the innermost element, such as `body/div#nav/ul.menu/li/a`. */
  path(): string {
    return shortened(this.pathOf(this.depth - 1));
  }

  /** Tag path of an element without content, inside the innermost one. */
  pathInside(tag: Tag, id: string, classes: string): string {
    const parent = this.pathOf(this.depth - 1);
    const own = segmentOf(tag, id, classes);
    return shortened(parent === '' ? own : `${parent}/${own}`);
  }

  private pathOf(index: number): string {
    if (index < 0) return '';
    const element = this.elements[index] as OpenElement;
    if (element.path !== undefined) return element.path;
    if (index < MAX_PATH_ELEMENTS) {
      const parent = this.pathOf(index - 1);
      const segment = this.segmentAt(index);
      element.path = parent === '' ? segment : segment === '' ? parent : `${parent}/${segment}`;
      return element.path;
    }
    const segments: string[] = [];
    for (let i = index - MAX_PATH_ELEMENTS + 1; i <= index; i++) segments.push(this.segmentAt(i));
    element.path = segments.join('/');
    return element.path;
  }

  private segmentAt(index: number): string {
    const element = this.elements[index] as OpenElement;
    if (element.segment === undefined) {
      const { tag, id, classes } = element;
      element.segment = segmentOf(tag, id, classes);
    }
    return element.segment;
  }
}

/** `tag#id.class.class`; numbers become 0, so that the entries of a list share their path. */
function segmentOf({ label }: Tag, id: string, classes: string): string {
  if (label === '' || (id === '' && classes === '')) return label;
  const [first = '', second = ''] = classes
    .slice(0, 2 * MAX_NAME)
    .trim()
    .split(/\s+/, 2);
  return label + marked('#', id) + marked('.', first) + marked('.', second);
}

function marked(mark: string, name: string): string {
  return name === '' ? '' : mark + clean(name);
}

function clean(name: string): string {
  const short = name.slice(0, MAX_NAME);
  return /^[a-z_-]*$/i.test(short) ? short : short.replace(/\d+/g, '0').replace(/[^\p{L}\d_-]/gu, '-');
}

/** Cut from the root side, at whole elements. */
function shortened(path: string): string {
  if (path.length <= MAX_PATH) return path;
  const cut = path.indexOf('/', path.length - MAX_PATH - 1);
  return cut < 0 ? path.slice(-MAX_PATH) : path.slice(cut + 1);
}
