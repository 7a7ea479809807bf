import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { WARCParser } from 'warcio';
import { sha1Digest } from '../../src/archive/sha1-digest.js';
import { parseRecord } from '../../src/archive/warc-reader.js';
import { sortKey } from '../../src/export/cdx-line.js';
import { parseFeed } from '../../src/lists/feed.js';
import { twoDigits } from '../../src/words/figures.js';
import { startSite } from '../site.js';
import { jsonLines, osprey, temporaryFolder, webFlags } from './osprey.js';
import { smallWeb } from './small-web.js';

const { folder, remove } = temporaryFolder();
after(remove);

before(async () => {
  const site = await startSite({
    ...smallWeb,
    'cars.test/engine/pistons.html': `<!doctype html><html lang="en"><head><title>Pistons</title>
      <meta name="author" content="A. Smith"><meta property="article:published_time" content="2024-05-06T07:08:09Z"><meta property="article:modified_time" content="2025-06-07">
      </head><body><nav>Home</nav><main><h1>Pistons</h1><p>Pistons of a jaguar car move up and down.</p></main></body></html>`,
  });
  const crawl = [
    'crawl',
    'jaguar car',
    '--seed',
    'http://cars.test/',
    '--not',
    'cat,animal,jungle',
    '--not-rule',
    'drop',
    '--quiet',
  ];
  await Promise.all([
    osprey([...crawl, ...webFlags(site), '--out', 'cars'], folder),
    osprey([...crawl, ...webFlags(site), '--out', 'bare', '--no-archive', '--max-pages', '2'], folder),
  ]);
  await site.close();
});

async function exported(...flags: string[]): Promise<string> {
  const { code, stdout, stderr } = await osprey(['export', 'cars', ...flags], folder);
  assert.deepEqual([code, stderr.replace(leftOut, '')], [0, '']);
  return stdout;
}

const leftOut = 'Left out (noindex): 1 page; --export-noindex includes it.\n';

/** The entries of a ZIP file whose data are stored as they are, by its central directory. */
async function unzipped(file: string): Promise<Map<string, Buffer>> {
  const bytes = readFileSync(file);
  const entries = new Map<string, Buffer>();
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size, name, extra, comment, local] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 24),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
      bytes.readUInt32LE(at + 42),
    ];
    assert.equal(method, 0, 'stored, so that players can read ranges');
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    entries.set(bytes.toString('utf8', at + 46, at + 46 + name), bytes.subarray(start, start + size));
    at += 46 + name + extra + comment;
  }
  return entries;
}

async function refused(dir: string, ...flags: string[]): Promise<string> {
  const { code, stdout, stderr } = await osprey(['export', dir, ...flags], folder);
  assert.deepEqual([code, stdout], [2, '']);
  return stderr;
}

const fields =
  'rank url title relevance relevant label genre language author published modified fetchedAt depth parent path contentHash licence reserved rights outcome reason status bytes seq agent level priority';

