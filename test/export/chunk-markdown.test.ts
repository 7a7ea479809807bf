import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { chunkMarkdown, headingsOf } from '../../src/export/chunk-markdown.js';

const document = `Before all.

# Cars

First paragraph about cars.

Second paragraph about cars.

## Engines

\`\`\`sh
# not a heading
\`\`\`

# Trains
## Steam

Old engines.`;

describe('chunks of Markdown', () => {
  test('never cross a heading, and know the headings above them', () => {
    const chunks = chunkMarkdown(document, { size: 1_000, overlap: 0 });
    assert.deepEqual(
      chunks.map(({ headings }) => headings),
      [[], ['Cars'], ['Cars', 'Engines'], ['Trains', 'Steam']],
    );
    assert.equal(chunks[1]!.text, 'First paragraph about cars.\n\nSecond paragraph about cars.');
    assert.equal(chunks[2]!.text, '```sh\n# not a heading\n```');
    assert.deepEqual(headingsOf(document), ['Cars', 'Engines', 'Trains', 'Steam']);
  });

  test('begin with the end of the one before, in whole words', () => {
    const [first, second] = chunkMarkdown('one two three four\n\nfive six seven', { size: 30, overlap: 10 });
    assert.equal(first!.text, 'one two three four');
    assert.equal(second!.text, 'three four\n\nfive six seven'.slice('three '.length));
  });

  test('cut at sentences before words, and Chinese at its own full stops', () => {
    const sentences = 'Aaaa bbbb cccc dddd. Eeee ffff.';
    assert.deepEqual(
      chunkMarkdown(sentences, { size: 25, overlap: 0 }).map(({ text }) => text),
      ['Aaaa bbbb cccc dddd.', 'Eeee ffff.'],
    );
    const chinese = chunkMarkdown('一二三四五六七。八九十。', { size: 9, overlap: 0 });
    assert.deepEqual(
      chinese.map(({ text }) => text),
      ['一二三四五六七。', '八九十。'],
    );
  });

  test('are never longer than asked for, and lose nothing', () => {
    const block = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.', '\n', '#', '`', '文', '😀'), maxLength: 200 });
    fc.assert(
      fc.property(fc.array(block, { maxLength: 8 }), fc.integer({ min: 2, max: 60 }), (blocks, size) => {
        const text = blocks.join('\n\n');
        const chunks = chunkMarkdown(text, { size, overlap: 0 });
        for (const chunk of chunks) assert.ok(chunk.text.length <= size, JSON.stringify(chunk));
        const kept = [...chunks.map((chunk) => chunk.text), ...headingsOf(text)].join('');
        for (const letter of ['a', 'b', '文', '😀'])
          assert.equal(kept.split(letter).length, text.split(letter).length, letter);
      }),
    );
  });
});
