import { LEXICOGRAPHER_FILES } from '../semantics/lexicographer-files.js';
import { parsedUrl } from '../url/parsed-url.js';
import type { Synset } from './synset.js';
import { SynsetTable } from './synset-table.js';
import { hostOf, lexicographerFileOf, synsetAt, urlOf } from './synset-url.js';
import { homePage, synsetPage } from './wordnet-page.js';
import { linksOf } from './wordnet-relations.js';
import { topicOf, type WordNetTopic } from './wordnet-topic.js';

/**
 * WordNet as a web of real text: a page a synset, a host a lexicographer file, links along the relations between
 * synsets. Pages are rendered when asked for and are always the same.
 */
export class WordNetWeb {
  readonly #roots = new Map<string, readonly Synset[]>();

  constructor(readonly wordnet = new SynsetTable()) {}

  /** How many synsets have a page. Home pages and continuations (`?page=2`) come on top. */
  get size(): number {
    return this.wordnet.size;
  }

  /** URLs of the synsets' pages, in the order of the database. */
  *urls(): Generator<string> {
    for (const synset of this.wordnet.synsets()) yield urlOf(synset);
  }

  /** Home pages of the hosts. They are ways in, not hubs: they lead to every page, but no synset's page links to them. */
  homes(): string[] {
    return LEXICOGRAPHER_FILES.map((file) => `http://${hostOf(file)}/`);
  }

  /** The HTML at a URL, or undefined where there is no page. */
  page(url: string): string | undefined {
    const parsed = parsedUrl(url);
    return parsed?.protocol === 'http:' && parsed.port === ''
      ? this.pageAt(parsed.hostname, parsed.pathname + parsed.search)
      : undefined;
  }

  /** The HTML for a request target (path and query) on a host. */
  pageAt(host: string, target: string): string | undefined {
    const [, path, query] = /^([^?]*)(?:\?page=([2-9]|[1-9]\d+))?$/.exec(target) ?? [];
    const file = lexicographerFileOf(host);
    if (path === undefined || file === undefined) return undefined;
    const number = Number(query ?? 1);
    if (path === '/') return homePage(file, this.rootsOf(file), number);
    const synset = synsetAt(this.wordnet, host, path);
    return synset && synsetPage(this.wordnet, synset, number);
  }

  /** The synset that a page is about; continuations have the synset of their first page. */
  synsetOf(url: string): Synset | undefined {
    const { hostname, pathname } = new URL(url);
    return synsetAt(this.wordnet, hostname, pathname);
  }

  topicOf(name: string): WordNetTopic {
    return topicOf(this.wordnet, name);
  }

  /**
   * Synsets of a file that none of the same file is above, those with most links first. All others of the file can be
   * reached from them.
   */
  rootsOf(lexicographerFile: string): readonly Synset[] {
    let roots = this.#roots.get(lexicographerFile);
    if (roots === undefined) {
      const ranked: { synset: Synset; links: number }[] = [];
      for (const synset of this.wordnet.synsets(lexicographerFile)) {
        if (this.#isRoot(synset)) ranked.push({ synset, links: linksOf(synset).length });
      }
      roots = ranked.sort((a, b) => b.links - a.links).map(({ synset }) => synset);
      this.#roots.set(lexicographerFile, roots);
    }
    return roots;
  }

  #isRoot(synset: Synset): boolean {
    if (synset.satellite) return false;
    return !synset.pointers.some(
      ({ symbol, target }) =>
        symbol.startsWith('@') && this.wordnet.lexicographerFileOf(target) === synset.lexicographerFile,
    );
  }
}
