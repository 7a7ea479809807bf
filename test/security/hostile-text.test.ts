import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { explained } from '../../src/cli/commands/why/run.js';
import type { ExportFormat } from '../../src/export/formats.js';
import { pageFieldNames } from '../../src/export/page-fields.js';
import { exportPages } from '../../src/library/export-pages.js';
import { type Ended, osprey, temporaryFolder, webFlags } from '../cli/osprey.js';
import { liveParts } from '../export/live-parts.js';
import { html, type Site, type SitePage, startSite } from '../site.js';
import { steering } from './attacked-crawl.js';

/** Moves a cursor, names a window, rings, forges a line, turns the direction of writing, ends a string. */
const attack =
  '\u001b[2J\u001b]0;owned\u0007\u009b31m&#13;&#10;forged: line&#27;[1A&#x9b;&#x202e;drow\u2066\u061c&#8206;\u0000';
const text = (what: string) => `jaguar car ${what} ${attack} end`;
/** What Node sends as bytes above 127 in a header: control characters of terminals, too. */
const bytes = '\u009b2J\u009d0;owned\u009c';

function answer(status: number, headers: Record<string, string>, body = '', reason = 'OK'): SitePage {
  return (_request, response) => {
    response.writeHead(status, reason, headers).end(body);
  };
}

const live = `
  <script>alert(1)</script><p>jaguar car &lt;script&gt;alert(2)&lt;/script&gt; [x](javascript:alert(3)) &lt;img src=x onerror=alert(4)&gt;</p>
  <a href="javascript:alert(5)">jaguar</a> <a href="JaVa&#9;ScRiPt:alert(6)">car</a> <a href="&#1;javascript:alert(7)">a</a>
  <a href="data:text/html,<script>alert(8)</script>">b</a> <a href="vbscript:alert(9)">c</a> <a href="file:///etc/passwd">d</a>
  <a href='x)[e](javascript:alert(10))'>f](javascript:alert(11))</a> <img src="javascript:alert(12)" alt='"><script>alert(13)</script>' onerror=alert(14)>
  <iframe src="javascript:alert(15)"></iframe><svg onload=alert(16)></svg><details open ontoggle=alert(17)>g</details>
  <pre><code>&#96;&#96;&#96;\n&lt;script&gt;alert(18)&lt;/script&gt;\n</code></pre><p>---\nurl: "http://forged.test/"\n---</p>
  <p>&lt;<span>script</span>&gt;alert(19)&lt;/<b></b>script&gt; &lt;&#x200e;img src=x onerror=alert(20)&gt; &lt;\u202eimg src=x onerror=alert(21)&gt;</p>
  <p>[x<span>](javascript:alert(22))</span> [y]<i>: javascript:alert(23)</i></p>
  <a href="/plain" title='a\n\n---\nurl: "http://forged.test/"\n---\n\n<img src=x onerror=alert(24)>'>h</a>
  <img src="/i" alt="b\n\n---\nurl: &quot;http://forged.test/&quot;\n---\n\n&lt;img src=x onerror=alert(25)&gt;">
  <pre>\n---\nurl: "http://forged.test/"\n---\n</pre><hr><p>url: "http://forged.test/"</p><hr><table><tr><td>&lt;<br>svg onload=alert(26)&gt;</td></tr></table>`;

