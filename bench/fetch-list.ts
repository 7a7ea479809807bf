import { Agent, request } from 'undici';
import { CONCURRENCY, lookupLoopback } from './url-list.js';

/** Fetches all URLs with CONCURRENCY requests under way, over kept-alive connections, in the order of the list. */
export async function fetchList(
  urls: readonly string[],
  onPage: (url: string, body: Uint8Array, contentType: string) => void,
): Promise<void> {
  const dispatcher = new Agent({ connect: { lookup: lookupLoopback } });
  const waiting = urls.values();
  const fetchNext = async (): Promise<void> => {
    for (const url of waiting) {
      const { statusCode, headers, body } = await request(url, { dispatcher });
      const bytes = await body.bytes();
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
      onPage(url, bytes, String(headers['content-type'] ?? ''));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, fetchNext));
  await dispatcher.close();
}
