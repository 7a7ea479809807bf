import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { collectHtml } from '../../../src/page/html/html-collector.js';
import { needsScripts } from '../../../src/page/html/needs-scripts.js';

const isEmpty = (source: string) => needsScripts(source, collectHtml(source));
const prose = 'Ospreys catch fish, which they see from high above the water. '.repeat(5);

/** What the tools of these frameworks make, shortened. */
const shells = {
  react:
    '<title>React App</title><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/static/js/main.js"></script>',
  vue: '<body><div id=app></div><script type="module" src="/assets/index.js"></script>',
  angular: '<body><app-root></app-root><script src="main.js" type="module"></script>',
  angularjs: '<body ng-app="x"><div data-ng-app="shop" ng-cloak></div><script src="a.js"></script>',
  next: '<body><div id="__next"><div class="spinner">Loading…</div></div><script id="__NEXT_DATA__" type="application/json">{}</script><script src="/_next/main.js"></script>',
  withFrame: `<body><header>Shop, since 1990</header><main><DIV ID='App'><!-- here --></DIV></main><footer>${'Imprint. '.repeat(20)}</footer><SCRIPT>boot()</SCRIPT>`,
  apology:
    '<body><noscript><p>Please turn on JavaScript in your browser.</p></noscript><p>Welcome</p><script>boot()</script>',
  nothing: '<title>x</title><body><script src="bundle.js"></script>',
};
const pages = {
  written: `<body><div id="root"><h1>Ospreys</h1><p>${prose}</p></div><script src="/main.js"></script>`,
  short: '<body><p>Ospreys eat fish, as everybody knows.</p><script src="analytics.js"></script>',
  rendered:
    '<body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"><div class="bar"></div><div><p>Ospreys eat fish, as everybody around here knows very well and tells the children.</p></div></div><script src="main.js"></script>',
  linked: '<body><div id="root"><a href="/a">a</a></div><script src="main.js"></script>',
  withoutScripts: '<body><div id="root"></div>',
  dataOnly: '<body><div id="root"></div><script type="application/ld+json">{"@type":"Thing"}</script>',
  pixel:
    '<body><noscript><img src="https://tracker.test/p.gif"></noscript><p>Hello there, reader of this page.</p><script src="t.js"></script>',
  refresh: '<meta http-equiv="refresh" content="0; url=/home"><script src="t.js"></script>',
  frames: '<frameset><frame src="a.html"></frameset><script src="t.js"></script>',
  unscripted: `<body><noscript>${prose}</noscript><script src="t.js"></script><p></p>`,
};

test('pages that are empty without scripts are told from short ones', () => {
  for (const [name, source] of Object.entries(shells)) assert.equal(isEmpty(source), true, name);
  for (const [name, source] of Object.entries(pages)) assert.equal(isEmpty(source), false, name);
});

test('any text of a page that is long enough settles it, whatever the tags', () => {
  const piece = fc.constantFrom(
    '<div id=root>',
    '</div>',
    '<script>',
    '</script>',
    '<noscript>',
    '</noscript',
    '<!--',
    '-->',
    '<',
    '"',
    'javascript',
    'x',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (parts) => {
      const source = parts.join('');
      const { text } = collectHtml(source);
      assert.equal(typeof needsScripts(source, { text }), 'boolean');
      assert.equal(needsScripts(source, { text: 'x'.repeat(1_000) }), false);
    }),
  );
});

test('hostile pages cost no more than their size', () => {
  const long = 400_000;
  for (const source of [
    '<script '.repeat(long / 8),
    '<div id=root>'.repeat(long / 13),
    `<script></SCRIPT>`.repeat(long / 17),
    `<div id="${'a'.repeat(long)}`,
    '<!--'.repeat(long / 4),
    `<noscript>${'javascrip'.repeat(long / 9)}`,
    `<a${' '.repeat(long)}>`,
    `<${'a-'.repeat(long / 2)}`,
  ]) {
    const before = process.cpuUsage();
    needsScripts(source, { text: '' });
    const { user, system } = process.cpuUsage(before);
    // Measured: at most 20 ms. What grows with the square would take minutes.
    assert.ok(user + system < 5_000_000, `${(user + system) / 1_000} ms for ${source.slice(0, 20)}`);
  }
});
