import { createHash, createHmac } from 'node:crypto';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** A request of which everything is known but who sends it. */
export interface UnsignedRequest {
  readonly method: string;
  readonly host: string;
  /** Percent-encoded with `encodeKey`, as it is sent. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Names in lower case; without `host`. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body in hex. */
  readonly bodyHash: string;
}

const algorithm = 'AWS4-HMAC-SHA256';

/** The headers to send: those given, the date, the hash of the body, and who signs all of it (Signature Version 4). */
export function signedHeaders(
  request: UnsignedRequest,
  credentials: S3Credentials,
  region: string,
  now: Date,
): Record<string, string> {
  const at = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const headers: Record<string, string> = {
    ...request.headers,
    'x-amz-content-sha256': request.bodyHash,
    'x-amz-date': at,
    ...(credentials.sessionToken !== undefined && { 'x-amz-security-token': credentials.sessionToken }),
  };
  const { canonical, names } = canonicalRequest({ ...request, headers: { ...headers, host: request.host } });
  const scope = `${at.slice(0, 8)}/${region}/s3/aws4_request`;
  const signature = hmac(
    signingKey(credentials.secretAccessKey, at.slice(0, 8), region),
    `${algorithm}\n${at}\n${scope}\n${sha256(canonical)}`,
  ).toString('hex');
  const authorization = `${algorithm} Credential=${credentials.accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature}`;
  return { ...headers, authorization };
}

/** What is signed; `headers` have to include `host`. */
export function canonicalRequest({ method, path, query, headers, bodyHash }: Omit<UnsignedRequest, 'host'>): {
  readonly canonical: string;
  readonly names: string;
} {
  const sorted = Object.keys(headers).sort();
  const names = sorted.join(';');
  const lines = sorted.map((name) => `${name}:${headers[name]!.trim().replace(/ +/g, ' ')}\n`).join('');
  return { canonical: [method, path, canonicalQuery(query), lines, names, bodyHash].join('\n'), names };
}

/** Sorted and encoded as it is signed, and fit to be sent so. */
export function canonicalQuery(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&');
}

/** The path of a key: every byte but unreserved characters is encoded, slashes stay. */
export function encodeKey(key: string): string {
  return key.split('/').map(encode).join('/');
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

function signingKey(secret: string, day: string, region: string): Buffer {
  return [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, day));
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
