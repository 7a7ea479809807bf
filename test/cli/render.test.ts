import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readRecord, scanWarc } from '../../src/archive/warc-reader.js';
import { chromiumProgram } from '../browser/chromium-program.js';
import { processesBelow } from '../browser/processes.js';
import { html, type Site, startSite } from '../site.js';
import { jsonLines, osprey, startOsprey, temporaryFolder, webFlags } from './osprey.js';

const { folder, remove } = temporaryFolder();
after(remove);
let browser: string;
before(async () => {
  browser = await chromiumProgram(folder);
});

/** An application of three views, beside one page that is written out. */
const app = `const view = location.pathname;
  const { title, text, links } = await (await fetch('/api' + view)).json();
  document.title = title;
  document.getElementById('root').innerHTML = '<h1>' + title + '</h1><p>' + text + '</p>' +
    links.map((to) => '<a href="' + to + '">' + to + '</a>').join(' ');`;
const views: Readonly<Record<string, readonly [text: string, links: readonly string[]]>> = {
  '/': ['The jaguar is a car, a fast car.', ['/a', '/b', '/plain']],
  '/a': ['A jaguar car of the sixties, a classic car.', ['/']],
  '/b': ['How the engine of a jaguar car works.', ['/']],
};

function startApp(): Promise<Site> {
  return startSite((_host, target) => {
    const json = (body: unknown): ((request: unknown, response: import('node:http').ServerResponse) => void) => {
      return (_request, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (target === '/app.js')
      return (_request, response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(app);
    if (target === '/plain') return html('Jaguar', 'A jaguar car needs no scripts: it is a car.', [['/', 'home']]);
    const view = target.startsWith('/api') ? views[target.slice(4)] : undefined;
    if (view !== undefined) return json({ title: `Jaguar ${target.slice(4)}`, text: view[0], links: view[1] });
    if (views[target] === undefined) return undefined;
    return '<!doctype html><title>App</title><noscript>Enable JavaScript.</noscript><div id="root"></div><script type="module" src="/app.js"></script>';
  });
}

test('pages that are empty without scripts are named, then rendered, archived, exported and judged as they are seen', async (t) => {
  const site = await startApp();
  t.after(() => site.close());
  const run = ['--max-pages', '10', '--no-report', '--near-duplicates', 'off', ...webFlags(site)];
  const seeds = ['--seed', 'http://app.test/', '--seed', 'http://app.test/a'];
  const bare = await osprey(['crawl', 'jaguar car', ...seeds, '--out', 'app', ...run], folder);
  assert.equal(bare.code, 0, bare.stderr);
  assert.match(bare.stdout, /2 pages are empty without scripts; "osprey resume" with --render auto runs them\./);
  const status = await osprey(['status', 'app'], folder);
  assert.match(status.stdout, /Scripts +2 pages are empty without scripts/);
  assert.match(status.stdout, /2 +needs-scripts +it is empty without scripts/);

  const resumed = await osprey(['resume', 'app', '--render', 'auto', '--browser', browser, ...run], folder);
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.match(resumed.stdout, /Among the pages: rendered 3\./);
  assert.doesNotMatch(resumed.stdout, /empty without scripts/);
  assert.equal(site.log.filter(({ path: target }) => target === '/app.js').length, 1, 'one script for all pages');

  const records = jsonLines((await osprey(['export', 'app', '--format', 'jsonl', '--text'], folder)).stdout);
  assert.deepEqual(records.map(({ title }) => title).sort(), ['Jaguar', 'Jaguar /', 'Jaguar /a', 'Jaguar /b']);
  assert.match(String(records.find(({ title }) => title === 'Jaguar /a')?.text), /A jaguar car of the sixties/);
  const found = await osprey(['search', 'app', 'sixties'], folder);
  assert.match(found.stdout, /http:\/\/app\.test\/a/);
  const again = await osprey(['rejudge', 'app', 'engine'], folder);
  assert.equal(again.code, 0, again.stderr);
  const [best] = jsonLines((await osprey(['export', 'app', '--format', 'jsonl', '--ranked'], folder)).stdout);
  assert.equal(best?.url, 'http://app.test/b');

  const types: string[] = [];
  for (const name of readdirSync(path.join(folder, 'app')).filter((file) => file.endsWith('.warc.gz')))
    for await (const { type, targetUri } of scanWarc(path.join(folder, 'app', name)))
      if (targetUri === 'http://app.test/a') types.push(type);
  assert.deepEqual(types, ['request', 'response', 'request', 'response', 'resource']);
  const wacz = await osprey(['export', 'app', '--format', 'wacz', '--out', 'app.wacz'], folder);
  assert.equal(wacz.code, 0, wacz.stderr);
  const index = readFileSync(path.join(folder, 'app.wacz'), 'latin1').match(/^test,app\)\/a .*$/gm)!;
  assert.equal(index.length, 1, 'players find the rendered document alone');
  const { offset, length } = JSON.parse(index[0].slice(index[0].indexOf('{')));
  await osprey(['export', 'app', '--format', 'warc', '--out', 'app.warc.gz'], folder);
  const { headers, body } = readRecord(path.join(folder, 'app.warc.gz'), Number(offset), Number(length));
  assert.ok(headers.some(([name, value]) => name === 'WARC-Type' && value === 'resource'));
  assert.match(Buffer.from(body).toString(), /<h1>Jaguar \/a<\/h1>/);
  const why = await osprey(['why', 'app', 'http://app.test/a'], folder);
  assert.match(why.stdout, /its scripts were run in a browser/);
});

test('without a browser, rendering says what is missing before anything is fetched', async () => {
  const crawl = ['crawl', 'x', '--seed', 'http://app.test/', '--render', 'auto', '--out', 'none'];
  const ended = await osprey([...crawl, '--browser', './nowhere'], folder);
  assert.equal(ended.code, 2);
  assert.match(ended.stderr, /nowhere is not a program; give the path of a Chromium/);
  const lost = startOsprey(crawl, folder, 'ignore', { CHROME_PATH: '/nowhere' });
  assert.match((await lost.ended).stderr, /No Chromium was found.*install one.*--browser PATH/);
});

test('a browser ends with its crawl, however that ends', async (t) => {
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    let asked = () => {};
    const waiting = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const page = "<div id=root></div><script>fetch('/never')</script>";
    const site = await startSite((_host, target) => {
      if (target === '/never') return () => asked();
      return target === '/' ? page : undefined;
    });
    t.after(() => site.close());
    const flags = [
      '--render',
      'auto',
      '--render-time',
      '2s',
      '--browser',
      browser,
      '--out',
      `ends-${signal}`,
      '--no-report',
    ];
    const crawl = startOsprey(['crawl', 'x', '--seed', 'http://app.test/', ...flags, ...webFlags(site)], folder);
    await waiting;
    const below = processesBelow(crawl.process.pid!).filter(({ command }) => command.includes('remote-debugging'));
    assert.ok(below.length > 0);
    crawl.process.kill(signal);
    await crawl.ended;
    const isAlive = (pid: number) => {
      try {
        process.kill(pid, 0);
        return true;
      } catch {
        return false;
      }
    };
    for (let look = 0; look < 100 && below.some(({ pid }) => isAlive(pid)); look++) await sleep(100);
    assert.deepEqual(
      below.filter(({ pid }) => isAlive(pid)),
      [],
      signal,
    );
  }
});
