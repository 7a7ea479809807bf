import type { CollectedHtml } from '../html/html-collector.js';
import type { InlineMarks, Mark } from '../html/inline-marks.js';
import { oneLine } from '../one-line.js';
import { MAX_ANCHOR } from '../page-limits.js';
import { escapeInline } from './escape-markdown.js';
import { linkTarget } from './link-targets.js';

export interface MarkdownOptions {
  /** Write where links lead. Default true. */
  readonly links?: boolean | undefined;
  /** Write pictures, with the text that describes them. Default false. */
  readonly images?: boolean | undefined;
}

interface Span {
  readonly kind: Mark['kind'] | 'link' | 'picture';
  readonly start: number;
  readonly end: number;
  /** Of links and pictures, as written. */
  readonly target?: string;
  readonly alt?: string;
}

/** Signs that stand for "link to this heading". */
const PERMALINK = /^(?:[¶#§🔗]|\[link\])$/u;
/** Spans within spans that are followed; more are not written by people. */
const DEEPEST = 8;

/** Writes stretches of the text of a page as Markdown within one line. */
export class InlineMarkdown {
  private readonly text: string;
  private readonly spans: readonly Span[];

  constructor(
    { text, links }: Pick<CollectedHtml, 'text' | 'links'>,
    marks: InlineMarks,
    private readonly base: string,
    private readonly options: MarkdownOptions,
  ) {
    this.text = text;
    const spans: Span[] = marks.marks.filter(({ start, end }) => end > start);
    for (const { href, start, end } of links) if (end > start) spans.push({ kind: 'link', start, end, target: href });
    if (options.images)
      for (const { at, src, alt } of marks.pictures)
        spans.push({ kind: 'picture', start: at, end: at, target: src, alt });
    // From the outside in; what was gathered later is further in.
    this.spans = spans.sort((a, b) => a.start - b.start || b.end - a.end);
  }

  /** Without marks of emphasis where the whole is emphasised already, as in a heading. */
  write(start: number, end: number, plain = false): string {
    const { written } = this.writeUntil(start, end, this.firstFrom(start), plain, 0);
    return written.replace(/[ \t\n]+/g, ' ').trim();
  }

  private firstFrom(offset: number): number {
    let [low, high] = [0, this.spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.spans[middle]!.start < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private writeUntil(
    start: number,
    end: number,
    from: number,
    plain: boolean,
    depth: number,
  ): { written: string; next: number } {
    let [written, at, next] = ['', start, from];
    for (let span = this.spans[next]; span !== undefined && span.start < end; span = this.spans[next]) {
      next++;
      if (span.start < at || (plain && span.kind === 'strong') || depth >= DEEPEST) continue;
      const [first, last] = this.trimmed(span.start, Math.min(span.end, end));
      if (span.kind === 'picture') {
        written += escapeInline(this.text.slice(at, span.start)) + this.picture(span);
        at = span.start;
      } else if (first < last) {
        written += escapeInline(this.text.slice(at, first));
        const inner =
          span.kind === 'code'
            ? undefined
            : this.writeUntil(first, last, next, plain || span.kind === 'strong', depth + 1);
        written = this.withSpan(written, span, inner?.written ?? codeSpan(this.text.slice(first, last)));
        if (inner !== undefined) next = inner.next;
        while (this.spans[next] !== undefined && this.spans[next]!.start < last) next++;
        at = last;
      }
    }
    return { written: written + escapeInline(this.text.slice(at, end)), next };
  }

  private withSpan(before: string, { kind, target = '' }: Span, inner: string): string {
    if (kind === 'strong') return `${before}**${inner}**`;
    if (kind === 'emphasis') return `${before}*${inner}*`;
    if (kind === 'code') return before + inner;
    if (PERMALINK.test(inner.replace(/\\/g, ''))) return before.trimEnd();
    const address = this.options.links === false ? undefined : linkTarget(target, this.base);
    return before + (address === undefined ? inner : `[${inner}](${address})`);
  }

  private picture({ target = '', alt = '' }: Span): string {
    const words = escapeInline(oneLine(alt, MAX_ANCHOR));
    if (words === '') return '';
    const address = this.options.links === false ? undefined : linkTarget(target, this.base);
    return address === undefined ? ` ${words} ` : ` ![${words}](${address}) `;
  }

  private trimmed(start: number, end: number): [number, number] {
    const { text } = this;
    while (start < end && isSpace(text.charCodeAt(start))) start++;
    while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
    return [start, end];
  }
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10;
}

/** Between more backticks than it has itself. */
function codeSpan(code: string): string {
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map(({ length }) => length));
  const ticks = '`'.repeat(longest + 1);
  const space = /^`|`$/.test(code) ? ' ' : '';
  return ticks + space + code.replaceAll('\n', ' ') + space + ticks;
}
