import { DecodingMode, EntityDecoder, htmlDecodeTree } from 'entities/decode';
import { NameTable } from './name-table.js';

/** What stands in a source, in its order. Places are `[start, end)` in the source. */
export interface HtmlEvents {
  /** An opening tag begins. */
  openTag(nameStart: number, nameEnd: number): void;
  /** Of the tag that began last. False passes over its value. */
  attribute(nameStart: number, nameEnd: number): boolean;
  /** A part of the value of the attribute that began last. */
  attributeText(start: number, end: number): void;
  attributeCharacter(codePoint: number): void;
  /** The tag that began last is complete. */
  openTagEnd(closesItself: boolean): void;
  closeTag(nameStart: number, nameEnd: number): void;
  /** A part of the text between tags. */
  text(start: number, end: number): void;
  /** A character of the text that was written as a reference. */
  character(codePoint: number): void;
  /** Whether what follows is SVG or MathML, in which all elements are read in the same way. */
  isForeign(): boolean;
}

/** How the content of an element is read that may have no tags in it. */
const Raw = { Text: 1, WithReferences: 2, ToTheEnd: 3 } as const;
const RAW = new NameTable<number>([
  ...['iframe', 'noembed', 'noframes', 'script', 'style', 'xmp'].map((name) => [name, Raw.Text] as const),
  ...['textarea', 'title'].map((name) => [name, Raw.WithReferences] as const),
  ['plaintext', Raw.ToTheEnd],
]);

const TAB = 9;
const LINE_FEED = 10;
const FORM_FEED = 12;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const EXCLAMATION_MARK = 33;
const DOUBLE_QUOTE = 34;
const AMPERSAND = 38;
const SINGLE_QUOTE = 39;
const SLASH = 47;
const LESS_THAN = 60;
const EQUALS = 61;
const GREATER_THAN = 62;
const QUESTION_MARK = 63;
const SECTION = '[CDATA[';
/** Looked up once: see text/tokens.ts. */
const { charCodeAt } = String.prototype;

/**
 * Cuts HTML into tags and text, in time proportional to its length whatever stands in it. It follows htmlparser2 in a third of the time: a
 * source comes as a whole, so nothing has to be kept from character to character. Browsers do the same but in two places that pages do not
 * come to: an end tag ends at the first `>`, even in quotes, and a script at its first end tag, even in a comment in it. What the end of the
 * source cuts off within a tag is nothing.
 */
export class HtmlTokenizer {
  private readonly decoder: EntityDecoder;
  /** Where the text or value begins that was not reported yet. */
  private pending = 0;
  private referenceStart = 0;
  private inAttribute = false;

  /** `isXml`: `<script/>` and its like have no content, and there are CDATA sections. */
  constructor(
    private readonly source: string,
    private readonly events: HtmlEvents,
    private readonly isXml: boolean,
  ) {
    this.decoder = new EntityDecoder(htmlDecodeTree, (codePoint, length) => this.decoded(codePoint, length));
  }

  run(): void {
    const { source } = this;
    const { length } = source;
    let at = 0;
    while (at < length) {
      const unit = charCodeAt.call(source, at);
      if (unit === LESS_THAN) at = this.markup(at);
      else if (unit === AMPERSAND) at = this.reference(at, DecodingMode.Legacy);
      else at++;
    }
    this.reportText(length);
  }

  private reportText(end: number): void {
    if (end > this.pending) this.events.text(this.pending, end);
    this.pending = end;
  }

  /** What begins with `<`. Returns where to go on, as all of the following do. */
  private markup(start: number): number {
    this.reportText(start);
    const unit = charCodeAt.call(this.source, start + 1);
    if (isLetter(unit)) return this.openingTag(start + 1);
    if (unit === SLASH) return this.closingTag(start + 2);
    if (unit === EXCLAMATION_MARK) return this.declaration(start + 2);
    return unit === QUESTION_MARK ? this.pass('>', start + 2) : start + 1;
  }

  private closingTag(start: number): number {
    const { source } = this;
    if (start === source.length) return start;
    if (!isLetter(charCodeAt.call(source, start))) return this.pass('>', start);
    const end = endOfName(source, start);
    if (end < source.length) this.events.closeTag(start, end);
    return this.pass('>', end);
  }

  /** Comments, sections and whatever else has an exclamation mark. */
  private declaration(start: number): number {
    const { source } = this;
    if (source.startsWith('--', start)) return this.comment(start + 2);
    const isSection = source.startsWith(SECTION, start) && (this.isXml || this.events.isForeign());
    return isSection ? this.section(start + SECTION.length) : this.pass('>', start);
  }

  /** Text without tags and references. HTML proper has no such sections: there, one that is not closed must not take the rest of the page. */
  private section(start: number): number {
    const { source } = this;
    const found = source.indexOf(']]>', start);
    const end = found < 0 ? source.length : found;
    this.pending = start;
    this.reportText(end);
    return this.pass(']]>', end);
  }

  private comment(start: number): number {
    const { source } = this;
    if (source.startsWith('>', start) || source.startsWith('->', start)) return this.pass('>', start);
    for (let at = source.indexOf('--', start); at >= 0; at = source.indexOf('--', at + 1)) {
      if (source.startsWith('>', at + 2) || source.startsWith('!>', at + 2)) return this.pass('>', at + 2);
    }
    return this.pass('>', source.length);
  }

  /** To behind the next such mark; to the end of the source where there is none. */
  private pass(mark: string, from: number): number {
    const found = this.source.indexOf(mark, from);
    this.pending = found < 0 ? this.source.length : found + mark.length;
    return this.pending;
  }

