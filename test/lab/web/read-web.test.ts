import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { UsageError } from '../../../src/failure.js';
import { hopsFrom, linksOf, reversed } from '../../../src/lab/web/link-graph.js';
import { type OpenWeb, readWeb } from '../../../src/lab/web/read-web.js';
import { temporaryFolder } from '../../archive/warc-fixture.js';
import { html } from '../../site.js';
import { type ArchivedPages, archiveOf, labSettings } from '../archived.js';

async function read(t: TestContext, pages: ArchivedPages, options = {}): Promise<OpenWeb> {
  const folder = temporaryFolder(t);
  const web = await readWeb(labSettings(archiveOf(folder, pages), options), path.join(folder, 'kept'));
  t.after(() => web.close());
  return web;
}

/** The links of every page, by place. */
function linksIn({ urls, graph }: OpenWeb): Record<string, string[]> {
  const place = (page: number) => urls[page]!.slice('http://'.length);
  return Object.fromEntries(urls.map((_, page) => [place(page), [...linksOf(graph, page)].map(place)]));
}

describe('reading a recorded web', () => {
  test('links lead through redirects to pages, once each, in the order of the document, and never to the page itself', async (t) => {
    const web = await read(t, {
      'a.test/': html('Start', 'here', [
        ['/c', 'see'],
        ['/moved', 'by way of a redirect'],
        ['/b', 'the same page'],
        ['/', 'itself'],
        ['/gone', 'not recorded'],
        ['/round', 'in circles'],
      ]),
      'a.test/b': html('B', 'text', [['http://b.test/', 'away']]),
      'a.test/c': html('C', 'text'),
      'a.test/moved': { to: '/moved-again' },
      'a.test/moved-again': { to: 'http://a.test/b' },
      'a.test/round': { to: '/round-again' },
      'a.test/round-again': { to: '/round' },
      'b.test/': html('Elsewhere', 'text', [['http://a.test/moved', 'back']]),
    });
    assert.deepEqual(linksIn(web), {
      'a.test/': ['a.test/c', 'a.test/b'],
      'a.test/b': ['b.test/'],
      'a.test/c': [],
      'b.test/': ['a.test/b'],
    });
    assert.deepEqual([...web.hosts], [0, 0, 0, 1]);
    assert.equal(web.pageOf('HTTP://A.test:80/moved#part'), web.pageOf('http://a.test/b'));
    assert.equal(web.pageOf('http://a.test/gone'), undefined);
  });

  test('links and pages that a crawl would leave alone are not there', async (t) => {
    const pages = {
      'a.test/': `${html('Start', 'here', [
        ['/open', 'open'],
        ['/closed', 'closed'],
      ])}<a rel=nofollow href=/nofollow>no</a>`,
      'a.test/open': `<meta name=robots content=nofollow>${html('Open', 'text', [['/nofollow', 'no']])}`,
      'a.test/closed': html('Closed', 'text'),
      'a.test/nofollow': html('Reached by nobody', 'text'),
      'a.test/robots.txt': 'User-agent: *\nDisallow: /closed',
    };
    assert.deepEqual(linksIn(await read(t, pages)), {
      'a.test/': ['a.test/open'],
      'a.test/open': [],
      'a.test/nofollow': [],
    });
    assert.deepEqual(linksIn(await read(t, pages, { followNofollow: true })), {
      'a.test/': ['a.test/open', 'a.test/nofollow'],
      'a.test/open': ['a.test/nofollow'],
      'a.test/nofollow': [],
    });
  });

  test('pages come back with their terms and those of their links, without their texts', async (t) => {
    const web = await read(t, { 'a.test/': html('Courts', 'of law', [['/judges', 'the judges']]) });
    const page = web.page(0);
    assert.equal(page.title, 'Courts');
    assert.equal(page.text, '');
    assert.ok(page.terms.ids.length >= 3);
    assert.deepEqual(
      page.links.map(({ anchorTerms, urlTerms, contextTerms }) =>
        [anchorTerms, urlTerms, contextTerms].map((ids) => ids.length > 0),
      ),
      [[true, true, true]],
    );
  });

  test('an archive without pages is refused', async (t) => {
    await assert.rejects(read(t, { 'a.test/': { to: '/b' } }), UsageError);
  });
});

test('the fewest links from several pages, and back', () => {
  // 0 → 1 → 2 → 3, 0 → 3, 4 alone
  const graph = { offsets: Uint32Array.from([0, 2, 3, 4, 4, 4]), targets: Uint32Array.from([1, 3, 2, 3]) };
  assert.deepEqual([...hopsFrom(graph, [0])], [0, 1, 2, 1, -1]);
  assert.deepEqual([...hopsFrom(graph, [1, 4])], [-1, 0, 1, 2, 0]);
  assert.deepEqual([...hopsFrom(reversed(graph), [3])], [1, 2, 1, 0, -1]);
});
