import { escapeText } from './escape-text.js';

/** HTML that may stand in a page as it is. */
export class Html {
  constructor(readonly source: string) {}
}

export type HtmlPart = string | number | Html | false | null | undefined | readonly HtmlPart[];

/** A template of HTML: whatever is put into it is escaped, save for what was made by such a template itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(strings.map((text, index) => (index === 0 ? '' : sourceOf(parts[index - 1])) + text).join(''));
}

function sourceOf(part: HtmlPart): string {
  if (part === false || part === null || part === undefined) return '';
  if (part instanceof Html) return part.source;
  if (typeof part === 'object') return part.map(sourceOf).join('');
  return escapeText(String(part));
}
