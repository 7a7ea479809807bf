import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type HostileSite, oneHost } from '../../tools/hostile-web/hostile-site.js';
import { conformance } from '../shared-data.js';

/** Content encoding of each file, and what must come of it; zstd was not offered. */
const files: Readonly<Record<string, readonly [encoding: string, end?: string]>> = {
  'bomb-gzip.bin': ['gzip', 'body-too-large'],
  'bomb-deflate.bin': ['deflate', 'body-too-large'],
  'bomb-br.bin': ['br', 'body-too-large'],
  'bomb-zstd.bin': ['zstd', 'bad-encoding'],
  'html-zstd-streaming-no-content-size.bin': ['zstd', 'bad-encoding'],
  'truncated-crc-error.gz': ['gzip', 'page'],
  'unexpected-eof.gz': ['gzip', 'page'],
  // The same page three times.
  'html-gzip.bin': ['gzip'],
  'html-br.bin': ['br'],
  'html-gzip-deflate-gzip.bin': ['gzip, deflate, gzip'],
};

/** The compressed files of the shared conformance data as a site; none where they are absent. */
export function sharedEncodings(): HostileSite[] {
  if (conformance === undefined) return [];
  const folder = path.join(conformance, 'compressed');
  const entries = Object.entries(files).map(([name, [, end]]) => [`/${name}`, end] as const);
  const promised = {
    pages: entries.flatMap(([url, end]) => (end === 'page' ? [url] : [])),
    ends: Object.fromEntries(
      entries.flatMap(([url, end]) => (end === 'page' || end === undefined ? [] : [[url, end]])),
    ),
    others: { page: 1, 'duplicate-content': 2 },
  };
  return [
    oneHost(
      'shared.encoding.test',
      'compressed files of other crawlers',
      promised,
      (asked, reply) => {
        const name = asked.path.slice(1);
        const headers = {
          'Content-Type': 'text/html',
          'Content-Encoding': files[name]![0],
          // Their links lead out of this web.
          'X-Robots-Tag': 'nofollow',
        };
        reply.send({ headers, body: readFileSync(path.join(folder, name)) });
      },
      { entries: entries.map(([url]) => url) },
    ),
  ];
}
