import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import { isPassing, S3Error } from './s3-error.js';
import type { S3Place } from './s3-place.js';
import { canonicalQuery, encodeKey, sha256, signedHeaders } from './sigv4.js';

export interface S3ClientOptions {
  /** So often a request is sent before it counts as failed. */
  readonly attempts?: number;
  /** Wait before the second attempt (ms); it doubles from one to the next. */
  readonly retryMs?: number;
  /** Nothing is heard for so long: the connection counts as dead (ms). */
  readonly silenceMs?: number;
  /** A longer file is sent in parts of this size; the least that S3 takes is 5 MiB. */
  readonly partBytes?: number;
  readonly now?: () => Date;
}

export interface S3Object {
  /** Without the prefix. */
  readonly key: string;
  readonly size: number;
}

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Without the prefix; absent for requests to the bucket. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Statuses that are an answer, besides those from 200 to 299. */
  readonly also?: readonly number[];
}

interface S3Answer {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly body: Buffer;
}

const EMPTY = new Uint8Array(0);
const longestWaitMs = 20_000;

/**
 * The few requests of S3 that an archive needs. All bodies carry two checksums, which the service compares. Requests that fail
 * for a passing reason are repeated; all of them can be.
 */
export class S3Client {
  private readonly agent: Agent;
  private readonly attempts: number;
  private readonly retryMs: number;
  private readonly partBytes: number;
  private readonly now: () => Date;

  constructor(
    private readonly place: S3Place,
    { attempts = 6, retryMs = 250, silenceMs = 30_000, partBytes = 16 * 1024 ** 2, now }: S3ClientOptions = {},
  ) {
    const connect = { timeout: Math.min(silenceMs, 10_000) };
    this.agent = new Agent({ connections: 4, headersTimeout: silenceMs, bodyTimeout: silenceMs, connect });
    this.attempts = attempts;
    this.retryMs = retryMs;
    this.partBytes = partBytes;
    this.now = now ?? (() => new Date());
  }

  async put(key: string, body: Uint8Array): Promise<void> {
    await this.send({ method: 'PUT', key, body });
  }

  /** Sends a file, and makes sure that all of it is there. */
  async putFile(key: string, file: string): Promise<void> {
    const handle = await open(file);
    try {
      const { size } = await handle.stat();
      const part = async (from: number) => {
        const bytes = Buffer.alloc(Math.min(this.partBytes, size - from));
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
        if (bytesRead < bytes.length) throw new Error(`${file} became shorter while it was sent`);
        return bytes;
      };
      if (size <= this.partBytes) await this.put(key, await part(0));
      else await this.putParts(key, size, part);
      if ((await this.head(key)) !== size) throw new S3Error(500, 'IncompleteBody');
    } finally {
      await handle.close();
    }
  }

  /** At most `length` bytes from `offset` on, fewer where the object ends; undefined where there is no such object. */
  async get(key: string, offset: number, length: number): Promise<Buffer | undefined> {
    const range = `bytes=${offset}-${offset + length - 1}`;
    const { status, headers, body } = await this.send({ method: 'GET', key, headers: { range }, also: [404, 416] });
    if (status === 404) return undefined;
    if (status === 416) return Buffer.alloc(0);
    // Not every service knows ranges.
    if (status === 200) return body.subarray(offset, offset + length);
    if (!String(headers['content-range'] ?? '').startsWith(`bytes ${offset}-`)) throw new S3Error(status, 'WrongRange');
    return body.subarray(0, length);
  }

  /** Bytes of an object; undefined where there is none. */
  async head(key: string): Promise<number | undefined> {
    const { status, headers } = await this.send({ method: 'HEAD', key, also: [404] });
    return status === 404 ? undefined : Number(headers['content-length']);
  }

