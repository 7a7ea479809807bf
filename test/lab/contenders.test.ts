import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { UsageError } from '../../src/failure.js';
import { contendersOf } from '../../src/lab/contenders.js';

async function optionsOf(given: string, set?: ReadonlyMap<string, string>) {
  return (await contendersOf(given, [], set)).at(-1)!;
}

describe('a contender', () => {
  test('may have parameters of its strategy and options of its crawl, and is named by both', async () => {
    const { name, strategy, options } = await optionsOf('tswt+parents=max+agents=4+share=all+share-every=5');
    assert.equal(name, 'tswt+parents=max+agents=4+share=all+share-every=5');
    assert.equal(strategy, 'tswt');
    assert.deepEqual(options, { agents: 4, share: 'all', shareEvery: 5, set: { 'tswt.parents': 'max' } });
  });

  test('has a parameter of its strategy where the crawl has an option of that name', async () => {
    const own = await optionsOf('multi-level+levels=3+agents=8+organisation=coordinator');
    assert.deepEqual(own.options, { agents: 8, organisation: 'coordinator', set: { 'multi-level.levels': '3' } });
    const ofCrawl = await optionsOf('best-first+levels=3+requests=2');
    assert.deepEqual(ofCrawl.options, { levels: 3, requests: 2 });
  });

  test('has parameters that hold for all of its strategy besides its own', async () => {
    const { options } = await optionsOf('tswt+agents=2', new Map([['tswt.parents', 'max']]));
    assert.deepEqual(options, { agents: 2, set: { 'tswt.parents': 'max' } });
  });

  test('is told of what neither its strategy nor the crawl has, with what was probably meant', async () => {
    await assert.rejects(optionsOf('tswt+agnts=4'), (thrown: unknown) => {
      assert.ok(thrown instanceof UsageError);
      assert.equal(thrown.code, 'unknown-parameter');
      assert.match(
        thrown.message,
        /tswt has no parameter "agnts"; it has .*parents.* agents, .*Did you mean "agents"\?$/,
      );
      return true;
    });
    // An option of a crawl that all have in common.
    await assert.rejects(optionsOf('tswt+max-pages=4'), { code: 'unknown-parameter' });
  });

  test('is told of a value that cannot be, with what can', async () => {
    await assert.rejects(optionsOf('tswt+share=some'), (thrown: unknown) => {
      assert.ok(thrown instanceof UsageError);
      assert.equal(thrown.code, 'bad-contender');
      assert.match(thrown.message, /^tswt\+share=some \(--strategies\): --share must be one of none, tables, all/);
      return true;
    });
    await assert.rejects(optionsOf('tswt+agents=0'), { code: 'bad-contender' });
    await assert.rejects(optionsOf('tswt+parents=few'), { code: 'bad-parameter' });
  });
});
