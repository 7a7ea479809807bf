import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { urlOf } from '../../src/demo/synset-url.js';
import { linksOf } from '../../src/demo/wordnet-relations.js';
import { WordNetWeb } from '../../src/demo/wordnet-web.js';
import { UsageError } from '../../src/failure.js';

const web = new WordNetWeb();

describe('a topic of the demonstration web', () => {
  test('has as members exactly the synsets whose domain it is', () => {
    const inTopics = [...web.wordnet.synsetsWith(';c')];
    for (const [name, count] of [
      ['law', 598],
      ['military', 370],
      ['chemistry', 212],
      ['Greek mythology', 192],
      ['music', 162],
    ] as const) {
      const topic = web.topicOf(name);
      const members = inTopics.filter(({ pointers }) =>
        pointers.some((pointer) => pointer.symbol === ';c' && urlOf(web.wordnet.follow(pointer)) === topic.domain),
      );
      assert.deepEqual([...topic.members].sort(), members.map(urlOf).sort());
      assert.equal(topic.members.length, count);
    }
  });

  test('tells members from other pages', () => {
    const law = web.topicOf('law');
    assert.ok(law.members.every((url) => law.isRelevant(url)));
    let relevant = 0;
    for (const url of web.urls()) if (law.isRelevant(url)) relevant++;
    assert.equal(relevant, 598);
    assert.equal(law.isRelevant('http://noun-act.wordnet.test/'), false);
  });

  test('is found by any of its words in any case', () => {
    assert.equal(web.topicOf('Jurisprudence').domain, web.topicOf('law').domain);
  });

  test('that WordNet does not have is refused with some that it has', () => {
    assert.throws(
      () => web.topicOf('gardening shears'),
      (error) => error instanceof UsageError && error.code === 'unknown-topic' && /such as law/.test(error.message),
    );
  });

  test('gives the same seeds each time: members, and pages that are not next to a member', () => {
    for (const name of ['law', 'military', 'music']) {
      const topic = web.topicOf(name);
      const seeds = topic.seeds(3, 7);
      assert.deepEqual(web.topicOf(name).seeds(3, 7), seeds);
      assert.equal(new Set(seeds).size, 10);
      assert.deepEqual(
        seeds.map((url) => topic.isRelevant(url)),
        [true, true, true, false, false, false, false, false, false, false],
      );
      for (const far of seeds.slice(3)) {
        const links = linksOf(web.synsetOf(far)!);
        assert.ok(links.length > 0);
        assert.ok(!links.some((link) => topic.isRelevant(urlOf(web.wordnet.follow(link)))));
      }
    }
    assert.deepEqual(web.topicOf('law').seeds(0, 0), []);
  });
});