  async *list(): AsyncGenerator<S3Object, void, undefined> {
    const { prefix } = this.place;
    for (let after: string | undefined; ; ) {
      const query = { 'list-type': '2', prefix, ...(after !== undefined && { 'continuation-token': after }) };
      const text = (await this.send({ method: 'GET', query })).body.toString();
      for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs))
        yield { key: tagged(entry, 'Key').slice(prefix.length), size: Number(tagged(entry, 'Size')) };
      after = tagged(text, 'NextContinuationToken');
      if (tagged(text, 'IsTruncated') !== 'true' || after === '') return;
    }
  }

  async delete(key: string): Promise<void> {
    await this.send({ method: 'DELETE', key, also: [404] });
  }

  close(): Promise<void> {
    return this.agent.close();
  }

  private async putParts(key: string, size: number, part: (from: number) => Promise<Buffer>): Promise<void> {
    const begun = (await this.send({ method: 'POST', key, query: { uploads: '' } })).body.toString();
    const uploadId = tagged(begun, 'UploadId');
    try {
      let parts = '';
      for (let from = 0, number = 1; from < size; from += this.partBytes, number++) {
        const query = { partNumber: String(number), uploadId };
        const { headers } = await this.send({ method: 'PUT', key, query, body: await part(from) });
        const tag = String(headers.etag ?? '').replaceAll('"', '&quot;');
        parts += `<Part><PartNumber>${number}</PartNumber><ETag>${tag}</ETag></Part>`;
      }
      const body = Buffer.from(`<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`);
      await this.send({ method: 'POST', key, query: { uploadId }, body }).catch(async (thrown) => {
        // An answer that was lost on its way: the repeated request finds nothing left to complete.
        if (!(thrown instanceof S3Error) || thrown.code !== 'NoSuchUpload' || (await this.head(key)) !== size)
          throw thrown;
      });
    } catch (thrown) {
      // Parts of an upload that was given up are paid for until somebody removes them.
      await this.sendOnce({ method: 'DELETE', key, query: { uploadId }, also: [404] }).catch(() => undefined);
      throw thrown;
    }
  }

  private async send(request: S3Request): Promise<S3Answer> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.sendOnce(request);
      } catch (thrown) {
        if (attempt >= this.attempts || !isPassing(thrown)) throw thrown;
      }
      // At random, so that workers that failed together do not all come back together.
      await sleep(Math.min(longestWaitMs, this.retryMs * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2));
    }
  }

  private async sendOnce({
    method,
    key,
    query = {},
    headers = {},
    body = EMPTY,
    also = [],
  }: S3Request): Promise<S3Answer> {
    const { endpoint, bucket, prefix, pathStyle, region, credentials } = this.place;
    const { host } = new URL(endpoint);
    const path = `${pathStyle ? `/${bucket}` : ''}/${key === undefined ? '' : encodeKey(prefix + key)}`;
    const md5 = body.length > 0 ? { 'content-md5': createHash('md5').update(body).digest('base64') } : {};
    const unsigned = { method, host, path, query, headers: { ...headers, ...md5 }, bodyHash: sha256(body) };
    const search = canonicalQuery(query);
    const answer = await this.agent.request({
      origin: endpoint,
      method,
      path: search === '' ? path : `${path}?${search}`,
      headers: signedHeaders(unsigned, credentials, region, this.now()),
      body: method === 'PUT' || method === 'POST' ? body : null,
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const { statusCode: status } = answer;
    const isAnswer = (status >= 200 && status <= 299) || also.includes(status);
    // An upload of parts may fail after the status was sent.
    const isLateError = isAnswer && method === 'POST' && bytes.includes('<Error>');
    if (!isAnswer || isLateError) throw S3Error.of(isLateError ? 500 : status, bytes.toString('utf8', 0, 4_000));
    return { status, headers: answer.headers, body: bytes };
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of the first element of this name; '' where there is none. */
function tagged(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex?: string, decimal?: string, named?: string) =>
    named === undefined
      ? String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal))
      : (entities[named] ?? all),
  );
}
