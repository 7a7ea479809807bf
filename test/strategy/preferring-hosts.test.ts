import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Link, Page } from '../../src/model/page.js';
import type { Strategy } from '../../src/model/strategy.js';
import { preferringHosts } from '../../src/strategy/preferring-hosts.js';

test('links to preferred hosts and those below them count double, as soon as the list changes', async () => {
  const plain: Strategy = {
    name: 'plain',
    judge: () => ({ relevance: 1, raw: 1, parts: {} }),
    rank: (_page, _judgement, links) => links.map(() => ({ value: 0.25, parts: { same: 0.25 } })),
    queueing: { revalue: () => -2 },
  };
  let hosts: string[] = [];
  const strategy = preferringHosts(plain, () => hosts);
  const links = ['http://a.org/1', 'http://www.a.org:8080/2', 'http://b.org/'].map((url) => ({ url }) as Link);
  const reached = { depth: 0, level: 1 };
  const values = async () => {
    const scores = await strategy.rank({} as Page, plain.judge({} as Page, reached) as never, links, reached);
    return scores.map(({ value }) => value);
  };
  assert.deepEqual(await values(), [0.25, 0.25, 0.25]);
  hosts = ['a.org'];
  assert.deepEqual(await values(), [0.5, 0.5, 0.25]);
  // Twice as good is nearer to zero where scores are negative.
  assert.equal(strategy.queueing!.revalue!('http://a.org/1'), 0);
  assert.equal(strategy.queueing!.revalue!('http://b.org/'), -2);
});
