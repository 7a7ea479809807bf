import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { S3Place } from '../../../src/archive/s3/s3-place.js';

export const accessKeyId = 'AKIDTESTSERVER';
export const secretAccessKey = 'never/print+this=secret';

/** What the server does to the next request that it applies to, once. */
export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly code: string }
  | { readonly kind: 'cut-before' | 'cut-after' | 'cut-body' | 'damage-body' | 'damage-upload' }
  | { readonly kind: 'slow'; readonly ms: number };

interface Asked {
  readonly method: string;
  /** As it was sent, encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly rawQuery: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Object storage on loopback that speaks as much of the S3 protocol as an archive needs. It recomputes every signature, with code of its own, and compares
 * the checksums of bodies.
 */
export class S3Server {
  readonly objects = new Map<string, Buffer>();
  readonly uploads = new Map<string, Map<number, Buffer>>();
  readonly log: string[] = [];
  private readonly faults: { readonly on: RegExp; readonly fault: Fault }[] = [];
  private readonly server = createServer((request, response) => void this.serve(request, response));
  private port = 0;
  /** Objects in one page of a list. */
  pageSize = 1000;

  static async start(): Promise<S3Server> {
    const own = new S3Server();
    await new Promise<void>((resolve) => own.server.listen(0, '127.0.0.1', resolve));
    own.port = (own.server.address() as AddressInfo).port;
    return own;
  }

  /** Applies to the next request whose "METHOD path?query" matches; several wait in their order. */
  fail(on: RegExp, ...faults: readonly Fault[]): void {
    for (const fault of faults) this.faults.push({ on, fault });
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get env(): Record<string, string> {
    return {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_REGION: 'eu-test-1',
      AWS_ENDPOINT_URL_S3: this.endpoint,
    };
  }

  place(prefix = 'crawls/cars/'): S3Place {
    const credentials = { accessKeyId, secretAccessKey };
    return { bucket: 'pages', prefix, endpoint: this.endpoint, pathStyle: true, region: 'eu-test-1', credentials };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const [path = '/', rawQuery = ''] = request.url!.split('?');
    const asked: Asked = {
      method: request.method!,
      path,
      query: new URLSearchParams(rawQuery),
      rawQuery,
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks),
    };
    const line = `${asked.method} ${path}${rawQuery === '' ? '' : `?${rawQuery}`}`;
    this.log.push(line);
    const at = this.faults.findIndex(({ on }) => on.test(line));
    const fault = at < 0 ? undefined : this.faults.splice(at, 1)[0]!.fault;
    if (fault?.kind === 'slow') await sleep(fault.ms);
    if (fault?.kind === 'status') return answer(response, fault.status, error(fault.code));
    if (fault?.kind === 'cut-before') return void request.socket.destroy();
    if (fault?.kind === 'damage-upload' && asked.body.length > 0) asked.body[0]! ^= 1;
    const [status, body, headers] = this.refusal(asked) ?? this.handle(asked);
    if (fault?.kind === 'cut-after') return void request.socket.destroy();
    if (fault?.kind === 'cut-body') {
      response.writeHead(status, { ...headers, 'content-length': body.length });
      response.write(body.subarray(0, body.length >> 1));
      return void setImmediate(() => request.socket.destroy());
    }
    if (fault?.kind === 'damage-body') {
      const damaged = Buffer.from(body);
      for (let index = 0; index < damaged.length; index += 7) damaged[index]! ^= 0x55;
      return answer(response, status, damaged, headers);
    }
    answer(response, status, body, headers, asked.method === 'HEAD');
  }

  /** Whoever does not sign rightly, or whose body is not what was signed, gets what S3 would say. */
  private refusal(asked: Asked): Answer | undefined {
    const { authorization = '', 'x-amz-content-sha256': hash = '', 'content-md5': md5 } = asked.headers;
    const found =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/.exec(
        authorization,
      );
    if (found === null) return [403, error('AccessDenied')];
    const [, key, day, region, names, signature] = found as unknown as [string, string, string, string, string, string];
    if (key !== accessKeyId) return [403, error('InvalidAccessKeyId')];
    if (region !== 'eu-test-1') return [400, error('AuthorizationHeaderMalformed')];
    const must = ['host', 'x-amz-content-sha256', 'x-amz-date'];
    if (asked.headers.range !== undefined) must.push('range');
    if (!must.every((name) => names.split(';').includes(name))) return [403, error('AccessDenied')];
    const expected = signatureOf(asked, day, region, names, hash);
    if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) return [403, error('SignatureDoesNotMatch')];
    if (createHash('sha256').update(asked.body).digest('hex') !== hash)
      return [400, error('XAmzContentSHA256Mismatch')];
    if (md5 !== undefined && createHash('md5').update(asked.body).digest('base64') !== md5)
      return [400, error('BadDigest')];
    return asked.path.startsWith('/pages/') ? undefined : [404, error('NoSuchBucket')];
  }

