import { closeSync, openSync } from 'node:fs';
import { failureOf } from '../download/fetch-failures.js';
import { headerOf, type Transport, type TransportRequest, type TransportResponse } from '../download/transport.js';
import { Failure } from '../failure.js';
import type { ArchiveIndex } from './archive-index.js';
import { readRecord } from './warc-reader.js';

/**
 * Answers from an archive as if it were the web. What is not in there is not found (404), robots.txt included, so an
 * archive without recorded robots.txt files allows everything. The index is borrowed: whoever opened it closes it.
 */
export class ArchiveTransport implements Transport {
  private readonly descriptors = new Map<string, number>();

  constructor(private readonly index: ArchiveIndex) {}

  /** Reads synchronously: a record is a few kilobytes at a known place, which is sooner read than waited for. */
  async fetch({ url, signal, wanted, cutAt }: TransportRequest): Promise<TransportResponse> {
    if (signal?.aborted) throw failureOf('cancelled', { url }, signal.reason);
    const place = this.index.find(url);
    if (!place) return notFound(url);
    const { headers, http } = readRecord(this.descriptor(place.file), place.offset, place.length);
    if (!http) {
      throw new Failure('record-unreadable', `The record of ${url} in ${place.file} has no HTTP response.`, 'skip', {
        ...place,
      });
    }
    const address = headerOf({ headers }, 'warc-ip-address');
    const answer = { url, ...http, ...(address !== undefined && { remoteAddress: address }) };
    if (wanted?.(http.status, headerOf(http, 'content-type')) === false)
      return { ...answer, body: new Uint8Array(0), bodySkipped: true };
    return cutAt !== undefined && http.body.length > cutAt ? { ...answer, body: http.body.slice(0, cutAt) } : answer;
  }

  async close(): Promise<void> {
    for (const descriptor of this.descriptors.values()) closeSync(descriptor);
    this.descriptors.clear();
  }

  private descriptor(file: string): number {
    let descriptor = this.descriptors.get(file);
    if (descriptor === undefined) {
      descriptor = openSync(file, 'r');
      this.descriptors.set(file, descriptor);
    }
    return descriptor;
  }
}

function notFound(url: string): TransportResponse {
  return {
    url,
    status: 404,
    statusText: 'Not Found',
    httpVersion: '1.1',
    headers: [['Content-Type', 'text/plain']],
    body: new Uint8Array(0),
  };
}
