import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { folderOf, templateOf } from '../../../src/strategy/osprey/template-of.js';

const same = (...urls: readonly string[]) => assert.equal(new Set(urls.map(templateOf)).size, 1, urls.join(' '));
const different = (...urls: readonly string[]) =>
  assert.equal(new Set(urls.map(templateOf)).size, urls.length, urls.join(' '));

describe('the template of a URL', () => {
  test('is its host and directory, with all numbers of the path as 0', () => {
    assert.equal(templateOf('http://a.test/'), 'a.test/');
    assert.equal(templateOf('http://a.test/index.html'), 'a.test/');
    assert.equal(templateOf('https://a.test:8080/news/2024/05/a-story.html'), 'a.test:8080/news/0/0/');
    same('http://a.test/news/2024/1.html', 'http://a.test/news/1999/other.html');
    different('http://a.test/news/1.html', 'http://a.test/blog/1.html', 'http://b.test/news/1.html');
  });

  test('with parameters has the page and their names, in whatever order they come', () => {
    assert.equal(templateOf('http://a.test/x/show.php?id=17&b=y'), 'a.test/x/show.php?b&id');
    same(
      'http://a.test/cal?month=1&year=2',
      'http://a.test/cal?year=1999&month=12',
      'http://a.test/cal?month&year=a=b',
    );
    different(
      'http://a.test/cal?month=1',
      'http://a.test/cal?year=1',
      'http://a.test/list?month=1',
      'http://a.test/cal',
    );
    same('http://a.test/list?tag=a&tag=b', 'http://a.test/list?tag=c');
  });

  test('a trap that grows ever deeper, or counts on, is one template', () => {
    const deeper = Array.from({ length: 20 }, (_, depth) => `http://a.test/x/y/z/${'again/'.repeat(depth)}page.html`);
    same(...deeper);
    same(...Array.from({ length: 20 }, (_, month) => `http://a.test/calendar/2024/${month}/`));
  });

  test('a slash or a host in the parameters does not matter, nor a host that is part of "https"', () => {
    assert.equal(templateOf('http://a.test/go?to=http://b.test/x/y/z'), 'a.test/go?to');
    assert.equal(templateOf('http://t/a/b/c/d/page.html'), 't/a/b/c/');
    assert.equal(templateOf('https://ps/a/page.html'), 'ps/a/');
  });

  test('does not depend on numbers', () => {
    const number = fc.nat();
    fc.assert(
      fc.property(number, number, fc.constantFrom('', '/a', '/a/b2', '/1/2/3/4'), (one, other, path) => {
        const url = (n: number) => `http://a.test${path}/x${n}/${n}?page=${n}`;
        assert.equal(templateOf(url(one)), templateOf(url(other)));
        assert.doesNotMatch(templateOf(url(one)), /[1-9]/);
      }),
    );
  });

  test('is one for all pages of a folder, but for those with parameters', () => {
    const step = fc.stringMatching(/^[a-z0-9.]{0,4}$/);
    const paths = fc.array(step, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(paths, fc.array(step, { minLength: 2, maxLength: 2 }), (folders, [one, other]) => {
        const folder = `http://a.test/${folders.join('/')}/`;
        assert.equal(folderOf(folder + one), folder);
        same(folder + one, folder + other, folder);
      }),
    );
    assert.equal(folderOf('http://a.test/x?y=/z'), 'http://a.test/x?y=/z');
  });
});
