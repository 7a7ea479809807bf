import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { moreInWords } from '../../src/cli/commands/crawl/more-words.js';
import { priceInWords, spendingInWords, waitingInShort } from '../../src/cli/commands/crawl/spending-words.js';
import { settingsFrom } from '../../src/config/settings.js';

const settings = settingsFrom({ options: { query: 'jaguar', seed: 'http://a.org/' } });
const spending = { explored: 4, price: { level: 1, priority: 0.3126 }, waiting: { hosts: 3, until: 1_400 } };

describe('what a crawl waits for', () => {
  test('is told while it waits', () => {
    assert.deepEqual(waitingInShort(spending, 1_000), ['waiting for 3 hosts worth more: next in 0.4 s']);
    assert.deepEqual(waitingInShort(spending, 1_400), []);
    assert.deepEqual(waitingInShort({ explored: 0 }, 0), []);
  });

  test('is part of its status, with the rule that it follows', () => {
    assert.equal(
      spendingInWords(settings, spending),
      'balanced (--prefer): pages of a priority below 0.313 are left while better ones open soon, waiting for 3 hosts worth more; 4 spent on new hosts (--exploration 0.05)',
    );
    assert.equal(
      spendingInWords(settings, undefined),
      'balanced (--prefer): no page is left for a better one just now',
    );
  });

  test('explains why a queued URL is not visited', () => {
    assert.match(priceInWords(spending, { level: 1, priority: 0.1 })!, /better pages .* 3 hosts that are worth more/);
    assert.match(priceInWords(spending, { level: 1, priority: 0.5 })!, /worth the price of a page/);
    assert.match(priceInWords(spending, { level: 2, priority: 0.5 })!, /better pages/, 'a level below');
    assert.equal(priceInWords({ explored: 0 }, { level: 1, priority: 0 }), undefined);
  });
});

describe('what would bring more', () => {
  test('is told of a crawl that found all that it could', () => {
    assert.equal(
      moreInWords('low-yield', { harvest: 0.3, relevant: 300 }, 5, settings),
      'More may come from other seeds (--seed, --sources), or from pages about the topic (--example).',
    );
  });

  test('is told of one that found little', () => {
    assert.match(moreInWords('max-pages', { harvest: 0.02, relevant: 6 }, 5, settings)!, /--prefer quality/);
    assert.doesNotMatch(moreInWords('max-pages', { harvest: 0.02, relevant: 6 }, 1, settings)!, /--prefer/);
    assert.match(moreInWords('max-pages', { harvest: 0, relevant: 0 }, 5, settings)!, /a lower --threshold/);
  });

  test('is just going on where it goes well', () => {
    assert.equal(moreInWords('max-pages', { harvest: 0.5, relevant: 150 }, 5, settings), undefined);
  });
});
