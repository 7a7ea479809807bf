import { escapeHtml } from '../../src/demo/escape-html.js';
import { seededRandom } from '../../src/random.js';
import { textHash } from '../../src/url/hash64.js';
import type { Asked } from './hostile-site.js';

/** What a crawl over the hostile web looks for. */
export const wantedQuery = 'lighthouse keeper';

const wanted =
  'lighthouse keeper lantern beacon lamp tower fog signal coast harbour ship rock storm night sailor'.split(' ');
const unwanted =
  'garden recipe engine match violin cheese ticket paint saddle tax wool carpet bread cinema puzzle'.split(' ');
const between = 'the a of in on near with and after before under behind its their every old new small great last'.split(
  ' ',
);
const verbs = 'was stood shone turned came went kept held left found made took saw heard built'.split(' ');

/** Text that is the same for the same seed and unlike that of any other: about the topic, or not. */
export function prose(seed: string, sentences = 6, about: 'topic' | 'anything' = 'anything'): string {
  const random = seededRandom(Number.parseInt(textHash(seed).slice(0, 8), 16));
  const one = (words: readonly string[]) => words[Math.floor(random() * words.length)]!;
  const nouns = about === 'topic' ? wanted : unwanted;
  const name = () => Math.floor(random() * 2 ** 30).toString(36);
  return Array.from({ length: sentences }, () => {
    const words = [one(between), one(nouns), one(verbs), one(between), one(nouns), one(between), name(), one(nouns)];
    return `${words.join(' ')}.`;
  }).join(' ');
}

export interface InventedPage {
  readonly url: string;
  readonly title?: string;
  readonly about?: 'topic' | 'anything';
  /** Targets, with their anchor texts; a target alone is its own. */
  readonly links?: readonly (string | readonly [href: string, anchor: string])[];
  readonly sentences?: number;
}

/** An ordinary page. It names its URL, so that no other has its text. */
export function inventedPage(page: InventedPage): string {
  const { url, title = `Page ${url}`, about = 'anything', links = [], sentences } = page;
  const items = links.map((link) => {
    const [href, anchor] = typeof link === 'string' ? [link, link] : link;
    return `<li><a href="${escapeHtml(href)}">${escapeHtml(anchor)}</a></li>`;
  });
  return `<!doctype html><html lang="en"><head><title>${escapeHtml(title)}</title></head><body><h1>${escapeHtml(title)}</h1>
<p>${prose(url, sentences, about)}</p><p>This is ${escapeHtml(url)}.</p><ul>${items.join('\n')}</ul></body></html>`;
}

/** The ordinary page of a request. */
export function pageOf({ host, path }: Asked, more: Omit<InventedPage, 'url'> = {}): string {
  return inventedPage({ url: `http://${host}${path}`, ...more });
}