describe('osprey export', { concurrency: 3 }, () => {
  test('jsonl: one line a visited page, in order of visit, with the documented fields', async () => {
    const lines = jsonLines(await exported('--format', 'jsonl'));
    assert.equal(lines.length, 11, '12 pages, one of which asks not to be indexed');
    for (const line of lines) assert.deepEqual(Object.keys(line), fields.split(' '));
    const sequence = lines.map(({ seq }) => Number(seq));
    assert.deepEqual(
      sequence,
      sequence.toSorted((a, b) => a - b),
    );
    const pistons = lines.find(({ url }) => url === 'http://cars.test/engine/pistons.html')!;
    const { seq: _, rank, fetchedAt, priority, relevance, contentHash, bytes, published, ...plain } = pistons;
    assert.deepEqual(plain, {
      url: 'http://cars.test/engine/pistons.html',
      status: 200,
      relevant: true,
      level: 1,
      depth: 3,
      parent: 'http://cars.test/engine.html',
      path: ['http://cars.test/', 'http://cars.test/e-type.html', 'http://cars.test/engine.html'],
      agent: 0,
      label: null,
      genre: null,
      modified: '2025-06-07',
      licence: null,
      reserved: false,
      rights: [],
      title: 'Pistons',
      language: 'en',
      author: 'A. Smith',
      outcome: 'page',
      reason: '',
    });
    assert.match(String(published), /^2024-05-06/);
    assert.match(String(fetchedAt), /^20\d\d-\d\d-\d\dT.*Z$/);
    assert.match(String(contentHash), /^[0-9a-f]{16}$/);
    for (const figure of [rank, priority, relevance, bytes]) assert.equal(typeof figure, 'number');
    assert.equal(lines[0]!.parent, null, 'a seed has no parent');
  });

  test('jsonl --text: with the main text, which no page can make an escape sequence', async () => {
    const text = await exported('--format', 'jsonl', '--text');
    assert.ok(!text.includes('\u001b') && !text.includes('\\u001b'));
    const pistons = jsonLines(text).find(({ title }) => title === 'Pistons')!;
    assert.match(String(pistons.text), /Pistons of a jaguar car move up and down\./);
  });

  test('csv: a header, and nothing that a spreadsheet would run', async () => {
    const rows = (await exported('--format', 'csv')).trimEnd().split('\r\n');
    const rest = fields.split(' ').filter((name) => !['rank', 'relevance', 'title', 'url'].includes(name));
    assert.equal(rows[0], `rank,relevance,title,url,snippet,date,${rest.join(',')}`);
    const pistons = rows.find((line) => line.includes(',Pistons,'))!;
    assert.match(pistons, /^\d+,[01]\.\d\d,Pistons,http:.*,.*Pistons of a jaguar car move up and down\.,2024-05-06,/);
    assert.equal(rows.length, 12);
    const formula = rows.find((line) => line.includes('formula.html'))!;
    assert.ok(formula.includes(`,"'=HYPERLINK(""http://evil.test"",""Jaguar car"")",`), formula);
  });

  test('parquet: readable by others, with types, lists and nulls', async () => {
    const out = ['--out', 'cars.parquet', '--fields', 'rank,url,relevance,relevant,fetchedAt,author,path,text'];
    const { code } = await osprey(['export', 'cars', '--format', 'parquet', ...out], folder);
    assert.equal(code, 0);
    const file = new Uint8Array(readFileSync(path.join(folder, 'cars.parquet'))).buffer;
    const rows = await parquetReadObjects({ file });
    assert.equal(rows.length, 11);
    const pistons = rows.find(({ url }) => String(url).endsWith('pistons.html'))!;
    assert.deepEqual([typeof pistons.rank, pistons.relevant, pistons.author], ['bigint', true, 'A. Smith']);
    assert.ok(pistons.fetchedAt instanceof Date && Number(pistons.relevance) > 0.5);
    assert.equal(pistons.path.length, 3);
    assert.match(pistons.text, /move up and down/);
    assert.equal(rows[0]!.author, null);
  });

  test('opensearch: an action and a document a page, with ids that stay', async () => {
    const lines = jsonLines(await exported('--format', 'opensearch', '--fields', 'url,title'));
    assert.equal(lines.length, 22);
    assert.match(String((lines[0]!.index as { _id: string })._id), /^[0-9a-f]{32}$/);
    assert.deepEqual(Object.keys(lines[1]!), ['url', 'title']);
  });

  test('csv: relevance is rounded as everywhere', async () => {
    const exact = jsonLines(await exported('--format', 'jsonl', '--fields', 'url,relevance'));
    const [header, ...rows] = (await exported('--format', 'csv', '--fields', 'url,relevance')).trimEnd().split('\r\n');
    assert.match(header!, /^relevance,url,/);
    assert.equal(rows.length, exact.length);
    for (const [index, row] of rows.entries()) {
      const { relevance } = exact[index]!;
      assert.equal(row.split(',')[0], relevance === null ? '' : twoDigits(Number(relevance)));
    }
  });

  test('--chunks --out: tells how many chunks were written, and of how many pages', async () => {
    const flags = ['export', 'cars', '--format', 'jsonl', '--chunks', '100', '--out', 'chunks.jsonl'];
    const { stderr } = await osprey(flags, folder);
    const records = jsonLines(readFileSync(path.join(folder, 'chunks.jsonl'), 'utf8'));
    const pages = new Set(records.map(({ url }) => url)).size;
    assert.ok(records.length > pages);
    assert.match(stderr, new RegExp(`^Wrote ${records.length} chunks of ${pages} pages to chunks\\.jsonl$`, 'm'));
  });

  test('--chunks: records of bounded size, with stable ids and headings', async () => {
    const flags = ['--format', 'jsonl', '--relevant', '--fields', 'url', '--chunks', '100', '--overlap', '20'];
    const [chunks, again] = [jsonLines(await exported(...flags)), jsonLines(await exported(...flags))];
    assert.deepEqual(chunks, again);
    assert.ok(chunks.length > 7);
    assert.equal(new Set(chunks.map(({ id }) => id)).size, chunks.length);
    for (const { text, chunk, chunks: of } of chunks)
      assert.ok(String(text).length <= 100 && Number(chunk) <= Number(of));
    const pistons = chunks.find(({ text }) => String(text).startsWith('Pistons of a jaguar'))!;
    assert.deepEqual([pistons.headings, Object.keys(pistons)[0]], [['Pistons'], 'id']);
  });

  test('atom and rss: feeds of the newest pages, in which nothing is markup', async () => {
    for (const [format, item] of [
      ['atom', 'entry'],
      ['rss', 'item'],
    ] as const) {
      const feed = await exported('--format', format, '--relevant');
      const found = feed.match(new RegExp(`<${item}>`, 'g')) ?? [];
      assert.equal(found.length, 7);
      assert.equal(parseFeed(feed).length, 7);
    }
  });

  test('wacz: an archive with index, pages and digests that fit', async () => {
    const { code } = await osprey(['export', 'cars', '--format', 'wacz', '--relevant', '--out', 'cars.wacz'], folder);
    assert.equal(code, 0);
    const entries = await unzipped(path.join(folder, 'cars.wacz'));
    assert.deepEqual(
      [...entries.keys()],
      ['datapackage.json', 'datapackage-digest.json', 'archive/data.warc.gz', 'indexes/index.cdx', 'pages/pages.jsonl'],
    );
    const sha256 = (name: string) => `sha256:${createHash('sha256').update(entries.get(name)!).digest('hex')}`;
    const described = JSON.parse(String(entries.get('datapackage.json')));
    assert.deepEqual([described.profile, described.wacz_version], ['data-package', '1.1.1']);
    for (const { path: name, hash, bytes } of described.resources)
      assert.deepEqual([hash, bytes], [sha256(name), entries.get(name)!.length], name);
    assert.equal(JSON.parse(String(entries.get('datapackage-digest.json'))).hash, sha256('datapackage.json'));
    const lines = String(entries.get('indexes/index.cdx')).trimEnd().split('\n');
    assert.equal(lines.length, 7);
    assert.deepEqual(lines, lines.toSorted());
    const [, key, time, json] = /^(\S+) (\d{14}) (\{.*\})$/.exec(lines.find((line) => line.includes('pistons'))!)!;
    assert.deepEqual([key, time!.slice(0, 2)], ['test,cars)/engine/pistons.html', '20']);
    const { offset, length, status, mime } = JSON.parse(json!);
    const record = entries.get('archive/data.warc.gz')!.subarray(Number(offset), Number(offset) + Number(length));
    assert.deepEqual([status, mime], ['200', 'text/html']);
    assert.match(gunzipSync(record).toString('latin1'), /^WARC\/1\.1\r\nWARC-Type: response[\s\S]*move up and down/);
    const [head, ...pages] = jsonLines(String(entries.get('pages/pages.jsonl')));
    assert.deepEqual([head!.format, pages.length], ['json-pages-1.0', 7]);
    // Every page of the list is found in the index, by URL and time, and its record is what the index says.
    for (const { url, ts } of pages) {
      const stamp = String(ts).replace(/\D/g, '').slice(0, 14);
      const line = lines.find((one) => one.startsWith(`${sortKey(String(url))} ${stamp} `))!;
      const fields = JSON.parse(line.slice(line.indexOf('{')));
      const [at, end] = [Number(fields.offset), Number(fields.offset) + Number(fields.length)];
      const found = parseRecord(Buffer.from(entries.get('archive/data.warc.gz')!.subarray(at, end)), {
        file: '',
        offset: at,
        length: end,
      });
      const named = Object.fromEntries(found.headers.map(([name, value]) => [name.toLowerCase(), value]));
      assert.deepEqual([named['warc-target-uri'], named['warc-payload-digest'], fields.url], [url, fields.digest, url]);
      assert.equal(sha1Digest(found.http!.body), fields.digest);
    }
  });

  test('urls: one a line, fit to be seeds', async () => {
    const urls = (await exported('--format', 'urls', '--relevant', '--ranked')).trimEnd().split('\n');
    // Which page comes first may depend on which answer came first.
    const ranked = jsonLines(await exported('--format', 'jsonl', '--relevant', '--ranked'));
    assert.deepEqual(
      urls,
      ranked.map(({ url }) => url),
    );
    assert.equal(urls.length, 7);
  });

  test('--min-relevance and --all widen or narrow what is written', async () => {
    const [some, all] = await Promise.all([
      exported('--format', 'jsonl', '--min-relevance', '0.9'),
      exported('--format', 'jsonl', '--all'),
    ]);
    assert.ok(jsonLines(some).every(({ relevance }) => Number(relevance) >= 0.9));
    const outcomes = new Set(jsonLines(all).map(({ outcome }) => outcome));
    assert.deepEqual([...outcomes].toSorted(), ['duplicate', 'failed', 'ignored', 'page', 'redirect', 'refused']);
  });

  test('pages that ask not to be indexed are left out unless asked for, and that is said', async () => {
    const [without, asked] = await Promise.all([
      osprey(['export', 'cars', '--format', 'urls'], folder),
      osprey(['export', 'cars', '--format', 'urls', '--export-noindex'], folder),
    ]);
    assert.doesNotMatch(without.stdout, /members/);
    assert.equal(without.stderr, leftOut);
    assert.match(asked.stdout, /members/);
    assert.equal(asked.stderr, '');
  });

  test('warc: readable by others, request and response of each page', async () => {
    const { code, stderr } = await osprey(
      ['export', 'cars', '--format', 'warc', '--relevant', '--out', 'cars.warc.gz'],
      folder,
    );
    assert.deepEqual([code, stderr], [0, `Wrote 7 pages to cars.warc.gz\n${leftOut}`]);
    const types: Record<string, number> = {};
    const bytes = new Uint8Array(readFileSync(path.join(folder, 'cars.warc.gz')));
    for await (const record of new WARCParser([bytes])) {
      types[record.warcType!] = (types[record.warcType!] ?? 0) + 1;
      if (record.warcType === 'response') assert.match(await record.contentText(), /^<!doctype html>/);
    }
    assert.deepEqual(types, { warcinfo: 1, response: 7, request: 7 });
  });

  test('markdown: to standard output, or a file a page in a folder', async () => {
    const text = await exported('--format', 'markdown', '--all');
    assert.match(text, /^---\nurl: "http:\/\/cars\.test\/"\ntitle: "Jaguar cars"\n/);
    assert.ok(!text.includes('\u001b') && !text.includes('\u009b'), 'nothing steers the terminal');
    assert.doesNotMatch(text, /not found/, 'the answer 404 is no page');
    const { code } = await osprey(['export', 'cars', '--format', 'markdown', '--relevant', '--out', 'notes/'], folder);
    assert.equal(code, 0);
    const files = readdirSync(path.join(folder, 'notes'));
    assert.deepEqual([files.length, files[0]], [7, '000001.md']);
    assert.match(readFileSync(path.join(folder, 'notes/000001.md'), 'utf8'), /# Jaguar cars/);
    assert.match(
      await refused('cars', '--format', 'markdown', '--out', 'notes/'),
      /000001\.md already exists; remove it/,
    );
  });

  test('never overwrites a file, and names what is wrong with a place', async () => {
    writeFileSync(path.join(folder, 'mine.csv'), 'mine');
    assert.match(
      await refused('cars', '--format', 'csv', '--out', 'mine.csv'),
      /^osprey: mine\.csv already exists; remove it or/,
    );
    assert.equal(readFileSync(path.join(folder, 'mine.csv'), 'utf8'), 'mine');
    assert.match(
      await refused('cars', '--format', 'csv', '--out', 'no/such/a.csv'),
      /Cannot write no\/such\/a\.csv \(ENOENT/,
    );
    assert.match(
      await refused('cars', '--format', 'csv', '--out', 'mine.csv/a.csv'),
      /Cannot write mine\.csv\/a\.csv \(ENOTDIR/,
    );
    assert.match(await refused('cars', '--format', 'csv', '--out', 'cars'), /cars is a folder; name a file in it/);
  });

  test('refuses what cannot be meant', async () => {
    assert.match(await refused('cars', '--format', 'jsnl'), /^osprey: Unknown format "jsnl"; did you mean "jsonl"\?/);
    assert.match(
      await refused('cars', '--format', 'urls', '--text'),
      /--text works with jsonl, csv, .*, not with urls/,
    );
    assert.match(await refused('cars', '--format', 'csv', '--chunks', '500'), /--chunks works with jsonl, parquet, /);
    assert.match(
      await refused('cars', '--format', 'csv', '--fields', 'ulr'),
      /Unknown field "ulr"; did you mean "url"\?/,
    );
    assert.match(
      await refused('cars', '--format', 'csv', '--min-relevance', '2'),
      /--min-relevance: must be a number \(0 to 1\), not "2"/,
    );
    assert.match(
      await refused('cars', '--format', 'csv', '--min-relevance', ''),
      /--min-relevance: must be a number \(0 to 1\), not ""/,
    );
    assert.match(
      await refused('bare', '--format', 'warc'),
      /bare was crawled with --no-archive, but warc needs the archive/,
    );
    assert.match(await refused('cars'), /required option '--format <name>' not specified/);
  });
});
