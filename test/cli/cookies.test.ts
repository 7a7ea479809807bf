import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { html, redirect, type SitePage, startSite } from '../site.js';
import { osprey, temporaryFolder, webFlags } from './osprey.js';

const { folder, remove } = temporaryFolder();
after(remove);

const session = 'c0ffee-session';
const login = 'l0gin-secret';

/** Pages of a site with a login: the first sets a session, the others show whether it came back. */
const members =
  (title: string, links: readonly string[], set?: string): SitePage =>
  (_request, response) => {
    const headers = { 'content-type': 'text/html', ...(set && { 'set-cookie': set }) };
    const anchors = links.map((link) => [link, 'jaguar car'] as const);
    response.writeHead(200, headers).end(html(title, `The jaguar car of ${title}, a car.`, anchors));
  };

test('cookies go to their own site, with pages and sitemaps alone, and are kept nowhere', async (t) => {
  const site = await startSite({
    'in.test/': members('first', ['/members', '/leave', 'http://out.test/'], `sid=${session}; Path=/; HttpOnly`),
    'in.test/members': members('members', []),
    'in.test/leave': redirect('http://out.test/landing'),
    'in.test/sitemap.xml': '<urlset><url><loc>http://in.test/listed</loc></url></urlset>',
    'in.test/listed': members('listed', []),
    'out.test/': members('out', [], 'tracker=t1; Domain=in.test'),
    'out.test/landing': members('landing', []),
  });
  t.after(() => site.close());
  writeFileSync(path.join(folder, 'cookies.txt'), `.in.test\tTRUE\t/\tFALSE\t0\tlogin\t${login}\n`);
  const crawl = ['crawl', 'jaguar car', '--seed', 'http://in.test/', '--out', 'in', '--near-duplicates', 'off'];
  const flags = ['--cookies', 'cookies.txt', '--cookie-jar', '--sitemaps', ...webFlags(site)];
  const ended = await osprey([...crawl, ...flags], folder);
  assert.equal(ended.code, 0, ended.stderr);
  const sent = (host: string, target: string) =>
    site.log.find((line) => line.host === host && line.path === target)?.headers.cookie;
  assert.equal(sent('in.test', '/robots.txt'), undefined);
  assert.equal(sent('in.test', '/'), `login=${login}`);
  assert.match(String(sent('in.test', '/sitemap.xml')), new RegExp(`login=${login}`));
  for (const target of ['/members', '/leave']) assert.equal(sent('in.test', target), `login=${login}; sid=${session}`);
  for (const { host, headers, path: target } of site.log)
    if (host === 'out.test') assert.equal(headers.cookie, undefined, target);
  assert.ok(site.log.some(({ host, path: target }) => host === 'out.test' && target === '/landing'));

  for (const name of readdirSync(path.join(folder, 'in'), { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, 'in', name);
    const bytes = readFileSync(file);
    const content = name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    for (const secret of [session, login, 't1;', 'cookies.txt'])
      assert.equal(content.includes(secret), false, `${secret} in ${name}`);
  }
  assert.doesNotMatch(ended.stdout + ended.stderr, new RegExp(`${session}|${login}`));
});

test('without a jar, what sites set is not sent back; a wrong file is refused with its line', async (t) => {
  const site = await startSite({
    'in.test/': members('first', ['/members'], `sid=${session}; Path=/`),
    'in.test/members': members('members', []),
  });
  t.after(() => site.close());
  const crawl = ['crawl', 'jaguar car', '--seed', 'http://in.test/', ...webFlags(site), '--quiet'];
  assert.equal((await osprey([...crawl, '--out', 'plain'], folder)).code, 0);
  assert.ok(site.log.every(({ headers }) => headers.cookie === undefined));
  writeFileSync(path.join(folder, 'bad.txt'), `# cookies\nin.test TRUE / FALSE 0 sid ${session}\n`);
  const refused = await osprey([...crawl, '--out', 'bad', '--cookies', 'bad.txt'], folder);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /bad\.txt line 2: must have seven fields separated by tabs/);
  assert.doesNotMatch(refused.stderr, new RegExp(session));
});
