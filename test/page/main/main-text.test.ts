import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collectHtml } from '../../../src/page/html/html-collector.js';
import { withHeadline } from '../../../src/page/main/headline.js';
import { mainBlocks, mainText } from '../../../src/page/main/main-text.js';
import { runningText } from '../../../src/page/main/running-text.js';
import { articles, modernPage, tablePage } from './made-articles.js';

const main = (html: string): string => mainText(collectHtml(html));

describe('main text', () => {
  for (const [language, article] of Object.entries(articles)) {
    test(`is the article alone, without menu, cookie note, teasers and footer: ${language}`, () => {
      const text = main(modernPage(language, article));
      for (const paragraph of article.paragraphs) assert.ok(text.includes(paragraph), paragraph);
      assert.ok(text.includes(article.section), 'headings within it are part of it');
      for (const other of [article.cookies, ...article.menu, ...article.teasers, ...article.footer])
        assert.ok(!text.includes(other), `${other} in ${text}`);
    });

    test(`is found in a page laid out by a table: ${language}`, () => {
      const text = main(tablePage(article));
      for (const paragraph of article.paragraphs) assert.ok(text.includes(paragraph), paragraph);
      for (const other of article.footer) assert.ok(!text.includes(other), `${other} in ${text}`);
    });
  }

  test('is all the text where nothing tells it apart', () => {
    assert.equal(main('<nav>Menu</nav><footer>Imprint</footer>'), 'Menu\nImprint');
    assert.equal(main('<p>Name</p>'), 'Name');
    assert.equal(main(''), '');
  });

  test('has no signs that link headings to themselves', () => {
    const { paragraphs, section } = articles.en;
    const html = `<main><p>${paragraphs[0]}</p><h2>${section}<a class=headerlink href="#a">¶</a></h2><p>${paragraphs[1]}</p></main>`;
    assert.equal(main(html), `${paragraphs[0]}\n${section}\n${paragraphs[1]}`);
  });

  test('is judged the same for every copy of a page, and quickly for endless ones', () => {
    const html = modernPage('en', articles.en);
    assert.equal(main(html), main(html));
    assert.ok(main('<div>a</div><p class=nav id=x>'.repeat(30_000)).length > 0);
    assert.ok(main(`<div class="${'postBody '.repeat(10_000)}">${'<b><p>x, y.'.repeat(10_000)}`).length > 0);
  });

  test('begins below its headline, which a document takes along', () => {
    const { title, paragraphs } = articles.en;
    const page = collectHtml(
      `<title>${title}</title><body><h1>${title}</h1><ul><li><a href=/>Home</a></ul><article><p>${paragraphs.join('<p>')}</article>`,
    );
    const kept = mainBlocks(page);
    const shown = withHeadline(page, kept);
    const at = page.blocks.findIndex(({ start }) => page.text.startsWith(title, start));
    assert.equal(shown[at], 1);
    assert.deepEqual(withHeadline(page, shown), shown);
  });
});

describe('running text', () => {
  test('is some prose outside of navigation, or all there is', () => {
    const { paragraphs } = articles.en;
    const page = collectHtml(`<nav><p>${paragraphs[0]}</p></nav><p>Login</p><p>${paragraphs[1]}</p>`);
    assert.equal(runningText(page), `${paragraphs[1]}\n`);
    assert.equal(runningText(collectHtml('<p>Login</p>')), 'Login');
  });
});
