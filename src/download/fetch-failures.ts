import { Failure, type FailurePolicy, messageOf } from '../failure.js';

interface FailureKind {
  readonly policy: FailurePolicy;
  /** One sentence for people. */
  readonly sentence: string;
}

/**
 * Every way a fetch can end without a response. A status such as 404 or 503 is a response and not listed here.
 * Codes are stable: statistics, stored visits and the documentation use them.
 */
export const fetchFailures = {
  'connect-refused': { policy: 'retry', sentence: 'The server refused the connection.' },
  'connect-timeout': { policy: 'retry', sentence: 'The server did not accept the connection in time.' },
  'host-unreachable': { policy: 'retry', sentence: 'No connection to the server could be made.' },
  'no-descriptors': {
    policy: 'retry',
    sentence: 'The process cannot open more connections: raise its limit (ulimit -n) or lower --requests.',
  },
  'connection-reset': { policy: 'retry', sentence: 'The server closed the connection before it responded.' },
  'dns-not-found': { policy: 'retry', sentence: 'The host name does not exist.' },
  'dns-unavailable': { policy: 'retry', sentence: 'The DNS lookup failed for now.' },
  'tls-failure': { policy: 'skip', sentence: 'No trusted TLS connection to the server could be made.' },
  'headers-timeout': { policy: 'retry', sentence: 'The server did not start its response in time.' },
  'body-timeout': { policy: 'retry', sentence: 'The server stopped sending in the middle of the response.' },
  'total-timeout': { policy: 'retry', sentence: 'The response was not complete within --timeout.' },
  'body-too-large': { policy: 'skip', sentence: 'The page is larger than --max-page-bytes.' },
  'header-overflow': { policy: 'skip', sentence: 'The response header is larger than the limit.' },
  'malformed-response': { policy: 'retry', sentence: 'The response was cut short or is not valid HTTP.' },
  'address-refused': { policy: 'skip', sentence: 'The host has a private or otherwise reserved address.' },
  'bad-encoding': {
    policy: 'skip',
    sentence: 'The content encoding is unknown or its data is corrupt.',
  },
  'too-many-encodings': { policy: 'skip', sentence: 'The response uses too many content encodings.' },
  'proxy-failure': { policy: 'retry', sentence: 'The proxy could not be reached or refused the request.' },
  'request-invalid': { policy: 'skip', sentence: 'The URL or a request header cannot be sent over HTTP.' },
  cancelled: { policy: 'retry', sentence: 'The request was cancelled.' },
  'fetch-failed': { policy: 'skip', sentence: 'The request failed for an unknown reason.' },
} as const satisfies Record<string, FailureKind>;

export type FetchFailureCode = keyof typeof fetchFailures;

/** The failure of the table with this code, with its evidence. */
export function failureOf(code: FetchFailureCode, evidence: Record<string, unknown>, cause?: unknown): Failure {
  const { sentence, policy } = fetchFailures[code];
  return new Failure(code, sentence, policy, evidence, cause);
}

/**
 * What an error of Node, undici or zlib means for the fetch of `url`. A `Failure` from below (address guard, connector)
 * keeps its code and evidence: one connection attempt can fail several requests, each of which needs its own URL.
 */
export function fetchFailure(thrown: unknown, url: string): Failure {
  if (thrown instanceof Failure) {
    return new Failure(thrown.code, thrown.message, thrown.policy, { ...thrown.evidence, url }, thrown.cause);
  }
  const errorCode = codeOf(thrown);
  return failureOf(meaningOf(errorCode), { url, error: errorCode || messageOf(thrown) }, thrown);
}

function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '';
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code;
  // undici means to give its parse errors a code too, but leaves it undefined.
  return thrown.name === 'HTTPParserError' ? thrown.name : '';
}

function meaningOf(errorCode: string): FetchFailureCode {
  const known = byErrorCode.get(errorCode);
  if (known !== undefined) return known;
  for (const [pattern, code] of byErrorFamily) if (pattern.test(errorCode)) return code;
  return 'fetch-failed';
}

const byErrorCode: ReadonlyMap<string, FetchFailureCode> = new Map([
  ['ECONNREFUSED', 'connect-refused'],
  ['ETIMEDOUT', 'connect-timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connect-timeout'],
  ['EHOSTUNREACH', 'host-unreachable'],
  ['ENETUNREACH', 'host-unreachable'],
  ['EHOSTDOWN', 'host-unreachable'],
  ['ENETDOWN', 'host-unreachable'],
  ['EADDRNOTAVAIL', 'host-unreachable'],
  ['EACCES', 'host-unreachable'],
  ['EMFILE', 'no-descriptors'],
  ['ENFILE', 'no-descriptors'],
  ['ENOBUFS', 'host-unreachable'],
  ['ECONNRESET', 'connection-reset'],
  ['ECONNABORTED', 'connection-reset'],
  ['EPIPE', 'connection-reset'],
  ['UND_ERR_SOCKET', 'connection-reset'],
  ['ENOTFOUND', 'dns-not-found'],
  ['ENODATA', 'dns-not-found'],
  ['EAI_NONAME', 'dns-not-found'],
  ['EAI_NODATA', 'dns-not-found'],
  ['ESERVFAIL', 'dns-unavailable'],
  ['ETIMEOUT', 'dns-unavailable'],
  ['EPROTO', 'tls-failure'],
  ['UND_ERR_HEADERS_TIMEOUT', 'headers-timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'body-timeout'],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'body-too-large'],
  ['ERR_BUFFER_TOO_LARGE', 'body-too-large'],
  ['UND_ERR_HEADERS_OVERFLOW', 'header-overflow'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'malformed-response'],
  ['HTTPParserError', 'malformed-response'],
  ['UND_ERR_PRX_TLS', 'proxy-failure'],
  ['UND_ERR_INVALID_ARG', 'request-invalid'],
  ['UND_ERR_NOT_SUPPORTED', 'request-invalid'],
  ['ERR_INVALID_URL', 'request-invalid'],
  ['UND_ERR_ABORT', 'cancelled'],
  ['UND_ERR_ABORTED', 'cancelled'],
  ['UND_ERR_DESTROYED', 'cancelled'],
  ['UND_ERR_CLOSED', 'cancelled'],
]);

/** Families too large to list: OpenSSL's verification results, llhttp's parse errors, getaddrinfo and zlib errors. */
const byErrorFamily: readonly (readonly [RegExp, FetchFailureCode])[] = [
  [/^HPE_/, 'malformed-response'],
  [/^EAI_/, 'dns-unavailable'],
  [
    /^(ERR_TLS|ERR_SSL|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_C|HOSTNAME_MISMATCH|INVALID_)/,
    'tls-failure',
  ],
  [/^(Z_|ERR__ERROR_|ERR_BROTLI|ERR_ZLIB)/, 'bad-encoding'],
];
