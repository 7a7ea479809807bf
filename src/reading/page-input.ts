import { decodeContent } from '../download/content-decoding.js';
import { headerOf, headerValues, type TransportResponse } from '../download/transport.js';
import type { PageInput } from './read-page.js';

/** What an answer has to say to the reader of pages. Throws a `Failure` when its body cannot be decoded within the limit. */
export function pageInputOf(
  url: string,
  response: Pick<TransportResponse, 'headers' | 'body'>,
  maxBytes: number,
): PageInput {
  return {
    url,
    body: decodeContent(response.body, headerOf(response, 'content-encoding'), maxBytes),
    contentType: headerOf(response, 'content-type'),
    tdmReservation: headerOf(response, 'tdm-reservation'),
    tdmPolicy: headerOf(response, 'tdm-policy'),
    xRobotsTag: headerValues(response, 'x-robots-tag').join(', ') || undefined,
  };
}
