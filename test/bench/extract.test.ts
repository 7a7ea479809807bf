import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { extract } from '../../bench/extract.js';
import { sentenceAround } from '../../bench/sentence-around.js';

describe('the extraction of the floor', () => {
  test('takes title, visible text by block, and links with anchor, sentence and place', () => {
    const page = extract(
      `<title> Sea
        birds </title><style>p {}</style><script>"<p>no"</script>
      <body><div id=main class="wide  page"><p>They fly far. The <a href="osprey.html#diet"><b>osprey</b>
        bird</a> dives. It eats fish.<p>Next &amp; last</div>`,
      'http://birds.test/list/',
    );
    assert.deepEqual(page, {
      title: 'Sea birds',
      text: 'They fly far. The osprey bird dives. It eats fish.\nNext & last',
      links: [
        {
          url: 'http://birds.test/list/osprey.html',
          anchor: 'osprey bird',
          context: 'The osprey bird dives.',
          path: 'body/div#main.wide.page/p/a',
        },
      ],
    });
  });

  test('merges links to one target, reads alternative texts, and obeys the base', () => {
    const { links } = extract(
      `<base href="/b/"><a href=x>one</a> <a href="x#f"><img alt=two></a> <a href=#top>up</a>
       <a href="mailto:a@b">mail</a> <a href="http://[">broken</a> <a href="y"><div>a</div><div>b</div></a>`,
      'http://birds.test/',
    );
    assert.deepEqual(
      links.map(({ url, anchor }) => [url, anchor.replace(/\s+/g, ' ')]),
      [
        ['http://birds.test/b/x', 'one · two'],
        ['http://birds.test/b/y', 'a b'],
      ],
    );
  });

  test('finds the sentence around a place', () => {
    const text = 'One is v1.2 here. Two has it! Three?';
    assert.equal(sentenceAround(text, 22, 25), 'Two has it!');
    assert.equal(sentenceAround(text, 0, 3), 'One is v1.2 here.');
    assert.equal(sentenceAround(text, 30, 35), 'Three?');
    assert.equal(sentenceAround('x'.repeat(1000), 500, 501).length, 481);
  });
});
