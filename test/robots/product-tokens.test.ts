import assert from 'node:assert/strict';
import { test } from 'node:test';
import { productTokens } from '../../src/robots/product-tokens.js';

test("a crawler is addressed by the name it gives itself, and by Osprey's", () => {
  for (const [userAgent, own] of [
    ['MyBot', 'mybot'],
    ['My-Bot_x/2.1 (+http://a.test/)', 'my-bot_x'],
    ['Mozilla/5.0 (compatible; MyBot/1.0; +http://a.test/)', 'mybot'],
    ['Mozilla/5.0 (X11; Linux)', 'mozilla'],
  ] as const)
    assert.deepEqual(productTokens(userAgent), [own, 'osprey'], userAgent);
  for (const userAgent of ['Osprey/0.2 (focused crawler)', 'OSPREY', '7bot', ''])
    assert.deepEqual(productTokens(userAgent), ['osprey'], userAgent);
});
