import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LikenessContrast } from '../../../src/strategy/osprey/likeness-contrast.js';
import { near } from '../near.js';

describe('likeness above what is usual', () => {
  test('begins at 0.25 on a web whose links are unlike the topic', () => {
    const contrast = new LikenessContrast();
    // (0.4 − 0.25)/0.75, whatever came before as long as its mean and spread are low.
    near([contrast.of(0.4), contrast.of(0.25), contrast.of(-0.3), contrast.of(1)], [0.2, 0, 0, 1]);
  });

  test('tells nothing where all links are as like the topic', () => {
    const contrast = new LikenessContrast();
    for (let link = 0; link < 1000; link++) contrast.of(0.5);
    // 1,020 links, 20 of them without likeness: the mean is 500/1,020, the variance (250 + 0.2)/1,020 − mean².
    const mean = 500 / 1020;
    const usual = mean + Math.sqrt(250.2 / 1020 - mean ** 2);
    near([contrast.of(0.5), contrast.of(0.8)], [0, (0.8 - usual) / (1 - usual)], 1e-3);
    assert.ok(contrast.of(0.95) > 0.8);
  });

  test('goes on from a snapshot as it would have', () => {
    const [one, other] = [new LikenessContrast(), new LikenessContrast()];
    for (let link = 0; link < 100; link++) one.of(link / 100);
    other.knowledge.restore(one.knowledge.snapshot());
    assert.equal(other.of(0.9), one.of(0.9));
  });
});
