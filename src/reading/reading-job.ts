import type { HttpMessage } from '../archive/http-message.js';
import type { PageJob } from './page-job.js';

/** Only to be read, from an answer that came at another time. */
export function readingJob(url: string, response: HttpMessage, fetchedAt: number, maxPageBytes: number): PageJob {
  const request = { method: 'GET', headers: [] };
  return { exchange: { url, request, response, fetchedAt }, archive: false, read: true, maxPageBytes };
}