  private handle({ method, path, query, headers, body }: Asked): Answer {
    const key = decodeURIComponent(path.slice('/pages/'.length));
    if (method === 'GET' && key === '') return this.list(query);
    if (method === 'POST')
      return query.has('uploads') ? this.begin(key) : this.complete(key, query.get('uploadId')!, body);
    if (method === 'PUT') return this.put(key, query, body);
    if (method === 'DELETE') {
      if (query.has('uploadId')) this.uploads.delete(query.get('uploadId')!);
      else this.objects.delete(key);
      return [204, Buffer.alloc(0)];
    }
    const object = this.objects.get(key);
    if (object === undefined) return [404, error('NoSuchKey')];
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    if (first === undefined) return [200, object, { etag: etag(object) }];
    if (Number(first) >= object.length) return [416, error('InvalidRange')];
    const part = object.subarray(Number(first), Number(last) + 1);
    return [206, part, { 'content-range': `bytes ${first}-${Number(first) + part.length - 1}/${object.length}` }];
  }

  private put(key: string, query: URLSearchParams, body: Buffer): Answer {
    const upload = query.get('uploadId');
    if (upload === null) this.objects.set(key, body);
    else {
      const parts = this.uploads.get(upload);
      if (parts === undefined) return [404, error('NoSuchUpload')];
      parts.set(Number(query.get('partNumber')), body);
    }
    return [200, Buffer.alloc(0), { etag: etag(body) }];
  }

  private begin(key: string): Answer {
    const id = `upload-${this.uploads.size + 1}/${key.length}+`;
    this.uploads.set(id, new Map());
    return [
      200,
      Buffer.from(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`),
    ];
  }

  private complete(key: string, id: string, body: Buffer): Answer {
    const parts = this.uploads.get(id);
    if (parts === undefined) return [404, error('NoSuchUpload')];
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;(\w+)&quot;<\/ETag>/g)];
    const wanted = named.map(([, number, tag]) => ({ part: parts.get(Number(number)), tag: `"${tag}"` }));
    if (wanted.length !== parts.size || wanted.some(({ part, tag }) => part === undefined || etag(part) !== tag))
      return [400, error('InvalidPart')];
    this.objects.set(key, Buffer.concat(wanted.map(({ part }) => part!)));
    this.uploads.delete(id);
    return [200, Buffer.from('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')];
  }

  private list(query: URLSearchParams): Answer {
    const from = Number(query.get('continuation-token')?.replace('page ', '') ?? 0);
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
    const contents = keys
      .slice(from, from + this.pageSize)
      .map(
        (key) =>
          `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key><Size>${this.objects.get(key)!.length}</Size></Contents>`,
      );
    const more = from + this.pageSize < keys.length;
    const next = more ? `<NextContinuationToken>page ${from + this.pageSize}</NextContinuationToken>` : '';
    return [
      200,
      Buffer.from(`<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`),
    ];
  }
}

type Answer = readonly [status: number, body: Buffer, headers?: Record<string, string>];

function answer(
  response: ServerResponse,
  status: number,
  body: Buffer,
  headers: Record<string, string> = {},
  isHead = false,
): void {
  response.writeHead(status, { ...headers, 'content-length': body.length });
  response.end(isHead ? undefined : body);
}

function error(code: string): Buffer {
  return Buffer.from(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
}

function etag(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

/** From what arrived on the wire, by the text of the specification. */
function signatureOf(asked: Asked, day: string, region: string, names: string, hash: string): string {
  const query = asked.rawQuery === '' ? [] : asked.rawQuery.split('&').sort();
  const lines = names.split(';').map((name) => `${name}:${asked.headers[name]?.trim()}\n`);
  const canonical = `${asked.method}\n${asked.path}\n${query.join('&')}\n${lines.join('')}\n${names}\n${hash}`;
  const toSign = `AWS4-HMAC-SHA256\n${asked.headers['x-amz-date']}\n${day}/${region}/s3/aws4_request\n${createHash('sha256').update(canonical).digest('hex')}`;
  let key: string | Buffer = `AWS4${secretAccessKey}`;
  for (const part of [day, region, 's3', 'aws4_request', toSign]) key = createHmac('sha256', key).update(part).digest();
  return (key as Buffer).toString('hex');
}