  private openingTag(start: number): number {
    const { source, events } = this;
    const { length } = source;
    const end = endOfName(source, start);
    events.openTag(start, end);
    let isClosed = false;
    for (let at = end; at < length; ) {
      const unit = charCodeAt.call(source, at);
      if (unit === GREATER_THAN) return this.content(start, end, isClosed, at + 1);
      if (unit === SLASH) isClosed = true;
      else if (!isSpace(unit)) {
        isClosed = false;
        at = this.attribute(at);
        continue;
      }
      at++;
    }
    // What the end of the source cuts off is no tag.
    this.pending = length;
    return length;
  }

  /** A name, and a value where it has one. */
  private attribute(start: number): number {
    const { source, events } = this;
    const { length } = source;
    let end = start + 1;
    for (; end < length; end++) {
      const unit = charCodeAt.call(source, end);
      if (unit === EQUALS || endsName(unit)) break;
    }
    const isWanted = events.attribute(start, end);
    const mark = behindSpace(source, end);
    if (charCodeAt.call(source, mark) !== EQUALS) return mark;
    const at = behindSpace(source, mark + 1);
    const unit = charCodeAt.call(source, at);
    if (unit !== DOUBLE_QUOTE && unit !== SINGLE_QUOTE) return this.bareValue(at);
    if (isWanted) return this.quotedValue(unit, at + 1);
    const close = source.indexOf(unit === DOUBLE_QUOTE ? '"' : "'", at + 1);
    return close < 0 ? length : close + 1;
  }

  private quotedValue(quote: number, start: number): number {
    const { source } = this;
    const { length } = source;
    this.pending = start;
    for (let at = start; at < length; ) {
      const unit = charCodeAt.call(source, at);
      if (unit === quote) {
        this.events.attributeText(this.pending, at);
        return at + 1;
      }
      at = unit === AMPERSAND ? this.reference(at, DecodingMode.Attribute) : at + 1;
    }
    return length;
  }

  private bareValue(start: number): number {
    const { source } = this;
    const { length } = source;
    this.pending = start;
    for (let at = start; at < length; ) {
      const unit = charCodeAt.call(source, at);
      if (unit === GREATER_THAN || isSpace(unit)) {
        this.events.attributeText(this.pending, at);
        return at;
      }
      at = unit === AMPERSAND ? this.reference(at, DecodingMode.Attribute) : at + 1;
    }
    return length;
  }

  /** The tag is complete. What follows is its content, which is text where its name says so. */
  private content(nameStart: number, nameEnd: number, isClosed: boolean, start: number): number {
    const { source, events } = this;
    const raw = RAW.find(source, nameStart, nameEnd);
    const isRaw = raw !== undefined && !events.isForeign() && !(isClosed && this.isXml);
    events.openTagEnd(isClosed);
    this.pending = start;
    if (!isRaw) return start;
    if (raw === Raw.ToTheEnd) return source.length;
    const end = endOfRawText(source, source.slice(nameStart, nameEnd).toLowerCase(), start);
    if (raw === Raw.WithReferences) {
      for (let at = start; at < end; ) {
        at = charCodeAt.call(source, at) === AMPERSAND ? this.reference(at, DecodingMode.Legacy) : at + 1;
      }
    }
    this.reportText(end);
    return end < source.length ? this.closingTag(end + 2) : end;
  }

  /** A character reference, or an ampersand that begins none. */
  private reference(start: number, mode: DecodingMode): number {
    const { source, decoder } = this;
    this.referenceStart = start;
    this.inAttribute = mode === DecodingMode.Attribute;
    decoder.startEntity(mode);
    const length = start + 1 < source.length ? decoder.write(source, start + 1) : -1;
    if (length > 0) return this.pending;
    if (length === 0) return start + 1;
    decoder.end();
    return source.length;
  }

  private decoded(codePoint: number, length: number): void {
    const { events, pending, referenceStart } = this;
    if (this.inAttribute) {
      if (referenceStart > pending) events.attributeText(pending, referenceStart);
      events.attributeCharacter(codePoint);
    } else {
      this.reportText(referenceStart);
      events.character(codePoint);
    }
    this.pending = referenceStart + length;
  }
}

function isSpace(unit: number): boolean {
  return unit === SPACE || unit === LINE_FEED || unit === TAB || unit === FORM_FEED || unit === CARRIAGE_RETURN;
}

function endsName(unit: number): boolean {
  return unit === GREATER_THAN || unit === SLASH || isSpace(unit);
}

function isLetter(unit: number): boolean {
  const lower = unit | 0x20;
  return lower >= 97 && lower <= 122;
}

function endOfName(source: string, start: number): number {
  let end = start;
  while (end < source.length && !endsName(charCodeAt.call(source, end))) end++;
  return end;
}

function behindSpace(source: string, start: number): number {
  let at = start;
  while (at < source.length && isSpace(charCodeAt.call(source, at))) at++;
  return at;
}

/** Where the end tag of that name begins; the end of the source where there is none. */
function endOfRawText(source: string, name: string, start: number): number {
  for (let at = source.indexOf('</', start); at >= 0; at = source.indexOf('</', at + 2)) {
    const end = at + 2 + name.length;
    if (
      end < source.length &&
      endsName(charCodeAt.call(source, end)) &&
      source.slice(at + 2, end).toLowerCase() === name
    )
      return at;
  }
  return source.length;
}
