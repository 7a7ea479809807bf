import { type Handler, Parser } from 'htmlparser2';
import { sentenceAround } from './sentence-around.js';

export interface ExtractedLink {
  readonly url: string;
  readonly anchor: string;
  readonly context: string;
  readonly path: string;
}

export interface Extract {
  readonly title: string;
  /** Visible text, one line a block. */
  readonly text: string;
  /** One entry a distinct target, in document order. */
  readonly links: readonly ExtractedLink[];
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  path: string | undefined;
}

interface PendingLink {
  readonly href: string;
  readonly path: string;
  anchor: string;
  context: string;
  start: number;
  end: number;
}

type Attributes = Readonly<Record<string, string>>;

const HIDDEN = new Set('script style noscript template iframe object svg'.split(' '));
const BLOCKS = new Set(
  `address article aside blockquote body br caption dd details dialog div dl dt fieldset figcaption figure footer form h1
   h2 h3 h4 h5 h6 header hr legend li main nav ol option p pre section summary table tbody td tfoot th thead tr ul`.split(
    /\s+/,
  ),
);
const SPACES = /\s+/g;
/** White space that collapsing would change; most runs of text have none. */
const UNEVEN_SPACE = /[^\S ]|\s\s/;

/** Title, visible text and links of a page, in one pass over its markup. */
export function extract(html: string, url: string): Extract {
  const reader = new Reader(url);
  const parser = new Parser(reader);
  parser.end(html);
  return reader.result();
}

class Reader implements Partial<Handler> {
  #base: string;
  #title = '';
  #inTitle = false;
  #hiddenDepth = 0;
  /** Text of the block being read, white space already collapsed. */
  #block = '';
  #atSpace = true;
  readonly #lines: string[] = [];
  readonly #open: OpenElement[] = [];
  /** Links that begin in the block being read. */
  #blockLinks: PendingLink[] = [];
  #openLink: PendingLink | undefined;
  readonly #links = new Map<string, ExtractedLink>();

  constructor(url: string) {
    this.#base = url;
  }

  onopentag(name: string, attributes: Attributes): void {
    this.#open.push({ name, attributes, path: undefined });
    if (HIDDEN.has(name)) this.#hiddenDepth++;
    else if (BLOCKS.has(name)) this.#endBlock();
    else if (name === 'a') this.#beginLink(attributes);
    else if (name === 'img') this.#readImage(attributes);
    else if (name === 'title') this.#inTitle = this.#title === '';
    else if (name === 'base') this.#readBase(attributes);
  }

  onclosetag(name: string): void {
    this.#open.pop();
    if (HIDDEN.has(name)) this.#hiddenDepth--;
    else if (BLOCKS.has(name)) this.#endBlock();
    else if (name === 'a') this.#endLink();
    else if (name === 'title') this.#inTitle = false;
  }

  ontext(text: string): void {
    if (this.#inTitle) this.#title += text;
    else if (this.#hiddenDepth === 0) this.#append(text);
  }

  result(): Extract {
    this.#endBlock();
    return {
      title: this.#title.replace(SPACES, ' ').trim(),
      text: this.#lines.join('\n'),
      links: [...this.#links.values()],
    };
  }

  #append(text: string): void {
    const collapsed = UNEVEN_SPACE.test(text) ? text.replace(SPACES, ' ') : text;
    // Looking at the end of #block instead would flatten the growing string each time.
    this.#block += this.#atSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed;
    this.#atSpace = collapsed.endsWith(' ');
  }

  #beginLink({ href }: Attributes): void {
    this.#endLink();
    if (href === undefined || href.startsWith('#')) return;
    const start = this.#block.length;
    const link = { href, path: pathOf(this.#open), anchor: '', context: '', start, end: -1 };
    this.#openLink = link;
    this.#blockLinks.push(link);
  }

  #endLink(): void {
    if (this.#openLink !== undefined) this.#openLink.end = this.#block.length;
    this.#openLink = undefined;
  }

  #readImage({ alt }: Attributes): void {
    if (this.#openLink !== undefined && alt) this.#openLink.anchor += `${alt} `;
  }

  #readBase({ href }: Attributes): void {
    if (href !== undefined && URL.canParse(href, this.#base)) this.#base = new URL(href, this.#base).href;
  }

  /** A link that goes on behind the end of the block takes its anchor from there too, its sentence from here. */
  #endBlock(): void {
    const block = this.#block;
    const carried = this.#openLink;
    for (const link of this.#blockLinks) {
      const end = link === carried ? block.length : link.end;
      link.anchor += block.slice(link.start, end);
      if (link.context === '') link.context = sentenceAround(block, link.start, end);
      if (link !== carried) this.#keep(link);
    }
    this.#blockLinks = [];
    if (carried !== undefined) {
      carried.anchor += ' ';
      carried.start = 0;
      this.#blockLinks.push(carried);
    }
    if (block !== '' && block !== ' ') this.#lines.push(block.trimEnd());
    this.#block = '';
    this.#atSpace = true;
  }

  #keep({ href, anchor, context, path }: PendingLink): void {
    const url = this.#resolve(href);
    if (url === undefined) return;
    const text = anchor.trim();
    const earlier = this.#links.get(url);
    if (earlier === undefined) this.#links.set(url, { url, anchor: text, context, path });
    else if (!earlier.anchor.includes(text))
      this.#links.set(url, { ...earlier, anchor: `${earlier.anchor} · ${text}` });
  }

  /** Absolute target without its fragment; undefined where it is not a page of the web. */
  #resolve(href: string): string | undefined {
    const hash = href.indexOf('#');
    try {
      const url = new URL(hash < 0 ? href : href.slice(0, hash), this.#base);
      return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Tags with id and class from the root; kept with each element, since the links of a list share all but the last. */
function pathOf(open: readonly OpenElement[]): string {
  let path = '';
  for (const element of open) {
    element.path ??= path === '' ? step(element) : `${path}/${step(element)}`;
    path = element.path;
  }
  return path;
}

function step({ name, attributes }: OpenElement): string {
  const id = attributes.id ? `#${attributes.id}` : '';
  const classes = attributes.class ? `.${attributes.class.trim().replace(SPACES, '.')}` : '';
  return name + id + classes;
}
