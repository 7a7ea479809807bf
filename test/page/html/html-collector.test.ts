import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collectHtml } from '../../../src/page/html/html-collector.js';

const textOf = (html: string): string => collectHtml(html).text;
const linksOf = (html: string) => collectHtml(html).links;
const pathOf = (html: string): string | undefined => linksOf(html)[0]?.path;

describe('visible text', () => {
  test('each block is one line, inline tags do not break words', () => {
    assert.equal(
      textOf('<h1>A <i>fine</i> day</h1><p>Hel<b>lo</b>\n  there<br>you<ul><li>one<li>two</ul>'),
      'A fine day\nHello there\nyou\none\ntwo',
    );
  });

  test('cells of a row share a line', () => {
    assert.equal(textOf('<table><tr><td>a<td>b</tr><tr><th>c</th><td>d</td></tr></table>'), 'a b\nc d');
  });

  test('preformatted text keeps its lines', () => {
    assert.equal(textOf('<pre>one   two\n\n  three\n</pre><p>four\nfive'), 'one two\nthree\nfour five');
  });

  test('what a reader does not see is left out', () => {
    const hidden = [
      '<script>var a = "<p>no</p>"</script>',
      '<style>p { color: red }</style>',
      '<noscript>no</noscript>',
      '<template><p>no</p></template>',
      '<svg><title>no</title><text>no</text></svg>',
      '<div hidden>no</div>',
      '<div style="color:red; DISPLAY : none">no <p>no</p></div>',
      '<select><option>no</option></select>',
      '<textarea>no</textarea>',
      '<!-- no -->',
      '<iframe>no</iframe>',
    ];
    assert.equal(textOf(`<p>yes</p>${hidden.join('')}<p>again</p>`), 'yes\nagain');
  });

  test('a page that hides itself until its scripts run is visible', () => {
    assert.equal(textOf('<html><body style="display:none"><p>text</p>'), 'text');
  });

  test('self-closing svg elements close', () => {
    assert.equal(textOf('<p>a <svg><path d="M0"/><g/></svg> b</p><svg/>c'), 'a b\nc');
  });

  test('in XHTML every element may close itself, in HTML it may not', () => {
    assert.equal(collectHtml('<p>a<script src="x.js"/>b</p>', { xhtml: true }).text, 'ab');
    assert.equal(collectHtml('<p>a<script src="x.js"/>b</p>').text, 'a');
  });

  test('entities are characters, control characters are spaces, invisible characters vanish', () => {
    assert.equal(
      textOf('a&amp;b&eacute;&#x1F600; x&nbsp;y z&shy;z \u001b[31mred\u0000\u202e!'),
      'a&bé😀 x y zz [31mred !',
    );
  });

  test('wide characters survive beside narrow ones', () => {
    assert.equal(textOf('<p>caf\u00e9</p><p>日本語 &mdash; ok</p>'), 'café\n日本語 — ok');
  });
});

