import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Link, Page } from '../../src/model/page.js';
import { type ReadOptions, readPage } from '../../src/reading/read-page.js';
import { TextPipeline } from '../../src/text/text-pipeline.js';

const URL_OF_PAGE = 'http://example.org/birds/osprey.html';
const OPTIONS: ReadOptions = { language: 'en', stem: true, phrases: ['fish hawk'] };
const pipeline = new TextPipeline(OPTIONS);

function read(html: string, more: { contentType?: string; xRobotsTag?: string } = {}, options = OPTIONS): Page {
  return readPage({ url: URL_OF_PAGE, body: Buffer.from(html), ...more }, options);
}
const summary = (page: Page): [string, string][] => page.links.map(({ url, anchor }) => [url, anchor]);
const onlyLink = (html: string): Link => {
  const { links } = read(html);
  assert.equal(links.length, 1);
  return links[0] as Link;
};

describe('links of a page', () => {
  test('are canonical and resolved against the page', () => {
    assert.deepEqual(summary(read('<a href="../fish/./trout.html#top">Trout</a><a href="//EXAMPLE.com">Other</a>')), [
      ['http://example.org/fish/trout.html', 'Trout'],
      ['http://example.com/', 'Other'],
    ]);
  });

  test('are resolved against the base, wherever it stands and unless it is no http address', () => {
    assert.deepEqual(summary(read('<a href=x>X</a><base href="/other/">')), [['http://example.org/other/x', 'X']]);
    assert.deepEqual(summary(read('<base href="data:text/html,"><a href=x>X</a>')), [
      ['http://example.org/birds/x', 'X'],
    ]);
    assert.deepEqual(summary(read('<base href="/other/"><a href=#x>X</a>')), [['http://example.org/other/', 'X']]);
  });

  test('to the page itself or to no web page are left out', () => {
    assert.deepEqual(
      summary(
        read(
          '<a href="#top">t</a><a href="osprey.html">me</a><a href="">me</a><a href="mailto:a@b.c">m</a><a href="javascript:x()">j</a><a href="http://[">b</a>',
        ),
      ),
      [],
    );
  });

  test('to one target are one link with all its anchor texts', () => {
    const html =
      '<p>First <a href=x rel=nofollow>one</a></p><a href="x#a">two</a><a href="./x">one</a><a href=x><img src=i></a>';
    const link = onlyLink(html);
    assert.deepEqual([link.anchor, link.context, link.position, link.nofollow], ['one · two', 'First one', 0, false]);
    assert.equal(onlyLink('<a href=x rel=nofollow>1</a><a href=x rel=ugc>2</a>').nofollow, true);
  });

  test('take context and path from the first that has an anchor text', () => {
    const link = onlyLink('<a href=x><img src=logo></a><p>Go to the <a href=x>shop</a>.</p>');
    assert.deepEqual([link.anchor, link.context, link.path, link.position], ['shop', 'Go to the shop.', 'p/a', 0]);
  });

  test('take their anchor from text, images, then labels', () => {
    assert.equal(onlyLink('<a href=x> See <img alt="the  map" src=m> </a>').anchor, 'See the map');
    assert.equal(onlyLink('<a href=x><img alt=Map src=m></a>').anchor, 'Map');
    assert.equal(onlyLink('<a href=x title="A map"></a>').anchor, 'A map');
    assert.equal(onlyLink('<a href=x title="A map" aria-label=Label></a>').anchor, 'Label');
    assert.equal(onlyLink('<a href=x><div>Two</div><div>lines</div></a>').anchor, 'Two lines');
    assert.equal(onlyLink(`<a href=x>${'word '.repeat(100)}</a>`).anchor.length, 299);
    assert.equal(onlyLink('<a href=x>\u001b[2Jred\r\n</a>').anchor, '[2Jred');
  });

  test('take their context from the sentence around them', () => {
    assert.equal(
      onlyLink('<p>Skip this. Ospreys eat <a href=x>trout</a> daily. And this.</p>').context,
      'Ospreys eat trout daily.',
    );
    assert.equal(onlyLink('<table><tr><td><a href=x>trout</a><td>a fish</table>').context, 'trout a fish');
    assert.equal(onlyLink('<p>A picture <a href=x><img alt=trout></a> of a fish</p>').context, 'A picture of a fish');
    assert.equal(onlyLink('<div><a href=x><img alt=trout></a></div><p>Another block.</p>').context, 'trout');
  });

  test('carry the terms of the anchor, and of context and URL where they are asked for', () => {
    const html = '<p>The fish hawk eats <a href="rainbow-trout.html">trout</a>.</p>';
    const plain = onlyLink(html);
    assert.deepEqual([plain.contextTerms.length, plain.urlTerms.length], [0, 0]);
    const link = read(html, {}, { ...OPTIONS, reads: ['urlTerms', 'contextTerms'] }).links[0]!;
    assert.deepEqual(link.anchorTerms, pipeline.termIds('trout'));
    assert.deepEqual(link.contextTerms, pipeline.termIds('The fish hawk eats trout.'));
    assert.deepEqual(link.urlTerms, pipeline.termIdsOfUrl(link.url));
    assert.ok(link.contextTerms.includes(pipeline.idOf('fish hawk') ?? 0));
  });
});

