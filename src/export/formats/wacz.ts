import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readRecord, scanWarc } from '../../archive/warc-reader.js';
import { ZipFile } from '../../bundled/zip-writer.js';
import { headerOf } from '../../download/transport.js';
import type { VisitRow } from '../../model/visit.js';
import { version } from '../../version.js';
import { topicInWords } from '../../words/topic-in-words.js';
import { cdxLine } from '../cdx-line.js';
import type { ExportContext } from '../exporter.js';
import { warc } from './warc.js';

const warcName = 'data.warc.gz';

/**
 * Web Archive Collection Zipped 1.1.1 (specs.webrecorder.net/wacz/1.1.1): the pages' records with an index and a list of pages, in one file
 * that replayweb.page opens. The archive is stored as it is, so that it can be read by ranges.
 */
export async function* wacz(rows: AsyncIterable<VisitRow>, context: ExportContext): AsyncGenerator<Uint8Array> {
  const folder = await mkdtemp(path.join(tmpdir(), 'osprey-wacz-'));
  try {
    const file = path.join(folder, warcName);
    const pages = await writeWarc(file, rows, context);
    const [index, list] = [await indexOf(file), pageList(pages)];
    const resources = [
      { ...named(`archive/${warcName}`), hash: await hashOfFile(file), bytes: statSync(file).size },
      { ...named('indexes/index.cdx'), hash: hashOf(index), bytes: index.length },
      { ...named('pages/pages.jsonl'), hash: hashOf(list), bytes: list.length },
    ];
    const created = new Date().toISOString();
    const datapackage = Buffer.from(
      `${JSON.stringify(
        {
          profile: 'data-package',
          wacz_version: '1.1.1',
          title: topicInWords(context.settings),
          created,
          modified: created,
          software: `Osprey ${version}`,
          ...(pages[0] && { mainPageUrl: pages[0].url, mainPageDate: new Date(pages[0].fetchedAt).toISOString() }),
          resources,
        },
        null,
        2,
      )}\n`,
    );
    const digest = { path: 'datapackage.json', hash: hashOf(datapackage) };
    const zip = new ZipFile();
    const options = { compress: false, mtime: new Date(created) };
    zip.addBuffer(datapackage, 'datapackage.json', options);
    zip.addBuffer(Buffer.from(`${JSON.stringify(digest)}\n`), 'datapackage-digest.json', options);
    zip.addFile(file, `archive/${warcName}`, options);
    zip.addBuffer(index, 'indexes/index.cdx', options);
    zip.addBuffer(list, 'pages/pages.jsonl', options);
    zip.end();
    yield* zip.outputStream as unknown as AsyncIterable<Uint8Array>;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The records of the rows in one file. Returns the rows that have any. */
async function writeWarc(
  file: string,
  rows: AsyncIterable<VisitRow>,
  context: ExportContext,
): Promise<readonly VisitRow[]> {
  const pages: VisitRow[] = [];
  const out = createWriteStream(file);
  for await (const piece of warc(noting(rows, pages), context)) if (!out.write(piece)) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
  return pages;
}

async function* noting(rows: AsyncIterable<VisitRow>, pages: VisitRow[]): AsyncGenerator<VisitRow> {
  for await (const row of rows) {
    if (row.archive === undefined) continue;
    pages.push(row);
    yield row;
  }
}

/** CDXJ: a line a response, in the order of the lines. A rendered page is shown as it was rendered: its scripts cannot be run again. */
async function indexOf(file: string): Promise<Buffer> {
  const lines: string[] = [];
  let last: string | undefined;
  for await (const { type, targetUri, date, offset, length } of scanWarc(file)) {
    if (!indexed.has(type) || targetUri === undefined || date === undefined) continue;
    const { headers, http } = readRecord(file, offset, length);
    const mime = headerOf(http ?? { headers }, 'content-type')
      ?.split(';', 1)[0]
      ?.trim();
    if (type === 'resource' && last === `${targetUri} ${date}`) lines.pop();
    last = `${targetUri} ${date}`;
    lines.push(
      cdxLine(targetUri, date, {
        mime: type === 'revisit' ? 'warc/revisit' : mime || 'unk',
        status: type === 'resource' ? '200' : String(http?.status ?? 0),
        digest: headerOf({ headers }, 'warc-payload-digest') ?? '-',
        length: String(length),
        offset: String(offset),
        filename: warcName,
      }),
    );
  }
  return Buffer.from(lines.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).join(''));
}

const indexed: ReadonlySet<string> = new Set(['response', 'revisit', 'resource']);

function pageList(pages: readonly VisitRow[]): Buffer {
  const head = { format: 'json-pages-1.0', id: 'pages', title: 'Pages' };
  const entries = pages.map(({ url, title, fetchedAt, seq }) => ({
    id: String(seq),
    url,
    ts: new Date(fetchedAt).toISOString(),
    ...(title && { title }),
  }));
  return Buffer.from([head, ...entries].map((entry) => `${JSON.stringify(entry)}\n`).join(''));
}

function named(place: string) {
  return { name: path.posix.basename(place), path: place };
}

function hashOf(data: Uint8Array): string {
  return `sha256:${createHash('sha256').update(data).digest('hex')}`;
}

/** Archives are larger than memory. */
async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece);
  return `sha256:${hash.digest('hex')}`;
}
