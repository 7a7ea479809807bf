import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { BlockCache } from '../../../src/archive/bodies/block-cache.js';

const file = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 251));

function cacheOf(blockBytes: number, mostBlocks: number): { cache: BlockCache; asked: string[] } {
  const asked: string[] = [];
  const fetch = async (name: string, offset: number, length: number) => {
    asked.push(`${offset}+${length}`);
    return name === 'gone' ? undefined : file.subarray(offset, offset + length);
  };
  return { cache: new BlockCache(fetch, blockBytes, mostBlocks), asked };
}

describe('blocks of remote files', () => {
  test('whatever is read is what the file has, however little is remembered', async () => {
    const range = fc.tuple(fc.integer({ min: 0, max: 1_100 }), fc.integer({ min: 1, max: 300 }));
    await fc.assert(
      fc.asyncProperty(fc.array(range, { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), async (ranges, most) => {
        const { cache } = cacheOf(64, most);
        for (const [offset, length] of ranges) {
          const expected = offset + length <= file.length ? file.subarray(offset, offset + length) : undefined;
          assert.deepEqual(await cache.read('a', offset, length), expected);
        }
      }),
    );
  });

  test('records that follow each other come from few requests, and those on their way are waited for', async () => {
    const { cache, asked } = cacheOf(100, 10);
    await Promise.all([cache.read('a', 10, 20), cache.read('a', 30, 20), cache.read('a', 90, 230)]);
    await cache.read('a', 150, 10);
    assert.deepEqual(asked, ['0+100', '100+300']);
    cache.forget('a', 150, 10);
    await cache.read('a', 150, 10);
    assert.deepEqual(asked.at(-1), '100+100');
  });

  test('a file that is not there is asked for again, and so is what failed', async () => {
    const { cache, asked } = cacheOf(100, 10);
    assert.equal(await cache.read('gone', 0, 10), undefined);
    assert.equal(await cache.read('gone', 0, 10), undefined);
    assert.equal(asked.length, 2);
    let fails = true;
    const flaky = new BlockCache(async () => {
      if (fails) throw new Error('cut');
      return file;
    }, 1_000);
    await assert.rejects(flaky.read('a', 0, 5), /cut/);
    fails = false;
    assert.deepEqual(await flaky.read('a', 0, 5), file.subarray(0, 5));
  });
});
