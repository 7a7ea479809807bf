import type { Visit } from '../model/visit.js';
import { headerOf, type TransportResponse } from './transport.js';

/** What a server gives with a page to tell later whether it has changed (RFC 9110, section 8.8). */
export type Validators = Pick<Visit, 'etag' | 'lastModified'>;

const longest = 256;
/** An opaque tag in quotes, weak or not. Other text is none, and could not be sent back. */
const entityTag = /^(?:W\/)?"[\x21\x23-\x7e]*"$/;
const plainText = /^[\x20-\x7e]+$/;

/** The validators of an answer, as the server wrote them; those that are not well-formed are left out. */
export function validatorsOf(response: Pick<TransportResponse, 'headers'>): Validators {
  const etag = shortHeader(response, 'etag');
  const lastModified = shortHeader(response, 'last-modified');
  return {
    ...(etag !== undefined && entityTag.test(etag) && { etag }),
    ...(lastModified !== undefined && plainText.test(lastModified) && isDate(lastModified) && { lastModified }),
  };
}

/** Headers that ask for the page only if it is no longer the one with these validators (RFC 9110, section 13.1). */
export function conditionOf({ etag, lastModified }: Validators): Readonly<Record<string, string>> {
  return {
    ...(etag !== undefined && { 'If-None-Match': etag }),
    // Where both are sent, servers that know tags go by the tag.
    ...(lastModified !== undefined && { 'If-Modified-Since': lastModified }),
  };
}

function shortHeader(response: Pick<TransportResponse, 'headers'>, name: string): string | undefined {
  const value = headerOf(response, name)?.trim();
  return value === undefined || value.length > longest ? undefined : value;
}

function isDate(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}
