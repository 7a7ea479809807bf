import { responseRecords } from '../../archive/warc-record.js';
import type { CrawlReader } from '../../model/crawl-reader.js';
import type { RobotsNote } from '../../model/crawl-store.js';
import { responseMember } from './response-member.js';

/** The robots.txt files that the crawls went by, the last of each site. What was not found needs no record. */
export async function robotsNotes(crawls: readonly CrawlReader[], urls: Iterable<string>): Promise<RobotsNote[]> {
  const found: RobotsNote[] = [];
  for (const origin of new Set([...urls].map((url) => new URL(url).origin))) {
    const notes = await Promise.all(crawls.map(({ notes }) => notes.robots(origin)));
    const answered = notes.filter((note) => note !== undefined && note.status >= 200 && note.status <= 299);
    const last = answered.reduce((a, b) => (b!.fetchedAt >= (a?.fetchedAt ?? 0) ? b : a), undefined);
    if (last !== undefined) found.push(last);
  }
  return found;
}

/** A crawl keeps what robots.txt says and not how it was sent, so its head is made anew. */
export function robotsRecord({ origin, fetchedAt, status, body }: RobotsNote): Uint8Array {
  const bytes = Buffer.from(body, 'utf8');
  const headers = [
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Content-Length', String(bytes.length)],
  ] as const;
  const response = { status, statusText: '', httpVersion: '1.1', headers, body: bytes };
  const request = { method: 'GET', headers: [] };
  return responseMember(Buffer.from(responseRecords({ url: `${origin}/robots.txt`, request, response, fetchedAt })));
}
