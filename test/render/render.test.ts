import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { systemClock } from '../../src/clock.js';
import { Downloader, type DownloaderOptions } from '../../src/download/downloader.js';
import { HttpTransport } from '../../src/download/http-transport.js';
import { unlimited } from '../../src/model/frontier.js';
import { openRenderer } from '../../src/render/open-renderer.js';
import type { Renderer, Rendering } from '../../src/render/renderer.js';
import { MemoryStore } from '../../src/store/memory/memory-store.js';
import { chromiumProgram } from '../browser/chromium-program.js';
import { processesBelow } from '../browser/processes.js';
import { redirect, type Site, type SitePage, startSite } from '../site.js';

const folder = mkdtempSync(path.join(tmpdir(), 'osprey-render-'));
/** Long enough for any machine, and so short that what never ends is soon over. */
const [timeMs, shortMs] = [30_000, 3_000];
const hosts = ['app.test', 'cdn.test', 'other.test'];
let renderer: Renderer;
let hasty: Renderer;

before(async () => {
  const common = { browser: await chromiumProgram(folder), userAgent: 'Osprey/test' };
  renderer = await openRenderer({ ...common, timeMs });
  hasty = await openRenderer({ ...common, timeMs: shortMs });
});
after(async () => {
  await Promise.all([renderer.close(), hasty.close()]);
  assert.deepEqual(
    processesBelow(process.pid).filter(({ command }) => command.includes('--remote-debugging-pipe')),
    [],
    'no browser is left',
  );
  rmSync(folder, { recursive: true, force: true });
});

const json =
  (value: unknown): SitePage =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
const script =
  (code: string): SitePage =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'gzip' }).end(gzipSync(code));
const text =
  (body: string): SitePage =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end(body);

interface Web {
  readonly allowPrivate?: boolean;
  readonly site?: Site;
  readonly options?: Partial<DownloaderOptions>;
}

/** Renders a document as if it had come from the URL. What its scripts ask for goes the way of a crawl. */
async function rendered(
  url: string,
  document: string,
  { allowPrivate = true, site, options = {} }: Web = {},
  maxBytes = 1_000_000,
  by = renderer,
): Promise<Rendering> {
  const transport = new HttpTransport({
    allowPrivate,
    ...(site && { resolve: new Map(hosts.map((host) => [host, { address: '127.0.0.1', port: site.port }])) }),
  });
  const downloader = new Downloader({
    transport,
    notes: new MemoryStore(unlimited).notes,
    clock: systemClock,
    userAgent: 'Osprey/test',
    headers: new Map(),
    credentialOrigins: new Set(),
    types: ['text/html'],
    ...options,
  });
  const response = {
    url,
    status: 200,
    statusText: 'OK',
    httpVersion: '1.1',
    headers: [['Content-Type', 'text/html; charset=utf-8']] as const,
    body: new TextEncoder().encode(document),
  };
  const parts = downloader.partsOf(url, systemClock.now() + timeMs);
  try {
    return await by.render({ url, response, parts, maxBytes });
  } finally {
    await transport.close();
  }
}

function htmlOf(rendering: Rendering): string {
  assert.equal(rendering.kind, 'document', JSON.stringify(rendering));
  return rendering.kind === 'document' ? Buffer.from(rendering.html).toString() : '';
}

/** A script that writes what came of each step into the page. */
const reporting = (steps: Readonly<Record<string, string>>) => `<div id="out"></div><script type="module">
  const out = document.getElementById('out');
  const report = (name, what) => out.append(name + '=' + what + ';');
  const timed = (work) => Promise.race([work, new Promise((done) => setTimeout(done, 10_000, 'late'))]);
  ${Object.entries(steps)
    .map(
      ([name, code]) =>
        `timed((async () => { ${code} })()).then((v) => report('${name}', v), (e) => report('${name}', 'refused'));`,
    )
    .join('\n')}
</script>`;