describe('a page', () => {
  test('counts the terms of its title and its text', () => {
    const { terms } = read('<title>Osprey</title><p>The osprey eats fish.</p>');
    // osprey twice (title and text), eat and fish once; "the" is a stop word.
    const count = (word: string) => terms.counts[terms.ids.indexOf(pipeline.idOf(word) ?? 0)];
    assert.deepEqual([count('osprey'), count('eat'), count('fish'), terms.ids.length], [2, 1, 1, 3]);
  });

  test('has the language of its text, or the declared one where asked', () => {
    const french =
      '<html lang="en-GB"><p>Le balbuzard pêcheur est un oiseau de proie qui se nourrit presque uniquement de poissons.</p>';
    assert.equal(read(french).language, 'fr');
    assert.equal(read(french, {}, { ...OPTIONS, detectLanguage: false }).language, 'en');
    assert.equal(read('<p>Text').contentType, 'text/html');
  });

  test('heeds robots directives of the header', () => {
    const page = read('<meta name=robots content=nofollow>', { xRobotsTag: 'noindex' });
    assert.deepEqual([page.noindex, page.nofollow], [true, true]);
  });

  test('states its canonical address only where it has one', () => {
    assert.equal(read('<link rel=canonical href="/osprey?utm_source=x">').canonical, 'http://example.org/osprey');
    assert.equal('canonical' in read('<link rel=canonical href="mailto:x">'), false);
  });

  test('is decoded by its charset', () => {
    const body = Buffer.from('<p>caf\xe9 \x93x\x94', 'latin1');
    const page = readPage({ url: URL_OF_PAGE, body, contentType: 'Text/HTML; charset=latin1' }, OPTIONS);
    assert.deepEqual([page.text, page.charset, page.contentType], ['café “x”', 'windows-1252', 'text/html']);
  });

  test('of plain text has paragraphs, lines and no links', () => {
    const page = read('One  line\nanother\n\n\n<a href=x>no</a>\n', { contentType: 'text/plain' });
    assert.deepEqual([page.text, page.links.length, page.title], ['One line\nanother\n<a href=x>no</a>', 0, '']);
  });

  test('leaves optional facts out rather than undefined', () => {
    const page = read('<p>x');
    for (const name of ['published', 'author', 'canonical', 'droppedLinks']) assert.equal(name in page, false, name);
  });
});

describe('fingerprint', () => {
  const of = (html: string) => read(html).fingerprint;

  test('is shared by copies that differ in markup alone', () => {
    assert.match(of('<p>same text</p>'), /^[0-9a-f]{16}$/);
    assert.equal(
      of('<p>same   <b>text</b></p><a href="x#1"></a>'),
      of('<div>same text<!-- --></div><a href="./x"></a>'),
    );
  });

  test('differs with the text and with the targets', () => {
    assert.notEqual(of('<p>same text'), of('<p>other text'));
    assert.notEqual(of('<p><a href=1>next</a>'), of('<p><a href=2>next</a>'));
  });
});
