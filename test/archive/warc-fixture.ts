import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { WARCParser, type WARCRecord } from 'warcio';
import type { Exchange } from '../../src/archive/warc-record.js';

/** A folder that is gone when the test is over. */
export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-archive-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function exchange(
  url: string,
  body: string | Uint8Array,
  overrides: Partial<Exchange['response']> = {},
): Exchange {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return {
    url,
    request: { method: 'GET', headers: [['User-Agent', 'osprey-test']] },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      headers: [
        ['Content-Type', 'text/html'],
        ['Content-Length', String(bytes.length)],
      ],
      body: bytes,
      ...overrides,
    },
    fetchedAt: Date.UTC(2024, 0, 2, 3, 4, 5, 678),
  };
}

/** A record written by hand, for what our own writer never writes. */
export function rawRecord(fields: Record<string, string>, block: string | Uint8Array): Buffer {
  const bytes = Buffer.from(block);
  const head = Object.entries({ ...fields, 'Content-Length': String(bytes.length) })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return Buffer.concat([Buffer.from(`WARC/1.0\r\n${head}\r\n`), bytes, Buffer.from('\r\n\r\n')]);
}

export function rawResponse(url: string, block: string | Uint8Array): Buffer {
  return rawRecord(
    {
      'WARC-Type': 'response',
      'WARC-Target-URI': url,
      'WARC-Date': '2024-01-01T00:00:00Z',
      'Content-Type': 'application/http; msgtype=response',
    },
    block,
  );
}

/** Each part in a gzip member of its own. */
export function gzipEach(...parts: readonly Uint8Array[]): Buffer {
  return Buffer.concat(parts.map((part) => gzipSync(part)));
}

export interface OracleRecord {
  readonly record: WARCRecord;
  /** The block after the HTTP head, as it is in the file. */
  readonly payload: Uint8Array;
}

/** What an independent reader finds in a WARC. */
export async function readWithWarcio(bytes: Uint8Array): Promise<OracleRecord[]> {
  const found: OracleRecord[] = [];
  for await (const record of new WARCParser([bytes], { keepHeadersCase: true, parseHttp: true })) {
    found.push({ record, payload: await record.readFully(false) });
  }
  return found;
}
