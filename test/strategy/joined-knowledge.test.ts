import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Failure } from '../../src/failure.js';
import type { Knowledge } from '../../src/model/strategy.js';
import { joinedKnowledge } from '../../src/strategy/joined-knowledge.js';

/** Knows a text. */
class Words implements Knowledge {
  constructor(public text: string) {}

  snapshot(): Uint8Array {
    return Buffer.from(this.text);
  }

  restore(data: Uint8Array): void {
    this.text = Buffer.from(data).toString();
  }
}

function joined(...texts: readonly string[]): { parts: Words[]; whole: Knowledge } {
  const parts = texts.map((text) => new Words(text));
  return { parts, whole: joinedKnowledge(parts) };
}

describe('joined knowledge', () => {
  test('gives each part its own back, also where one knows nothing', () => {
    const saved = joined('courts', '', 'of law').whole.snapshot();
    const { parts, whole } = joined('a', 'b', 'c');
    whole.restore(saved);
    assert.deepEqual(
      parts.map(({ text }) => text),
      ['courts', '', 'of law'],
    );
  });

  test('refuses data that is damaged or has another number of parts, and leaves the parts as they are', () => {
    const saved = joined('courts', 'of law').whole.snapshot();
    const { parts, whole } = joined('a', 'b');
    const wrong = [saved.slice(0, -1), saved.slice(0, 3), Buffer.concat([saved, saved]), joined('x').whole.snapshot()];
    for (const data of wrong) assert.throws(() => whole.restore(data), Failure);
    assert.deepEqual(
      parts.map(({ text }) => text),
      ['a', 'b'],
    );
  });
});
