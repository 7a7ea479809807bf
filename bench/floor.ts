import { TextDecoder } from '@exodus/bytes/encoding.js';
import { extract } from './extract.js';
import { fetchList } from './fetch-list.js';
import { type BenchTotals, Meter } from './meter.js';
import { urlList } from './url-list.js';

/**
 * The floor: the least a crawler has to do for a page, without a crawler. undici fetches it and htmlparser2 takes out
 * the title, visible text, and links with anchor, sentence and place. Nothing is queued, scored or kept.
 */
const urls = urlList();
const totals: BenchTotals = { titleChars: 0, textChars: 0, links: 0 };
const meter = new Meter();
let pages = 0;
await fetchList(urls, (url, body, contentType) => {
  const { title, text, links } = extract(decoded(body, contentType), url);
  pages++;
  totals.titleChars += title.length;
  totals.textChars += text.length;
  totals.links += links.length;
});
meter.report(pages, totals);

/** Charset of the header, else of a <meta> at the beginning, else UTF-8. */
function decoded(body: Uint8Array, contentType: string): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const stated = /charset\s*=\s*["']?([\w-]+)/i;
  const charset = (stated.exec(contentType) ?? stated.exec(bytes.toString('latin1', 0, 1024)))?.[1] ?? 'utf-8';
  return /^utf-?8$/i.test(charset) ? bytes.toString('utf8') : new TextDecoder(charset).decode(bytes);
}