describe('facts of the document', () => {
  test('the first title that says something is the title, whatever is pasted into the page or drawn on it', () => {
    const titleOf = (source: string, xhtml = false) => collectHtml(source, { xhtml }).title;
    assert.equal(titleOf('<title>Doorbells</title><body><?xml?><title>Picture</title><p>x'), 'Doorbells');
    assert.equal(titleOf('<title> </title><title>A &amp; B</title><title>C</title>'), 'A & B');
    assert.equal(
      titleOf('<template><title>no</title></template><svg><title>no</title></svg><title>yes</title>'),
      'yes',
    );
    assert.equal(titleOf('<title>yes</title><template><title>no</title></template>'), 'yes');
    assert.equal(titleOf('<title/>text<title>yes</title>', true), 'yes');
  });

  test('the title is one line without control characters', () => {
    assert.equal(
      collectHtml('<title>\n A&amp;B\t\u001b[1m \r\n C</title><svg><title>no</title></svg>').title,
      'A&B [1m C',
    );
    assert.equal(collectHtml(`<title>${'long '.repeat(1000)}</title>`).title.length, 499);
  });

  test('language, base and canonical', () => {
    const page = collectHtml(
      '<html lang=de-AT><base target=x><base href=/a/><base href=/b/><link rel="x canonical" href=/c>',
    );
    assert.deepEqual([page.language, page.base, page.canonical], ['de-AT', '/a/', '/c']);
  });

  test('robots meta tags for all and for this crawler add up', () => {
    const of = (html: string) => {
      const { noindex, nofollow } = collectHtml(html);
      return [noindex, nofollow];
    };
    assert.deepEqual(of('<meta name=ROBOTS content="NoIndex">'), [true, false]);
    assert.deepEqual(of('<meta name=robots content="noindex"><meta name=osprey content=nofollow>'), [true, true]);
    assert.deepEqual(of('<meta name=robots content=none>'), [true, true]);
    assert.deepEqual(of('<meta name=otherbot content=none><meta name=robots content="index,follow">'), [false, false]);
  });

  test('the most trusted date of publication wins', () => {
    const weak = '<meta name=dc.date content=2001-01-01>';
    const time = '<time pubdate datetime="2002-02-02">';
    const linked = '<script type="application/ld+json">{"@graph":[{"datePublished":"2003-03-03T03:03:03Z"}]}</script>';
    const item = '<span itemprop=datePublished content="2004-04-04">';
    const article = '<meta property=article:published_time content="2005-05-05T05:05+0200">';
    assert.equal(collectHtml(weak).published, '2001-01-01');
    assert.equal(collectHtml(weak + time).published, '2002-02-02');
    assert.equal(collectHtml(linked + weak + time).published, '2003-03-03T03:03:03Z');
    assert.equal(collectHtml(linked + item).published, '2004-04-04');
    assert.equal(collectHtml(linked + item + article).published, '2005-05-05T05:05:00+02:00');
    assert.equal(collectHtml('<meta name=date content=yesterday>').published, undefined);
  });

  test('the date of the last change: the most trusted statement wins', () => {
    const weak = '<meta property=og:updated_time content=2021-01-01>';
    const time = '<time class="entry-date updated" datetime=2022-02-02>2 Feb</time><time datetime=2029-01-01>x</time>';
    const linked = '<script type="application/ld+json">{"dateModified":"2023-03-03T03:03:03Z"}</script>';
    const item = '<time itemprop=dateModified datetime=2024-04-04>x</time>';
    const article = '<meta property=article:modified_time content=2025-05-05>';
    assert.equal(collectHtml(weak).modified, '2021-01-01');
    assert.equal(collectHtml(weak + time).modified, '2022-02-02');
    assert.equal(collectHtml(weak + time + linked).modified, '2023-03-03T03:03:03Z');
    assert.equal(collectHtml(linked + item).modified, '2024-04-04');
    assert.equal(collectHtml(linked + item + article).modified, '2025-05-05');
    assert.equal(
      collectHtml('<meta name=modified content=soon><time datetime=2029-01-01>x</time>').modified,
      undefined,
    );
  });

  test('authors are found where pages name them, addresses are not names', () => {
    const authorOf = (html: string) => collectHtml(html).author;
    assert.equal(authorOf('<meta name=author content=" Ada\n Lovelace ">'), 'Ada Lovelace');
    assert.equal(authorOf('<meta property=article:author content="https://example.org/ada">'), undefined);
    assert.equal(authorOf('<p>by <a rel="nofollow author" href=/ada>Ada</a></p>'), 'Ada');
    assert.equal(authorOf('<p>by <span itemprop=author><b itemprop=name>Ada L</b></span>, 1843</p>'), 'Ada L');
    assert.equal(authorOf('<script type="application/ld+json">{"author":[{"name":"Ada"},"Bob"]}</script>'), 'Ada, Bob');
    assert.equal(authorOf('<script type="application/ld+json">{"author":</script>'), undefined);
  });
});

describe('links', () => {
  test('anchors, areas, frames, refreshes and series are links, in document order', () => {
    const html =
      '<meta http-equiv=refresh content="5; URL=\'r.html\'"><link rel=next href=n.html><link rel=stylesheet href=s.css>' +
      '<a href=a.html>A</a><a name=here>no</a><map><area href=m.html alt=Map></map><iframe src=i.html></iframe>' +
      '<frameset><frame src=f.html></frameset><template><a href=t.html>no</a></template>';
    assert.deepEqual(
      linksOf(html).map(({ href, position }) => [href, position]),
      [
        ['r.html', 0],
        ['n.html', 1],
        ['a.html', 2],
        ['m.html', 3],
        ['i.html', 4],
        ['f.html', 5],
      ],
    );
  });

  test('nofollow, ugc and sponsored links are not followed', () => {
    const html =
      '<a rel=nofollow href=1>x</a><a rel="noopener UGC" href=2>x</a><a rel=sponsored href=3>x</a><a rel=nofollower href=4>x</a>';
    assert.deepEqual(
      linksOf(html).map((link) => link.nofollow),
      [true, true, true, false],
    );
  });

  test('hidden links are links, with their text', () => {
    const [link] = linksOf('<p>menu <span hidden><a href=x>deep <b>down</b><script>no()</script></a></span></p>');
    assert.equal(link?.unseen, 'deep down');
  });

  test('a tag path shows tags, ids and two classes from the body on', () => {
    assert.equal(
      pathOf('<html><body><div id=nav class="x"><ul class="menu  big wide"><li><a class=n href=x>'),
      'body/div#nav.x/ul.menu.big/li/a.n',
    );
    assert.equal(pathOf('<head><link rel=next href=x>'), 'head/link');
  });

  test('numbers in a tag path are all alike', () => {
    assert.equal(pathOf('<body><div id="post-4711" class="c12x"><a href=x>'), 'body/div#post-0.c0x/a');
  });

  test('a tag path keeps what is nearest to the link', () => {
    const deep = pathOf(`<body>${'<div class=level>'.repeat(30)}<a href=x>`) ?? '';
    assert.equal(deep, `${'div.level/'.repeat(11)}a`);
    const wide = pathOf(`<body>${`<div id=${'long'.repeat(9)}>`.repeat(10)}<a href=x>`) ?? '';
    assert.ok(wide.length <= 200 && wide.endsWith('/a') && wide.startsWith('div#longlong'), wide);
  });

  test('an open link ends with the next link and with its parent', () => {
    const page = collectHtml('<p><a href=1>one <b>bold<a href=2>two</p><p>three</p>');
    assert.deepEqual(
      page.links.map(({ start, end }) => page.text.slice(start, end).trim()),
      ['one bold', 'two'],
    );
  });
});
