import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { KnowledgeSaving } from '../../src/agent/knowledge-saving.js';

const lesson = { terms: { ids: Uint32Array.of(1, 2), counts: Uint32Array.of(1, 1) }, links: [] } as never;

describe('what was learnt', () => {
  test('is saved when a crawl ends, unless it is little, or was saved just now', () => {
    const knowledge = { snapshot: () => Uint8Array.of(7), restore: () => {} };
    const saving = new KnowledgeSaving(3, { knowledge });
    for (let visits = 0; visits < 499; visits++) saving.add({ lesson });
    assert.equal(saving.atEnd(), undefined);
    saving.add({ lesson });
    assert.deepEqual(saving.atEnd(), [{ agent: 3, data: Uint8Array.of(7) }]);
    assert.equal(saving.atEnd(), undefined);
  });
});
