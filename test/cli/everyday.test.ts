import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { settingsFrom } from '../../src/config/settings.js';
import { startSite } from '../site.js';
import { osprey, startOsprey, temporaryFolder, webFlags } from './osprey.js';
import { smallWeb } from './small-web.js';

const { folder, remove } = temporaryFolder();
const site = await startSite(smallWeb);
after(async () => {
  await site.close();
  remove();
});

describe('osprey completion', () => {
  test('completes commands, options and commands below commands in bash', async () => {
    const { stdout } = await osprey(['completion', 'bash'], folder);
    const completed = (...words: string[]) => {
      const array = words.map((word) => `"${word}"`).join(' ');
      const script = `${stdout}\nCOMP_WORDS=(osprey ${array}); COMP_CWORD=${words.length}; _osprey; echo "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(' ');
    };
    assert.deepEqual(completed('exp'), ['export']);
    assert.deepEqual(completed('export', '--min'), ['--min-relevance']);
    assert.ok(completed('lab', 'j').includes('judges'));
    assert.deepEqual(completed('crawl', '--max-rel'), ['--max-relevant']);
  });

  test('knows zsh and fish, and says so of others', async () => {
    for (const [shell, mark] of [
      ['zsh', /^#compdef osprey/],
      ['fish', /^complete -c osprey -n '__fish_use_subcommand' -a crawl /m],
    ] as const)
      assert.match((await osprey(['completion', shell], folder)).stdout, mark);
    const { code, stderr } = await osprey(['completion', 'powershell'], folder);
    assert.deepEqual([code, /No completion for "powershell"/.test(stderr)], [2, true]);
  });
});

test('osprey init asks, checks the seeds and writes a config file that a crawl can use', async () => {
  const network = ['--allow-private', '--resolve', site.resolve];
  const running = startOsprey(['init', 'cars.yaml', ...network], folder, 'pipe');
  running.process.stdin!.end('jaguar car\ncat, animal\ncars.test\nhttp://cars.test/\n40\n\n');
  const { code, stdout, stderr } = await running.ended;
  assert.equal(code, 0, stderr);
  assert.match(stderr, /did you mean https:\/\/cars\.test\/\?/);
  assert.match(stderr, /http:\/\/cars\.test\/: .*visit/i);
  assert.match(stdout, /^Wrote cars\.yaml\. Start the crawl with: osprey crawl --config cars\.yaml$/m);
  const file = path.join(folder, 'cars.yaml');
  const settings = settingsFrom({ file: { path: file, text: readFileSync(file, 'utf8') } });
  const { query, not, seed, maxPages, contact } = settings;
  assert.deepEqual(
    [query, not, seed, maxPages, contact],
    ['jaguar car', ['cat', 'animal'], ['http://cars.test/'], 40, undefined],
  );
  assert.match(readFileSync(file, 'utf8'), /^# contact: you@example\.org$/m);
  assert.equal((await osprey(['init', 'cars.yaml'], folder)).code, 2);
});

describe('small things', () => {
  test('a seed without a scheme is nearly one; a crawl without a contact says so', async () => {
    const { stderr } = await osprey(['crawl', 'x', '--seed', 'example.org/cars'], folder);
    assert.match(stderr, /--seed: .*"example\.org\/cars"; did you mean https:\/\/example\.org\/cars\?/);
    const flags = ['--resolve', site.resolve, '--delay', '0s', '--workers', '0', '--max-pages', '1'];
    const warned = await osprey(['crawl', 'jaguar', '--seed', 'http://cars.test/', ...flags], folder);
    assert.match(warned.stderr, /^No --contact: site owners cannot reach you/m);
  });

  test('a crawl by example is named after it', async () => {
    const flags = ['--example', 'http://cars.test/e-type.html', '--max-pages', '1', ...webFlags(site)];
    const { code, stderr } = await osprey(['crawl', ...flags, '--quiet'], folder);
    assert.equal(code, 0, stderr);
    assert.ok(existsSync(path.join(folder, 'crawls/e-type')));
  });
});

test('--notify sends what a run found, signed, and again where it was not taken', async () => {
  const bodies: string[] = [];
  const signatures: unknown[] = [];
  const hook = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    bodies.push(body);
    signatures.push(request.headers['x-osprey-signature']);
    response.writeHead(bodies.length === 1 ? 503 : 204).end();
  }).listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`;
  process.env.OSPREY_NOTIFY_SECRET = 'secret';
  try {
    const start = ['crawl', 'jaguar car', '--seed', 'http://cars.test/', '--out', 'told', '--quiet', ...webFlags(site)];
    const { code, stderr } = await osprey([...start, '--max-pages', '3', '--notify', url], folder);
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(bodies.length, 2);
    const notice = JSON.parse(bodies[1]!);
    assert.deepEqual(
      [notice.event, notice.crawl, notice.topic, notice.stopReason],
      ['new-pages', 'told', 'jaguar car', 'max-pages'],
    );
    assert.ok(notice.pages.length > 0 && notice.pages[0].relevance >= 0.5);
    assert.equal(signatures[1], `sha256=${createHmac('sha256', 'secret').update(bodies[1]!).digest('hex')}`);
    const more = await osprey(['resume', 'told', '--max-pages', '6', '--quiet', '--notify', url], folder);
    assert.equal(more.code, 0, more.stderr);
    const old = new Set(notice.pages.map((page: { url: string }) => page.url));
    assert.ok(JSON.parse(bodies[2]!).pages.every((page: { url: string }) => !old.has(page.url)));
  } finally {
    delete process.env.OSPREY_NOTIFY_SECRET;
    hook.close();
  }
  const dead = await osprey(['resume', 'told', '--max-pages', '7', '--quiet', '--notify', url], folder);
  assert.equal(dead.code, 0);
});
