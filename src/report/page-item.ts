import { escapeText } from '../html/escape-text.js';
import { threeDigits, twoDigits } from '../words/figures.js';
import type { PackedPage, PageList } from './report-data.js';

/*
 * These draw the list twice: in the file, for readers without a script, and in the page itself, for what a reader looks for. So they
 * use each other and their arguments only, never a constant of the module; the flags are those of `flags`.
 */

/** A page of the list as an element. All that comes from the web is escaped; a link leads to http or https or is none. */
export function pageItem(list: PageList, place: number): string {
  const page = list.pages[place]!;
  const [origin, path, title, relevance, flags, day, , , , snippet] = page;
  const url = list.origins[origin] + path;
  const shown = markedText(title || '(no title)');
  const heading = /^https?:\/\//.test(url)
    ? `<a href="${escapeText(url)}" rel="noopener noreferrer nofollow">${shown}</a>`
    : shown;
  const date = `${flags & 8 ? '' : 'fetched '}${dayWords(day)}`;
  const label = flags & 6 ? `<span class="tag">labelled ${flags & 2 ? 'relevant' : 'other'}</span>` : '';
  return `<li class="${isRelevant(page) ? 'page' : 'page other'}"><p class="score"><span class="unseen">Relevance </span>${twoDigits(relevance / 10000)}</p><div><h3><bdi>${heading}</bdi></h3><p class="where"><bdi class="url">${escapeText(url)}</bdi> <span>${date}</span> ${label}</p>${snippet ? `<p class="snippet"><bdi>${markedText(snippet)}</bdi></p>` : ''}<details><summary>Why<span class="unseen"> this page</span></summary>${reasonsOf(list, page)}</details></div></li>`;
}

/** What a person said, or else what the crawl thinks. */
export function isRelevant(page: PackedPage): boolean {
  return (page[4] & 6) === 0 ? (page[4] & 1) !== 0 : (page[4] & 2) !== 0;
}

/** Matches are between two characters for private use, which are in no text. */
export function markedText(text: string): string {
  return escapeText(text).replaceAll('\ue000', '<mark>').replaceAll('\ue001', '</mark>');
}

export function dayWords(day: number): string {
  const date = new Date(day * 86400000);
  return Number.isNaN(date.getTime()) ? 'unknown' : date.toISOString().slice(0, 10);
}

/** Why the page is where it is, in words. */
export function reasonsOf(list: PageList, page: PackedPage): string {
  const [, , , relevance, flags, , depth, visit, parts, , parent] = page;
  const said = flags & 6 ? ` A person labelled it ${flags & 2 ? 'relevant' : 'other'}.` : '';
  const judged = `Relevance ${threeDigits(relevance / 10000)}: judged ${flags & 1 ? 'relevant' : 'not relevant'}.${said}`;
  const rows = [];
  for (let at = 0; at < parts.length; at += 2) {
    const [name, meaning] = list.parts[parts[at]!]!;
    const value = parts[at + 1]! / 1000;
    const sign = value < 0 ? '−' : list.partsAddUp ? '+' : '';
    rows.push(
      `<li><b>${sign}${Math.abs(value).toFixed(Math.abs(value) < 10 ? 2 : 0)}</b> <bdi>${escapeText(name)}</bdi>${meaning ? `: ${escapeText(meaning)}` : ''}</li>`,
    );
  }
  const scores =
    rows.length === 0
      ? '<p>It has no word of the topic.</p>'
      : `<p>${list.partsAddUp ? 'Its raw score adds up from' : 'The largest parts of its score'}:</p><ul>${rows.join('')}</ul>`;
  const steps = depth === 0 ? 'A seed' : `${depth} ${depth === 1 ? 'link' : 'links'} from a seed`;
  const found = parent ? `, found on <bdi class="url">${escapeText(parent)}</bdi>` : '';
  return `<p>${judged}</p>${scores}<p>${steps}${found}. Visit ${visit}.</p>`;
}

/** What a reader looks for. */
export interface ListChoice {
  /** Words that all have to be there, in lower case. */
  readonly words: readonly string[];
  readonly which: 'relevant' | 'all' | 'labelled';
  readonly order: 'relevance' | 'date' | 'host' | 'title' | 'visit';
}

/** Places of the pages that are chosen, in the order chosen. */
export function chosenPages(list: PageList, { words, which, order }: ListChoice): number[] {
  const { pages, origins } = list;
  const host = (page: PackedPage) => origins[page[0]]!.replace(/^[a-z]+:\/\//, '');
  const found: number[] = [];
  for (const [place, page] of pages.entries()) {
    if (which === 'relevant' && !isRelevant(page)) continue;
    if (which === 'labelled' && (page[4] & 6) === 0) continue;
    const text = words.length === 0 ? '' : `${page[2]} ${origins[page[0]]}${page[1]} ${page[9] ?? ''}`;
    const plain = text.replace(/[\ue000\ue001]/g, '').toLowerCase();
    if (words.every((word) => plain.includes(word))) found.push(place);
  }
  const compare: Record<string, (a: PackedPage, b: PackedPage) => number> = {
    date: (a, b) => b[5] - a[5],
    host: (a, b) => host(a).localeCompare(host(b)),
    title: (a, b) => a[2].localeCompare(b[2]),
    visit: (a, b) => a[7] - b[7],
  };
  const rule = compare[order];
  // The list is in the order of relevance, and sorting keeps it where others are equal.
  return rule === undefined ? found : found.sort((a, b) => rule(pages[a]!, pages[b]!));
}
