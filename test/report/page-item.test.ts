import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inertLine } from '../../src/page/inert-line.js';
import { chosenPages, isRelevant, type ListChoice, pageItem } from '../../src/report/page-item.js';
import type { PackedPage, PageList } from '../../src/report/report-data.js';

const list: PageList = {
  origins: ['http://b.test', 'https://a.test', 'javascript:alert(1)//'],
  parts: [
    ['jaguar', ''],
    ['(learnt words)', 'similarity of its other words'],
  ],
  partsAddUp: true,
  pages: [
    [
      0,
      '/best',
      'The \ue000Jaguar\ue001',
      8_350,
      1,
      20_000,
      2,
      7,
      [0, 340, 1, -20],
      'a \ue000jaguar\ue001 <b>car</b>',
      'http://b.test/',
    ],
    [1, '/second', 'Alpha', 6_000, 1 + 4, 20_002, 0, 1, []],
    [1, '/third', 'beta engine', 3_000, 2 + 8, 20_001, 1, 3, []],
    [2, '', '<img src=x onerror=alert(1)>', 1_000, 0, 20_000, 1, 2, []],
  ],
};
const all: ListChoice = { words: [], which: 'all', order: 'relevance' };

describe('the list of a report', () => {
  test('marks what matches and escapes the rest', () => {
    const item = pageItem(list, 0);
    assert.ok(
      item.includes('<a href="http://b.test/best" rel="noopener noreferrer nofollow">The <mark>Jaguar</mark></a>'),
    );
    assert.ok(item.includes('a <mark>jaguar</mark> &#60;b&#62;car&#60;/b&#62;'));
    assert.ok(item.includes('</span>0.84</p>'), 'rounded');
    assert.ok(item.includes('fetched 2024-10-04'));
  });

  test('says why a page is where it is', () => {
    const item = pageItem(list, 0);
    assert.ok(item.includes('Relevance 0.835: judged relevant.'));
    assert.ok(item.includes('<b>+0.34</b> <bdi>jaguar</bdi></li>'));
    assert.ok(item.includes('<b>−0.02</b> <bdi>(learnt words)</bdi>: similarity of its other words</li>'));
    assert.ok(item.includes('2 links from a seed, found on <bdi class="url">http://b.test/</bdi>. Visit 7.'));
    assert.ok(pageItem(list, 1).includes('A person labelled it other.'));
    assert.ok(pageItem(list, 1).includes('A seed. Visit 1.'));
  });

  test('never shows the threshold for what is below it', () => {
    const below: PackedPage = [0, '/', 'Near', 4_999, 0, 20_000, 0, 1, []];
    const item = pageItem({ ...list, pages: [below] }, 0);
    assert.ok(item.includes('</span>0.49</p>') && item.includes('Relevance 0.499: judged not relevant.'));
  });

  test('links to http and https only', () => {
    const item = pageItem(list, 3);
    assert.ok(!item.includes('<a '));
    assert.ok(item.includes('&#60;img src=x onerror=alert(1)&#62;') && !item.includes('<img'));
  });

  test('takes a person at their word', () => {
    assert.deepEqual(list.pages.map(isRelevant), [true, false, true, false]);
    assert.deepEqual(chosenPages(list, { ...all, which: 'relevant' }), [0, 2]);
    assert.deepEqual(chosenPages(list, { ...all, which: 'labelled' }), [1, 2]);
  });

  test('is filtered by words of titles, URLs and snippets, all of which have to be there', () => {
    assert.deepEqual(chosenPages(list, { ...all, words: ['jaguar'] }), [0]);
    assert.deepEqual(chosenPages(list, { ...all, words: ['a.test', 'engine'] }), [2]);
    assert.deepEqual(chosenPages(list, { ...all, words: ['the jaguar'] }), [0], 'marks are in nobody’s way');
    assert.deepEqual(chosenPages(list, { ...all, words: ['nowhere'] }), []);
  });

  test('is sorted by date, host, title or visit, and by relevance where these are equal', () => {
    assert.deepEqual(chosenPages(list, { ...all, order: 'date' }), [1, 2, 0, 3]);
    assert.deepEqual(chosenPages(list, { ...all, order: 'host' }), [1, 2, 0, 3]);
    assert.deepEqual(chosenPages(list, { ...all, order: 'title' }), [3, 1, 2, 0]);
    assert.deepEqual(chosenPages(list, { ...all, order: 'visit' }), [1, 3, 2, 0]);
  });

  test('bears a day that is none', () => {
    const odd: PackedPage = [0, '/', '', 0, 8, 1e12, 0, 1, []];
    assert.match(pageItem({ ...list, pages: [odd] }, 0), /\(no title\).*<span>unknown<\/span>/);
  });
});

test('text from the web cannot change the direction or hide anything, and has an end', () => {
  assert.equal(inertLine('a\u202eb\u2066c\u0000d\u001b[31m\u{e0041}\ue000e\ud800', 100), 'abc d [31me');
  assert.equal(inertLine('x'.repeat(50), 10), `${'x'.repeat(9)}…`);
});
