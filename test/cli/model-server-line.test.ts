import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { modelServerLine } from '../../src/cli/commands/crawl/model-server-line.js';
import { Ledger } from '../../src/strategy/model-server/ledger.js';

let out: string;
beforeEach(() => {
  out = mkdtempSync(path.join(tmpdir(), 'osprey-model-server-'));
});
afterEach(() => rmSync(out, { recursive: true }));

/** The first `failures` of the calls fail. */
function told(calls: number, failures: number, judgeCalls = 500, judgePrice = 0): string[] {
  const ledger = new Ledger(out, judgePrice);
  for (let call = 0; call < calls; call++) {
    const failed = call < failures ? { failed: 'status 500' } : {};
    ledger.begin();
    ledger.end({
      url: 'http://a.test/',
      promptTokens: failures === calls ? 0 : 499,
      completionTokens: 1,
      ms: 1,
      ...failed,
    });
  }
  return modelServerLine({ judgeUrl: 'http://127.0.0.1:1/v1', judgeCalls, judgePrice, out });
}

describe('what came of asking a model server', () => {
  test('calls, tokens and cost', () => {
    assert.deepEqual(told(4, 0), ['Model server: 4 calls, 2,000 tokens.']);
  });

  test('cost where there is a price, and the end of the budget', () => {
    assert.deepEqual(told(4, 0, 4, 2), [
      'Model server: 4 calls, 2,000 tokens, cost 0.0040; --judge-calls allows no more.',
    ]);
  });

  test('a server that failed, with the reason', () => {
    assert.deepEqual(told(4, 1), ['Model server: 4 calls, 2,000 tokens; 1 failed (status 500).']);
  });

  test('a server that never answered had no say', () => {
    assert.deepEqual(told(5, 5), ['Model server: no answer to 5 calls (status 500); pages were judged without it.']);
  });

  test('nothing where none was asked', () => {
    assert.deepEqual(told(0, 0), []);
  });
});
