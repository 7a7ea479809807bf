import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collectHtml } from '../../src/page/html/html-collector.js';
import { mainText } from '../../src/page/main-text.js';

const PROSE =
  'Ospreys are fish hawks that dive feet first into rivers and lakes, and they are found on every continent but one.';
const main = (html: string): string => {
  const { text, blocks } = collectHtml(html);
  return mainText(text, blocks);
};

describe('main text', () => {
  test('leaves out navigation, headers, footers and asides', () => {
    const furniture = ['nav', 'header', 'footer', 'aside'].map((tag) => `<${tag}><p>${PROSE} In ${tag}.</p></${tag}>`);
    assert.equal(main(`${furniture.join('')}<div role=navigation>${PROSE}</div><p>${PROSE}</p>`), PROSE);
  });

  test('keeps the header of an article', () => {
    assert.equal(main(`<article><header><h1>Ospreys</h1></header><p>${PROSE}</p></article>`), `Ospreys\n${PROSE}`);
  });

  test('leaves out lists of links, however long', () => {
    const menu =
      '<a href=x>A long item of a menu</a> <a href=y>Another long item of a menu</a> | <a href=z>And yet another item of it</a>';
    assert.equal(main(`<p>${menu}</p><p>${PROSE}</p><p>${menu}</p>`), PROSE);
  });

  test('keeps prose with some links', () => {
    assert.equal(main(`<p>${PROSE} See <a href=x>more</a>.</p>`), `${PROSE} See more.`);
  });

  test('keeps headings before prose and short blocks between prose, not what trails it', () => {
    const html = `<p>Login</p><p>Help</p><p>Shop</p><h1>Ospreys</h1><h2>Diet</h2><p>${PROSE}</p><ul><li>trout<li>carp</ul><p>${PROSE}</p><p>Copyright</p>`;
    assert.equal(main(html), `Ospreys\nDiet\n${PROSE}\ntrout\ncarp\n${PROSE}`);
  });

  test('is all the text where there is no prose', () => {
    assert.equal(main('<nav>Menu</nav><p>Name</p><p>Address</p>'), 'Menu\nName\nAddress');
    assert.equal(main(''), '');
  });
});
