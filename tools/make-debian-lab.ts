/**
 * Makes a recorded web for the lab of the Debian web: web.warc.gz, labels.tsv (the topic of each page's site) and topics.yaml.
 *
 *   node dist/tools/make-debian-lab.js FOLDER [--pages-per-site 1500]
 *
 * Where the unpacked packages are is said as for the benchmarks (bench/README.md).
 */
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { debianSitesFile, debianWebFolder } from '../bench/debian-folder.js';
import { DebianWeb } from '../bench/debian-web.js';
import { responseRecords, warcinfoRecord } from '../src/archive/warc-record.js';
import { webFiles } from '../src/lab/record/record-web.js';
import { responseMember } from '../src/lab/record/response-member.js';
import { graphOf } from '../src/lab/web/link-graph.js';
import { version } from '../src/version.js';
import { debianTopics } from './debian-topics.js';
import { DebianWalk } from './debian-walk.js';

/** Single pages of megabytes would take most of the time it takes to read the web. */
const PAGE_BYTES = 1_000_000;
const GZIP_LEVEL = 6;

function response(url: string, status: number, header: readonly [string, string], body: Buffer): Uint8Array {
  const records = responseRecords(
    {
      url,
      request: { method: 'GET', headers: [] },
      response: { status, statusText: '', httpVersion: '1.1', headers: [header], body },
      fetchedAt: 0,
    },
    GZIP_LEVEL,
  );
  return responseMember(Buffer.from(records));
}

function* records(walk: DebianWalk): Generator<Uint8Array, void, undefined> {
  yield warcinfoRecord({ software: `Osprey/${version}`, description: 'Documentation of Debian packages as a web' });
  // No charset: as on many real servers, the page has to say it itself.
  for (const { url, body } of walk.pages()) yield response(url, 200, ['Content-Type', 'text/html'], body);
  for (const [url, target] of walk.redirects) yield response(url, 301, ['Location', target], Buffer.alloc(0));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  // Without a limit, five large manuals would be half of the web.
  options: { 'pages-per-site': { type: 'string', default: '1500' } },
});
const [folder] = positionals;
const pagesPerSite = Number(values['pages-per-site']);
if (folder === undefined || !(pagesPerSite > 0)) throw new Error('Give a folder, and a number of pages per site.');
mkdirSync(folder, { recursive: true });
const walk = new DebianWalk(new DebianWeb(debianWebFolder(), debianSitesFile()), {
  pagesPerSite,
  pageBytes: PAGE_BYTES,
});
await pipeline(Readable.from(records(walk)), createWriteStream(path.join(folder, webFiles.web)));
const { urls, labels, links, redirects } = walk;
const lines = urls.map((url, page) => `${url}\t${labels[page]}\n`);
writeFileSync(path.join(folder, webFiles.labels), `url\tlabels\n${lines.join('')}`);
writeFileSync(path.join(folder, webFiles.topics), debianTopics({ urls, labels, graph: graphOf(links) }));
console.error(`${urls.length} pages and ${redirects.size} redirects in ${folder}`);
