import { isUtf8 } from 'node:buffer';

/** One request, already decided on: robots, scope and politeness were settled before. */
export interface TransportRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Looks at the answer's head; false = the body is not wanted and left out of the answer. */
  readonly wanted?: (status: number, contentType: string | undefined) => boolean;
  /** Bytes of the body to read at most: a longer one is cut there, where it would be too large otherwise. */
  readonly cutAt?: number;
}

/** The answer as it came over the wire: the body is still content-encoded. */
export interface TransportResponse {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  /** '1.1' or '1.0'. */
  readonly httpVersion: string;
  /** Names in the case the server sent them, in order, repeats kept. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** The body was not wanted (see `TransportRequest.wanted`) and is empty. */
  readonly bodySkipped?: boolean;
  /** Address the socket was connected to, if there was one. */
  readonly remoteAddress?: string;
}

/**
 * Fetches one request. Redirects are answers, not followed. Throws a `Failure` whose policy says whether a retry
 * makes sense; codes are listed in `fetch-failures.ts`.
 */
export interface Transport {
  fetch(request: TransportRequest): Promise<TransportResponse>;
  /**
   * Where the URL's host lives, as a name by which all hosts there can be spared together; undefined where that is not known, or
   * nobody has to be spared: the user said where the host is. Absent where there are no addresses.
   */
  addressOf?(url: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** First value of a header, by case-insensitive name. */
export function headerOf(response: Pick<TransportResponse, 'headers'>, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [key, value] of response.headers) if (key.toLowerCase() === wanted) return value;
  return undefined;
}

/** All values of a header, by case-insensitive name. */
export function headerValues(response: Pick<TransportResponse, 'headers'>, name: string): string[] {
  const wanted = name.toLowerCase();
  return response.headers.filter(([key]) => key.toLowerCase() === wanted).map(([, value]) => value);
}

/** Whether an answer of this status leads elsewhere. */
export function isRedirect(status: number): boolean {
  return redirects.has(status);
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Where a redirect leads, as the server wrote it. Header bytes are Latin-1 by the letter, but servers put UTF-8 into
 * this one, and browsers follow it.
 */
export function locationOf(response: Pick<TransportResponse, 'headers'>): string | undefined {
  const location = headerOf(response, 'location');
  if (location === undefined) return undefined;
  const bytes = Buffer.from(location, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : location;
}
