import { LEXICOGRAPHER_FILES } from '../semantics/lexicographer-files.js';
import { escapeHtml } from './escape-html.js';
import type { Pointer, Synset } from './synset.js';
import type { SynsetTable } from './synset-table.js';
import { hostOf, pathOf, urlOf } from './synset-url.js';
import { linksOf, RELATIONS } from './wordnet-relations.js';

/** Links to other synsets on one page; longer lists go on at `?page=2`. */
export const LINKS_A_PAGE = 200;

/** One page of a synset, numbered from 1, or undefined where its links do not go on that far. */
export function synsetPage(wordnet: SynsetTable, synset: Synset, number: number): string | undefined {
  const links = linksOf(synset);
  const pages = pagesFor(links.length);
  if (number > pages) return undefined;
  const words = escapeHtml(synset.words.join(', '));
  return documentOf(
    titleOf(words, number),
    `<nav>${trailOf(wordnet, synset)}</nav>
<main>
<h1>${words}</h1>
<p>${escapeHtml(synset.definition)}</p>
${examplesOf(synset)}${relationsOf(wordnet, synset, onPage(links, number))}${pagerOf(pathOf(synset), number, pages)}</main>`,
  );
}

/** One page of a host's home, numbered from 1: the roots of its families, and on the first page the other hosts. */
export function homePage(lexicographerFile: string, roots: readonly Synset[], number: number): string | undefined {
  const pages = pagesFor(roots.length);
  if (number > pages) return undefined;
  const items = onPage(roots, number).map((root) => `<li>${entryOf(root, lexicographerFile)}</li>\n`);
  return documentOf(
    titleOf(lexicographerFile, number),
    `<main>
<h1>${lexicographerFile}</h1>
<ul>
${items.join('')}</ul>
${pagerOf('/', number, pages)}</main>${number === 1 ? otherHosts(lexicographerFile) : ''}`,
  );
}

function pagesFor(links: number): number {
  return Math.max(1, Math.ceil(links / LINKS_A_PAGE));
}

function onPage<T>(links: readonly T[], number: number): readonly T[] {
  return links.slice((number - 1) * LINKS_A_PAGE, number * LINKS_A_PAGE);
}

function documentOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
</head>
<body>
${body}
<footer><p>WordNet 3.1 © 2011 Princeton University</p></footer>
</body>
</html>
`;
}

function titleOf(name: string, number: number): string {
  return number === 1 ? name : `${name} (page ${number})`;
}

/**
 * Where the page stands: its file, then what it is a kind of. The file is no link: with one hub linked from every page,
 * breadth-first would spend its pages on the hubs, and any focused crawler would look better than it is.
 */
function trailOf(wordnet: SynsetTable, synset: Synset): string {
  const above = synset.pointers.find(({ symbol }) => symbol.startsWith('@'));
  const trail = above && linkTo(wordnet.follow(above), synset.lexicographerFile);
  return trail === undefined ? synset.lexicographerFile : `${synset.lexicographerFile} › ${trail}`;
}

function examplesOf(synset: Synset): string {
  const items = synset.examples.map((example) => `<li><q>${escapeHtml(example)}</q></li>\n`);
  return items.length === 0 ? '' : `<h2>Examples</h2>\n<ul>\n${items.join('')}</ul>\n`;
}

/** `links` are sorted by relation: a sentence each, or a list for each run of the same relation. */
function relationsOf(wordnet: SynsetTable, synset: Synset, links: readonly Pointer[]): string {
  const word = escapeHtml(synset.words[0]!);
  let html = '';
  let listed = '';
  for (const link of links) {
    const relation = RELATIONS.get(link.symbol)!;
    const entry = entryOf(wordnet.follow(link), synset.lexicographerFile);
    if ('verb' in relation) {
      html += `<p>${capitalised(word)} ${relation.verb} ${entry}.</p>\n`;
      continue;
    }
    if (link.symbol !== listed) {
      html += `${listed && '</ul>\n'}<h2>${relation.heading.replace('…', () => word)}</h2>\n<ul>\n`;
      listed = link.symbol;
    }
    html += `<li>${entry}</li>\n`;
  }
  return listed ? `${html}</ul>\n` : html;
}

/** A link whose anchor is the target's words, with the target's definition beside it. */
function entryOf(target: Synset, fromFile: string): string {
  return `${linkTo(target, fromFile)}: ${escapeHtml(target.definition)}`;
}

function linkTo(target: Synset, fromFile: string): string {
  const href = target.lexicographerFile === fromFile ? pathOf(target) : urlOf(target);
  return `<a href="${href}">${escapeHtml(target.words.join(', '))}</a>`;
}

function pagerOf(path: string, number: number, pages: number): string {
  if (pages === 1) return '';
  const numbers = Array.from({ length: pages }, (_, index) => index + 1).map((page) =>
    page === number ? String(page) : `<a href="${page === 1 ? path : `${path}?page=${page}`}">${page}</a>`,
  );
  return `<p>Page ${numbers.join(' ')}</p>\n`;
}

function otherHosts(lexicographerFile: string): string {
  const items = LEXICOGRAPHER_FILES.filter((file) => file !== lexicographerFile).map(
    (file) => `<li><a href="http://${hostOf(file)}/">${file}</a></li>\n`,
  );
  return `\n<aside>\n<h2>Elsewhere in this dictionary</h2>\n<ul>\n${items.join('')}</ul>\n</aside>`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
