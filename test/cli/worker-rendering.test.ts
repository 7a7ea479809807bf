import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { bucketOf } from '../../src/frontier/bucket-of.js';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.js';
import { chromiumProgram } from '../browser/chromium-program.js';
import { type SitePage, startSite } from '../site.js';
import { newName, sharedServer } from '../store/postgres/test-server.js';
import { startOsprey, temporaryFolder, webFlags } from './osprey.js';

const { folder, remove } = temporaryFolder();
after(remove);
const server = sharedServer();
const login = 'l0gin-secret';
const hosts = Array.from({ length: 12 }, (_, index) => `app${index}.test`);

/** Empty without its script, which writes a text and links to the same page of all hosts. */
const app = `const all = ${JSON.stringify(hosts)};
  document.getElementById('root').innerHTML = '<h1>Jaguar</h1><p>The jaguar car of ' + location.host + ', a car.</p>' +
    all.map((host) => '<a href="http://' + host + '/">jaguar car</a>').join(' ');`;
const page =
  '<!doctype html><title>App</title><noscript>Enable JavaScript.</noscript><div id="root"></div><script src="/app.js"></script>';

test('two workers of a crawl in a database render pages and send cookies, each to the hosts that it owns', async (t) => {
  let open = () => {};
  const bothAreThere = new Promise<void>((resolve) => {
    open = resolve;
  });
  // Nobody gets a page before both have their hosts: how soon a process starts has no say.
  const held = (type: string, body: string): SitePage => {
    return (_request, response) =>
      void bothAreThere.then(() => response.writeHead(200, { 'content-type': type }).end(body));
  };
  const pages: Readonly<Record<string, SitePage>> = {
    '/': held('text/html', page),
    '/app.js': held('text/javascript', app),
  };
  const site = await startSite((_host, target) => pages[target]);
  t.after(() => site.close());
  const browser = await chromiumProgram(folder);
  const cookies = hosts.map((host) => `${host}\tFALSE\t/\tFALSE\t0\tlogin\t${login}\n`);
  writeFileSync(path.join(folder, 'cookies.txt'), cookies.join(''));
  const [name, { url }] = [newName(), server()];
  const own = ['--browser', browser, '--cookies', 'cookies.txt', '--quiet'];
  const web = ['--near-duplicates', 'off', '--no-archive', ...webFlags(site)];
  const crawl = ['crawl', 'jaguar car', '--store', url, '--name', name, '--seed', 'http://app0.test/'];
  // Of the two, one is told by a config file, the other by flags.
  writeFileSync(path.join(folder, 'own.yaml'), `browser: ${JSON.stringify(browser)}\ncookies: cookies.txt\n`);
  const first = startOsprey([...crawl, '--config', 'own.yaml', '--render', 'auto', '--quiet', ...web], folder);
  const db = await PostgresDatabase.connect(url, name, { create: true, connections: 1 });
  t.after(() => db.close());
  while ((await db.query("SELECT 1 FROM note WHERE key = 'config'")).length === 0) await sleep(50);
  const second = startOsprey(['worker', url, '--name', name, '--workers', '0', '--allow-private', ...own], folder);
  const owners = 'SELECT owner AS worker, array_agg(id) AS buckets FROM bucket WHERE owner IS NOT NULL GROUP BY owner';
  let shares: { worker: number; buckets: number[] }[] = [];
  while (shares.length < 2) {
    await sleep(100);
    shares = await db.query(owners);
  }
  open();
  for (const { code, stderr } of await Promise.all([first.ended, second.ended])) assert.equal(code, 0, stderr);

  const visits = await db.query<{ url: string; worker: number; reason: string; outcome: string }>(
    'SELECT u.url, v.worker, v.reason, v.outcome FROM visit v JOIN url u ON u.id = v.url',
  );
  assert.deepEqual(visits.map((visit) => visit.url).sort(), hosts.map((host) => `http://${host}/`).sort());
  assert.deepEqual(new Set(visits.map(({ outcome, reason }) => `${outcome} ${reason}`)), new Set(['page rendered']));
  const at = (worker: number) => visits.filter((visit) => visit.worker === worker).length;
  for (const { worker } of shares) assert.ok(at(worker) > 0, `worker ${worker} of ${JSON.stringify(visits)}`);
  const owner = (host: string) => shares.find(({ buckets }) => buckets.includes(bucketOf(host)))?.worker;
  const others = visits.filter((visit) => !visit.url.includes('app0.test'));
  for (const visit of others) assert.equal(visit.worker, owner(new URL(visit.url).host), visit.url);
  const asked = site.log.filter(({ path: target }) => target === '/');
  for (const { host, headers } of asked) assert.equal(headers.cookie, `login=${login}`, host);
  assert.equal(asked.length, hosts.length, 'no page was asked for twice');
  const [kept] = await db.query<{ config: string }>("SELECT value AS config FROM note WHERE key = 'config'");
  assert.ok(!kept!.config.includes(login));
});