const web: Record<string, SitePage> = {
  'a.test/robots.txt': answer(
    200,
    { 'content-type': 'text/plain' },
    `User-agent: *\nDisallow: /kept\u001b]0;owned\u0007\u009b\n`,
  ),
  'a.test/': `<html lang="en\u001b[1m"><title>${text('title')}</title><meta name="author" content="${text('author')}">
    <meta property="article:published_time" content="2024-01-02\u001b[1m"><p>${text('body')}</p>
    <a href="/plain">${text('anchor')}</a> <a href="/formula">=1+1</a> <a href="/live">jaguar</a> <a href="/moved">car</a>
    <a href="/typed">car</a> <a href="/gone">car</a> <a href="/kept%1B]0;owned%07%C2%9B">jaguar car</a>
    <a href="/esc\u001b[31m/%0d%0aSet-Cookie:%20a=1/%1b[2J/..%2f..%2f..%2fetc%2fpasswd">jaguar car</a>
    <a href="http://b.test/&#10;&#13;two&#9;lines">jaguar car</a>`,
  'a.test/plain': answer(
    200,
    { 'content-type': 'text/html', 'x-note': bytes, 'content-language': bytes },
    html('Jaguar car plain', text('plain')),
  ),
  'a.test/formula': html('=HYPERLINK("http://evil.test")', 'jaguar car @SUM(1) +1 -1'),
  'a.test/live': `<title>&lt;script&gt;alert(0)&lt;/script&gt; jaguar car</title>${live}`,
  'a.test/moved': answer(302, { location: `gopher:${bytes}/${'x'.repeat(600)}` }),
  'a.test/typed': answer(200, { 'content-type': `application/x-${bytes}` }, 'x'),
  'a.test/gone': answer(404, { 'content-type': 'text/html' }, '', `No${bytes}`),
};

/** A search engine in the hands of an attacker. */
const found = { results: [{ url: 'http://a.test/', title: text('found'), content: text('content') }] };
const engine = answer(200, { 'content-type': 'application/json' }, JSON.stringify(found));

const { folder, remove } = temporaryFolder();
const crawl = path.join(folder, 'crawl');
let site: Site;
let crawling: Ended;

before(async () => {
  site = await startSite((host, at) => (host === 's.test' ? engine : web[`${host}${at}`]));
  crawling = await osprey(
    ['crawl', 'jaguar car', '--seed', 'http://a.test/', '--out', 'crawl', ...webFlags(site)],
    folder,
  );
});
after(async () => {
  await site.close();
  remove();
});

function assertHarmless(name: string, said: string): void {
  assert.ok(said.length > 0, name);
  assert.equal(steering.exec(said), null, `${name}: ${JSON.stringify(said)}`);
}

/** Every text in a value, keys included. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      yield key;
      yield* textsIn(inner);
    }
}

/** All visits in a format, as "osprey export --all" writes them. */
async function exported(format: ExportFormat): Promise<string[]> {
  const pieces: string[] = [];
  const options = { format, all: true, exportNoindex: true, fields: pageFieldNames };
  for await (const piece of exportPages(crawl, options)) pieces.push(String(piece));
  return pieces;
}

/** Of the start and the ten links to be met; two of them are not archived: forbidden by robots.txt, and of another type. */
const [visits, archived] = [11, 9];

