import { Parser } from 'htmlparser2';
import { Failure } from '../failure.js';
import { MAX_URL_LENGTH } from '../url/canonical-url.js';

/** Lists have a handful of levels, pages in the entries of feeds some dozens; the parser takes longer at every tag the deeper it is. */
const deepestElement = 100;
const mostAttributes = 100;

/** What is seldom asked for is worked out when it is. */
export class XmlElement {
  /** Without its prefix, in lower case: people write `pubdate` for `pubDate`. */
  readonly name: string;
  /** Its own, without that of the elements in it. */
  text = '';
  readonly #prefix: string;
  #attributes: Map<string, string> | undefined;
  #base: { readonly url: string | undefined } | undefined;

  /** `tag`: with its prefix, in lower case. */
  constructor(
    tag: string,
    readonly parent: XmlElement | undefined,
  ) {
    const colon = tag.indexOf(':');
    this.#prefix = tag.slice(0, Math.max(colon, 0));
    this.name = tag.slice(colon + 1);
  }

  /** By its name in lower case, prefix included. */
  attribute(name: string): string | undefined {
    return this.#attributes?.get(name);
  }

  /** The first of several with the same name holds. */
  setAttribute(name: string, value: string): void {
    this.#attributes ??= new Map();
    if (this.#attributes.size < mostAttributes && !this.#attributes.has(name)) this.#attributes.set(name, value);
  }

  /** What its prefix, or none, stands for; the prefix itself where nothing says so. */
  get namespace(): string {
    const declaration = this.#prefix === '' ? 'xmlns' : `xmlns:${this.#prefix}`;
    for (let element: XmlElement | undefined = this; element !== undefined; element = element.parent) {
      const declared = element.attribute(declaration);
      if (declared !== undefined) return declared;
    }
    return this.#prefix;
  }

  /** The URL that a reference in it stands for, by `xml:base`; the reference itself where there is none. */
  resolve(reference: string): string {
    const { base } = this;
    if (base === undefined) return reference;
    try {
      return new URL(reference, base).href;
    } catch {
      return reference;
    }
  }

  private get base(): string | undefined {
    this.#base ??= { url: this.#findBase() };
    return this.#base.url;
  }

  /** Bases that refer to one another must not grow with every level. */
  #findBase(): string | undefined {
    const own = this.attribute('xml:base')?.trim();
    const base = own === undefined || own.length > MAX_URL_LENGTH ? undefined : (this.parent?.resolve(own) ?? own);
    return base === undefined || base.length > MAX_URL_LENGTH ? this.parent?.base : base;
  }
}

export interface XmlListener {
  /** Entities that a document declares are never expanded; whether it may declare any is for the listener to say. */
  doctype(declaration: string): void;
  /** Called at the end of every element, so for children before their parents. 'stop' reads no further. */
  closed(element: XmlElement): 'stop' | undefined;
}

/**
 * Reads XML as it comes, well-formed or not: elements that nobody closes and `&` of no entity do no harm. What the end of the
 * text cuts off is not reported, as half a URL would be another one. Returns the root element, undefined where there is none.
 * Throws `xml-too-deep`, and what the listener throws.
 */
export function readXml(text: string, listener: XmlListener): XmlElement | undefined {
  let root: XmlElement | undefined;
  let current: XmlElement | undefined;
  let depth = 0;
  const parser = new Parser(
    {
      onprocessinginstruction(name, data) {
        if (name === '!doctype') listener.doctype(data);
      },
      onopentagname(tag) {
        if (++depth > deepestElement)
          throw new Failure('xml-too-deep', `its elements are nested more than ${deepestElement} deep`, 'skip');
        current = new XmlElement(tag, current);
        root ??= current;
      },
      onattribute(name, value) {
        current?.setAttribute(name, value);
      },
      ontext(data) {
        if (current !== undefined) current.text += data;
      },
      onclosetag() {
        if (current === undefined) return;
        const element = current;
        current = element.parent;
        depth--;
        if (listener.closed(element) === 'stop') parser.pause();
      },
    },
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  // Without `end`, which would close what is still open.
  parser.write(text);
  return root;
}

/** Whether a text is XML rather than plain text or JSON, by its first character. */
export function looksLikeXml(text: string): boolean {
  return /^\s*</.test(text);
}
