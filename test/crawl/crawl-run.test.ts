import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { crawl } from '../../src/index.js';
import { listen } from '../download/loopback.js';
import { html, redirect, type SitePage, startSite } from '../site.js';

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('leaving the loop early', () => {
  for (const store of ['memory', 'a folder']) {
    test(`ends all requests in flight and lets the process end: ${store}`, { timeout: 60_000 }, async (t) => {
      // Three hosts that keep a request waiting, each in another state; the first host answers when they all do.
      const hanging: Promise<unknown>[] = [];
      const reached: (() => void)[] = [];
      const waiting = (count: number) =>
        Promise.all(Array.from({ length: count }, () => new Promise<void>((resolve) => reached.push(resolve))));
      const allWaiting = waiting(3);
      const hang: SitePage = (request, response) => {
        hanging.push(once(request.socket, 'close'));
        if (request.headers.host === 'body.test') response.write('a beginning');
        reached.pop()!();
      };
      const first: SitePage = (_, response) => {
        allWaiting.then(() => response.end(html('First', 'court', [['/next', 'court']])));
      };
      const site = await startSite({
        'a.test/': first,
        'head.test/robots.txt': hang,
        'body.test/': hang,
      });
      t.after(() => site.close());
      const silent = createServer((socket) => {
        hanging.push(once(socket.resume(), 'close'));
        reached.pop()!();
      });
      const resolve = `${site.resolve},tls.test=127.0.0.1:${await listen(t, silent)}`;
      const seeds = 'http://a.test/,http://head.test/,http://body.test/,https://tls.test/';
      const program = fileURLToPath(new URL('./leave-early.js', import.meta.url));
      const folder = store === 'memory' ? [] : [path.join(temporaryFolder(t), 'crawl')];
      const child = spawn(process.execPath, [program, seeds, resolve, ...folder]);
      t.after(() => child.kill());
      const output: Buffer[] = [];
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
      const [code] = await once(child, 'close');
      assert.equal(Buffer.concat(output).toString(), 'http://a.test/\nleft\n');
      assert.equal(code, 0);
      assert.equal(hanging.length, 3);
      await Promise.all(hanging);
    });
  }

  test('claims nothing more', async (t) => {
    const site = await startSite({ 'a.test/': html('A', 'court', [['/b', 'court']]), 'a.test/b': html('B', 'court') });
    t.after(() => site.close());
    const run = crawl({
      query: 'court',
      seed: 'http://a.test/',
      resolve: site.resolve,
      allowPrivate: true,
      delay: '0s',
      workers: 0,
    });
    for await (const page of run) {
      assert.equal(page.title, 'A');
      break;
    }
    assert.deepEqual(
      site.log.map(({ path }) => path),
      ['/robots.txt', '/'],
    );
    assert.equal(run.summary, undefined);
  });
});

describe('credentials', () => {
  test('go to the hosts of the seeds only, and not into the archive', async (t) => {
    const out = path.join(temporaryFolder(t), 'crawl');
    const links: [string, string][] = [
      ['http://b.test/', 'court'],
      ['/moved', 'court'],
    ];
    const site = await startSite({
      'a.test/': html('A', 'court', links),
      'a.test/moved': redirect('http://c.test/'),
      'a.test/robots.txt': redirect('http://d.test/robots.txt'),
      'b.test/': html('B', 'court', [['http://a.test/again', 'court']]),
      'c.test/': html('C', 'court'),
      'a.test/again': html('D', 'court'),
    });
    t.after(() => site.close());
    const run = crawl({
      query: 'court',
      seed: 'http://a.test/',
      resolve: site.resolve,
      allowPrivate: true,
      delay: '0s',
      workers: 0,
      header: { Authorization: 'Bearer s3cret', Cookie: 'id=s3cret', 'X-Auth-Token': 's3cret', 'X-Team': 'falcons' },
      out,
    });
    const titles: (string | null)[] = [];
    for await (const { title } of run) titles.push(title);
    assert.deepEqual(titles.sort(), ['A', 'B', 'C', 'D']);
    for (const { host, path, headers } of site.log) {
      const secrets = [headers.authorization, headers.cookie, headers['x-auth-token']];
      assert.equal(secrets.filter(Boolean).length, host === 'a.test' ? 3 : 0, host + path);
      assert.equal(headers['x-team'], 'falcons');
    }
    const hosts = new Set(site.log.map(({ host }) => host));
    assert.deepEqual([...hosts].sort(), ['a.test', 'b.test', 'c.test', 'd.test']);
    const archives = readdirSync(out).filter((name) => name.endsWith('.warc.gz'));
    const archived = archives.map((name) => gunzipSync(readFileSync(path.join(out, name))).toString('latin1')).join('');
    assert.match(archived, /X-Team: falcons/);
    for (const text of [archived, readFileSync(path.join(out, 'crawl.yaml'), 'utf8')])
      assert.doesNotMatch(text, /s3cret/);
  });
});
