import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { S3Server, secretAccessKey } from '../archive/s3/s3-server.js';
import { type Site, startSite } from '../site.js';
import { osprey, startOsprey, temporaryFolder, webFlags } from './osprey.js';
import { smallWeb } from './small-web.js';

const { folder, remove } = temporaryFolder();
let server: S3Server;
let site: Site;
before(async () => {
  server = await S3Server.start();
  site = await startSite(smallWeb);
  Object.assign(process.env, server.env);
});
after(async () => {
  await server.stop();
  await site.close();
  remove();
});

const crawl = (...more: string[]) => [
  ...['crawl', 'jaguar car', '--seed', 'http://cars.test/', ...webFlags(site), ...more],
];

/** All the text of a folder's files. */
const saved = (name: string) =>
  readdirSync(path.join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('');

describe('a crawl whose pages are kept in object storage', () => {
  test('is resumed, exported, searched, judged again and refreshed like any other, also from another machine', async () => {
    const archive = 's3://pages/crawls/small';
    const begun = await osprey(crawl('--archive', archive, '--out', 'one', '--max-pages', '4'), folder);
    assert.equal(begun.code, 0, begun.stderr);
    const resumed = await osprey(['resume', 'one', '--max-pages', 'none', '--quiet'], folder);
    assert.equal(resumed.code, 0, resumed.stderr);
    const files = [...server.objects.keys()].filter((key) => key.endsWith('.warc.gz'));
    assert.equal(files.length, 2, 'a file of each run');
    assert.ok(!readdirSync(path.join(folder, 'one')).some((name) => name.endsWith('.warc.gz')));

    cpSync(path.join(folder, 'one'), path.join(folder, 'other-machine'), { recursive: true });
    rmSync(path.join(folder, 'other-machine', 'spool'), { recursive: true, force: true });
    const warc = await osprey(['export', 'other-machine', '--format', 'warc', '--out', 'all.warc.gz'], folder);
    assert.equal(warc.code, 0, warc.stderr);
    const markdown = await osprey(['export', 'other-machine', '--format', 'markdown', '--relevant'], folder);
    assert.match(markdown.stdout, /The Jaguar E-Type is a sports car\./);
    const found = await osprey(['search', 'other-machine', 'pistons', '--limit', '1'], folder);
    assert.match(found.stdout, /«Pistons» move in the engine of a jaguar car\./);
    const judged = await osprey(['rejudge', 'other-machine', 'pistons', '--json'], folder);
    assert.equal((JSON.parse(judged.stdout) as { unread: number }).unread, 0, judged.stdout);
    const refreshed = await osprey(['refresh', 'other-machine', '--older-than', '0s', '--quiet'], folder);
    assert.equal(refreshed.code, 0, refreshed.stderr);

    for (const text of [saved('one'), saved('other-machine'), ...[begun, resumed, warc].map(({ stderr }) => stderr)])
      assert.ok(!text.includes(secretAccessKey), 'the secret is nowhere');
  });

  test('a place of another crawl is refused before anything is fetched, and so are wrong credentials', async () => {
    const taken = await osprey(crawl('--archive', 's3://pages/crawls/small', '--out', 'second'), folder);
    assert.deepEqual([taken.code, /holds the archive of another crawl/.test(taken.stderr)], [2, true], taken.stderr);
    server.fail(/osprey-archive.json/, { kind: 'status', status: 403, code: 'AccessDenied' });
    const refused = await osprey(crawl('--archive', 's3://pages/crawls/third', '--out', 'third'), folder);
    assert.deepEqual([refused.code, /archive-refused/.test(refused.stderr)], [4, true], refused.stderr);
    assert.ok(!readdirSync(folder).includes('third'), 'no folder is left');
  });

  test('a killed crawl goes on: what it had committed is sent by the next run, and no page is lost', async (t) => {
    const slow = await startSite((host, where) => {
      const page = smallWeb[`${host}${where}`];
      if (page === undefined) return undefined;
      return (request, response) =>
        setTimeout(() => {
          if (typeof page === 'function') page(request, response);
          else response.writeHead(200, { 'content-type': 'text/html' }).end(page);
        }, 40);
    });
    t.after(() => slow.close());
    const args = ['crawl', 'jaguar car', '--seed', 'http://cars.test/', ...webFlags(slow), '--requests', '1'];
    const running = startOsprey(
      [...args, '--archive', 's3://pages/crawls/killed', '--out', 'killed', '--json'],
      folder,
    );
    let [visits, text] = [0, ''];
    running.process.stdout!.on('data', (data: string) => {
      text += data;
      visits = text.split('"event":"page"').length - 1;
      if (visits >= 5) running.process.kill('SIGKILL');
    });
    await running.ended;
    assert.ok(visits >= 5);
    assert.ok(![...server.objects.keys()].some((key) => key.startsWith('crawls/killed/pages-')));
    const resumed = await osprey(['resume', 'killed', '--quiet'], folder);
    assert.equal(resumed.code, 0, resumed.stderr);
    const exported = await osprey(['export', 'killed', '--format', 'jsonl', '--text'], folder);
    assert.equal(exported.code, 0, exported.stderr);
    const once = await osprey(['export', 'one', '--format', 'urls'], folder);
    const urls = exported.stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { url: string }).url);
    assert.deepEqual(urls.sort(), once.stdout.trim().split('\n').sort());
  });
});

test('a shared folder takes the files of a crawl, and a missing one is told', async () => {
  const made = await osprey(crawl('--archive', 'shared/pages', '--out', 'four', '--quiet'), folder);
  assert.equal(made.code, 0, made.stderr);
  const names = readdirSync(path.join(folder, 'shared/pages'));
  assert.equal(names.filter((name) => /^pages-[0-9a-f]{8}-00001\.warc\.gz$/.test(name)).length, 1);
  const text = await osprey(['export', 'four', '--format', 'jsonl', '--text', '--relevant'], folder);
  assert.match(text.stdout, /sports car/);
  rmSync(path.join(folder, 'shared'), { recursive: true });
  const lost = await osprey(['resume', 'four', '--quiet'], folder);
  assert.deepEqual([lost.code, /is not where this crawl keeps its pages/.test(lost.stderr)], [2, true], lost.stderr);
});
