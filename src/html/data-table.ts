import { type Html, type HtmlPart, html } from './html.js';

export interface DataTable {
  /** What it is, for those who hear the page. */
  readonly label: string;
  readonly caption?: string;
  readonly className?: 'sortable' | 'narrow';
  readonly headings: readonly Html[];
  /** The cells of each row. */
  readonly rows: readonly HtmlPart[];
}

/** A table in a box of its own, which scrolls where the screen is narrower, also by keys. */
export function dataTable({ label, caption, className = 'narrow', headings, rows }: DataTable): Html {
  const title = caption === undefined ? '' : html`<caption><span>${caption}</span></caption>\n`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="${className}">
${title}<thead><tr>${headings}</tr></thead>
<tbody>
${rows.map((cells) => html`<tr>${cells}</tr>\n`)}</tbody>
</table></div>`;
}

export function heading(words: string | number, title = ''): Html {
  return title === '' ? html`<th scope="col">${words}</th>` : html`<th scope="col" title="${title}">${words}</th>`;
}

/** A heading of a column of words. */
export function wordsHeading(words: string): Html {
  return html`<th scope="col" class="words">${words}</th>`;
}

/** A heading to sort by, and which end comes first. */
export function sortHeading(words: string, first: 'ascending' | 'descending'): Html {
  return html`<th scope="col" data-first="${first}"><button type="button">${words}</button></th>`;
}

export function rowHeading(name: string, label: HtmlPart = name): Html {
  return html`<th scope="row" data-value="${name}">${label}</th>`;
}

/** A number with the words for it, sorted by the number; null stays below all others. */
export function numberCell(value: number | null, words: HtmlPart): Html {
  return html`<td data-value="${value}">${words}</td>`;
}

export function wordsCell(words: HtmlPart): Html {
  return html`<td class="words">${words}</td>`;
}