test('an application is read as its scripts make it, by way of robots.txt, and shared scripts are fetched once', async (t) => {
  const site = await startSite({
    'app.test/app.js':
      script(`import { greet } from 'http://cdn.test/lib.js'; const data = await (await fetch('/api/data?b=2&a=1')).json();
      let closed = 'refused'; try { closed = await (await fetch('/private/data')).text(); } catch {}
      document.getElementById('root').innerHTML = '<h1>' + greet(data.name) + '</h1><a href="/next">Next</a><p>' + closed + ' ' + navigator.userAgent + '</p>';
      document.querySelector('x-card').attachShadow({ mode: 'open' }).innerHTML = '<style>p{}</style><p>in the shadow</p>';`),
    'app.test/api/data?b=2&a=1': json({ name: 'Osprey' }),
    'app.test/private/data': text('secret'),
    'app.test/robots.txt': text('User-agent: *\nDisallow: /private\n'),
    'cdn.test/lib.js': (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' })
        .end('export const greet = (name) => "Hello " + name;'),
    'cdn.test/robots.txt': text('User-agent: *\nAllow: /\n'),
  });
  t.after(() => site.close());
  const shell =
    '<noscript>Enable JavaScript</noscript><div id="root"></div><x-card></x-card><img src="/a.png"><link rel=stylesheet href="/a.css"><script type="module" src="/app.js"></script>';
  const html = htmlOf(await rendered('http://app.test/', shell, { site }));
  await rendered('http://app.test/other', shell, { site });
  assert.match(html, /<h1>Hello Osprey<\/h1><a href="\/next">Next<\/a><p>refused Osprey\/test<\/p>/);
  assert.match(html, /<x-card><p>in the shadow<\/p>/);
  assert.doesNotMatch(html, /Enable JavaScript/);
  const asked = site.log.map(({ host, path: target }) => host + target).sort();
  assert.deepEqual(asked, [
    'app.test/api/data?b=2&a=1',
    'app.test/api/data?b=2&a=1',
    'app.test/app.js',
    'app.test/robots.txt',
    'app.test/robots.txt',
    'cdn.test/lib.js',
    'cdn.test/robots.txt',
  ]);
  assert.ok(site.log.every(({ headers }) => headers['user-agent'] === 'Osprey/test' && headers.cookie === undefined));
});

test('no page reaches an address that a crawl may not, nor anything past the crawl', async () => {
  const reached: string[] = [];
  const victim = createServer((socket: Socket) => {
    reached.push(`tcp ${socket.remotePort}`);
    socket.destroy();
  }).listen(0, '127.0.0.1');
  const udp = createSocket('udp4', (message) => reached.push(`udp ${message.length}`));
  udp.bind(0, '127.0.0.1');
  await Promise.all([once(victim, 'listening'), once(udp, 'listening')]);
  const at = `127.0.0.1:${(victim.address() as AddressInfo).port}`;
  const steps = {
    fetch: `return (await fetch('http://${at}/', { mode: 'no-cors' })).status`,
    localhost: `return (await fetch('http://${at.replace('127.0.0.1', 'localhost')}/', { mode: 'no-cors' })).status`,
    post: `return (await fetch('http://${at}/', { method: 'POST', mode: 'no-cors' })).status`,
    socket: `return new Promise((done, fail) => { const s = new WebSocket('ws://${at}/'); s.onopen = () => done('open'); s.onerror = fail; })`,
    events: `return new Promise((done, fail) => { const s = new EventSource('http://${at}/'); s.onopen = () => done('open'); s.onerror = fail; })`,
    image: `return new Promise((done, fail) => { const i = new Image(); i.onload = () => done('loaded'); i.onerror = fail; i.src = 'http://${at}/i.png'; })`,
    worker: `return new Promise((done, fail) => { const w = new Worker(URL.createObjectURL(new Blob(["fetch('http://${at}/', {mode: 'no-cors'}).then(() => postMessage('ok'), () => postMessage('no'))"]))); w.onmessage = (m) => m.data === 'ok' ? done('ok') : fail(); })`,
    shared: `new SharedWorker(URL.createObjectURL(new Blob(["fetch('http://${at}/')"]))); return 'made'`,
    rtc: `const c = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udp.address().port}' }] }); c.createDataChannel('x'); await c.setLocalDescription(); return 'made'`,
    beacon: `navigator.sendBeacon('http://${at}/b', 'x'); throw 0`,
    hints: `for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'prerender', 'preload', 'modulepreload']) { const l = document.createElement('link'); l.rel = rel; l.as = 'fetch'; l.href = 'http://${at}/' + rel; document.head.append(l); } throw 0`,
    frame: `const f = document.createElement('iframe'); f.src = 'http://${at}/frame'; document.body.append(f); throw 0`,
    form: `const f = document.createElement('form'); f.target = 'x'; f.action = 'http://${at}/form'; document.body.append(f); f.submit(); throw 0`,
    import: `return (await import('http://${at}/m.js')).default`,
  };
  const html = htmlOf(await rendered('http://attack.test/', reporting(steps), { allowPrivate: false }));
  await sleep(200);
  victim.close();
  udp.close();
  for (const name of Object.keys(steps)) assert.match(html, new RegExp(`${name}=refused;`), html);
  assert.deepEqual(reached, []);
});

test('redirects of what a page asks for are guarded, and credentials stay with their site', async (t) => {
  const open: SitePage = (request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/plain', 'access-control-allow-origin': '*' })
      .end(`key ${request.headers['x-api-key'] ?? 'none'}`);
  const site = await startSite({
    'app.test/hop': redirect('http://169.254.169.254/latest/meta-data'),
    'app.test/round': redirect('/round'),
    'app.test/own': open,
    'other.test/own': open,
    'other.test/blocked': open,
    'other.test/robots.txt': text('User-agent: *\nDisallow: /blocked\n'),
    'app.test/leads': redirect('http://other.test/blocked'),
  });
  t.after(() => site.close());
  const get = (url: string) => `return (await fetch('${url}')).text()`;
  const steps = {
    metadata: get('/hop'),
    round: get('/round'),
    blocked: get('/leads'),
    own: get('/own'),
    other: get('http://other.test/own'),
  };
  const options = {
    headers: new Map([['X-Api-Key', 'k1']]),
    credentialOrigins: new Set(['http://app.test', 'http://other.test']),
  };
  const html = htmlOf(await rendered('http://app.test/', reporting(steps), { site, options }));
  const [, answers] = /id="out">(.*?)<\/div>/.exec(html)!;
  assert.deepEqual(
    new Set(answers!.split(';')),
    new Set(['', 'metadata=refused', 'round=refused', 'blocked=refused', 'own=key k1', 'other=key none']),
  );
});

test('pop-ups, dialogs, downloads and service workers lead nowhere, and nothing is kept for the next page', async () => {
  const steps = {
    open: "return window.open('https://other.test/') === null ? 'blocked' : 'open'",
    alert: "alert('hello'); return confirm('sure?') + ' ' + prompt('name?')",
    download:
      "const a = document.createElement('a'); a.download = 'x.txt'; a.href = URL.createObjectURL(new Blob(['x'])); a.click(); return 'clicked'",
    service: "return (await navigator.serviceWorker.register('/sw.js')).scope",
    kept: "const before = localStorage.getItem('visited') + document.cookie; localStorage.setItem('visited', 'yes'); document.cookie = 'a=b'; return before",
  };
  for (let round = 0; round < 2; round++) {
    const html = htmlOf(await rendered('https://app.test/', reporting(steps), { allowPrivate: false }));
    assert.match(html, /open=blocked;/);
    assert.match(html, /alert=false null;/);
    assert.match(html, /download=clicked;/);
    assert.match(html, /service=(?:refused|late);/);
    assert.match(html, /kept=null;/);
  }
});

test('scripts that lead elsewhere are redirects for the frontier to decide on', async () => {
  const away = "<div id=root></div><script>location.href = 'http://10.0.0.1/admin#x'</script>";
  assert.deepEqual(await rendered('http://app.test/', away), { kind: 'moved', url: 'http://10.0.0.1/admin' });
  const later = '<div id=root></div><script>setTimeout(() => location.replace("/home"), 200)</script>';
  assert.deepEqual(await rendered('http://app.test/', later), { kind: 'moved', url: 'http://app.test/home' });
  const again = '<p>stays</p><script>if (!window.done) { window.done = 1; location.reload(); }</script>';
  assert.match(htmlOf(await rendered('http://app.test/', again)), /stays/);
});

test('endless scripts, huge documents and crashes are named, and the next page is rendered', async (t) => {
  const reasonOf = (rendering: Rendering) => (rendering.kind === 'failed' ? rendering.reason : rendering.kind);
  assert.equal(
    reasonOf(await rendered('http://app.test/', '<p>a</p><script>for (;;);</script>', {}, undefined, hasty)),
    'render-timeout',
  );
  const growing = "<div id=root></div><script>root.innerHTML = '<p>more</p>'.repeat(20_000)</script>";
  assert.equal(reasonOf(await rendered('http://app.test/', growing, {}, 100_000)), 'render-too-large');
  const ticking =
    "<p id=n></p><script>let n = 0; setInterval(() => { document.getElementById('n').textContent += n++; }, 20)</script>";
  assert.match(
    htmlOf(await rendered('http://app.test/', ticking, {}, undefined, hasty)),
    /id="n">012/,
    'what never rests is read when its time is over',
  );
  for (const [kind, pattern] of Object.entries({ page: '--type=renderer', browser: '--remote-debugging-pipe' })) {
    const begun = new EventEmitter();
    const started: SitePage = () => begun.emit('begun');
    const site = await startSite({ 'app.test/started': started });
    t.after(() => site.close());
    const rendering = rendered('http://app.test/', `${ticking}<script>fetch('/started')</script>`, { site });
    await once(begun, 'begun');
    for (const { pid, command } of processesBelow(process.pid))
      if (command.includes(pattern) && (kind === 'page' || !command.includes('--type='))) process.kill(pid, 'SIGKILL');
    assert.equal(reasonOf(await rendering), 'render-crashed', kind);
  }
  assert.match(htmlOf(await rendered('http://app.test/', '<p>still here</p>')), /still here/);
});