describe('what pages and servers say', () => {
  test('steers no terminal, whatever command shows it', async () => {
    const open = webFlags(site).slice(0, 3);
    const engineFlags = ['--sources', 'searxng', '--source-url', 'searxng=http://s.test'];
    const commands = [
      ['status', crawl],
      ['search', crawl, 'jaguar'],
      ['terms', '--relevant', 'http://a.test/plain', 'http://a.test/live', ...open],
      ['seeds', 'jaguar', ...engineFlags, ...open],
    ];
    const endings = [crawling, ...(await Promise.all(commands.map((command) => osprey(command, folder))))];
    for (const [index, { code, stdout, stderr }] of endings.entries()) {
      const name = commands[index - 1]?.[0] ?? 'crawl';
      assert.equal(code, 0, `${name}: ${stderr}`);
      assertHarmless(name, stdout + stderr);
    }
    assert.match(crawling.stdout, /jaguar car title .*owned.* forged: line/, 'words stay words');
    assert.match(endings[4]!.stdout, /jaguar car found/);
    for (const at of ['plain', 'moved', 'typed', 'kept%1B]0;owned%07%C2%9B'])
      for (const json of [false, true]) assertHarmless(at, await explained(crawl, `http://a.test/${at}`, json));
  });

  test('is kept on one line where reasons quote it', async () => {
    assert.match(await explained(crawl, 'http://a.test/moved'), /"bad-redirect".* \(gopher:.*x{200}/);
    assert.match(await explained(crawl, 'http://a.test/typed'), /"content-type".* \(application\/x- 2J 0;owned\)/);
    assert.match(await explained(crawl, 'http://a.test/kept%1B]0;owned%07%C2%9B'), /line 2: .*\/kept ]0;owned/);
  });

  test('forges no line, cell, formula or key in exports', async () => {
    const jsonl = await exported('jsonl');
    assert.equal(jsonl.length, visits);
    for (const line of jsonl) for (const one of textsIn(JSON.parse(line))) assert.equal(steering.exec(one), null, one);
    const csv = (await exported('csv')).join('');
    assert.equal(csv.split('\r\n').length, 1 + visits + 1);
    assertHarmless('csv', csv.replaceAll('\r\n', '\n'));
    assert.ok(csv.includes(`,"'=HYPERLINK(""http://evil.test"")",`), 'a formula is text');
    assert.ok(!/(?:^|,)"?[=+@\t]/m.test(csv), 'no cell begins like a formula');
    for (const line of await exported('urls')) assert.match(line, /^http:\/\/[ab]\.test\/[!-~]*\n$/);
  });

  test('is nothing that runs where Markdown is shown', async () => {
    const pages = await exported('markdown');
    assertHarmless('markdown', pages.join(''));
    assert.equal(pages.length, 4);
    for (const one of pages) {
      assert.deepEqual(liveParts(one), [], one);
      assert.equal(one.match(/^-{3,}[ \t]*$/gm)?.length, 2, one);
    }
    const page = pages.find((one) => one.includes('url: "http://a.test/live"'))!;
    const [, facts, body = ''] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(page)!;
    assert.ok(!/forged/.test(facts!));
    const shown = body.replace(/^(`{3,}).*?^\1$/gms, '');
    for (const [, pointed, bare] of shown.matchAll(/(?<!\\)\]\((?:<([^>\n]*)>|([^\s)]*))/g))
      assert.match(pointed ?? bare!, /^(?:http:|$)/);
    assert.match(shown, /\\\[x\\\]\\\(javascript:alert\(3\)\)/, 'what looks like a link is text');
  });

  test('leaves every record of the archive where its head says', async () => {
    const archives = readdirSync(crawl).filter((name) => name.endsWith('.warc.gz'));
    assert.equal(archives.length, 1);
    const bytesOfAll = gunzipSync(readFileSync(path.join(crawl, archives[0]!)));
    const types: string[] = [];
    for (let at = 0; at < bytesOfAll.length; ) {
      const end = bytesOfAll.indexOf('\r\n\r\n', at);
      const [version, ...lines] = bytesOfAll.toString('latin1', at, end).split('\r\n');
      assert.equal(version, 'WARC/1.1');
      const fields = new Map(lines.map((line) => /^([\w-]+): ([ -~]*)$/.exec(line)!.slice(1) as [string, string]));
      assert.equal(fields.size, lines.length, 'no field twice, and all of them ours');
      const after = end + 4 + Number(fields.get('Content-Length'));
      assert.equal(bytesOfAll.toString('latin1', after, after + 4), '\r\n\r\n');
      const head = bytesOfAll.toString('latin1', end + 4, bytesOfAll.indexOf('\r\n\r\n', end + 4));
      assert.ok(!/set-cookie|forged/i.test(head.replace(/^GET .*$/m, '')), head);
      types.push(fields.get('WARC-Type')!);
      at = after + 4;
    }
    assert.deepEqual(types, ['warcinfo', ...Array(archived).fill(['request', 'response']).flat()]);
  });
});
