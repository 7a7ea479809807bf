import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { html } from '../site.js';
import { visitOrder, visitOrderResumed } from '../strategy/visit-order.js';

const strategy = path.resolve('examples/model-server.ts');

const web = {
  'a.test/': html('Start', 'All about cars.', [
    ['/dull', 'jaguar car'],
    ['/good', 'elsewhere'],
  ]),
  'a.test/dull': html('Dull', 'Nothing of note here.', [['/behind-dull', 'jaguar car']]),
  'a.test/good': html('Good', 'A splendid text.', [['/behind-good', 'elsewhere']]),
  'a.test/behind-dull': html('Behind', 'Behind the dull page.'),
  'a.test/behind-good': html('Behind', 'Behind the splendid page.'),
};

/** A model that likes splendid texts; `asked` are the texts it was given. */
async function modelServer(t: TestContext): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const given = JSON.parse(await text(request)) as { readonly query: string; readonly text: string };
    asked.push(`${given.query}: ${given.text}`);
    response.end(JSON.stringify({ score: given.text.includes('splendid') ? 0.9 : 0.1 }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/score`, asked };
}

test('a strategy that asks a model server follows what the server says of the text, and asks once for each page', async (t) => {
  const { url, asked } = await modelServer(t);
  const options = { query: 'jaguar car', seed: 'http://a.test/', strategy, set: { 'model-server.url': url } } as const;
  const order = ['a.test/', 'a.test/dull', 'a.test/good', 'a.test/behind-good', 'a.test/behind-dull'];
  assert.deepEqual(await visitOrder(web, options), order);
  assert.equal(asked.length, 5);
  assert.ok(asked.some((said) => said.startsWith('jaguar car: ') && said.includes('A splendid text.')));
  assert.deepEqual(await visitOrderResumed(web, options), order);
  assert.equal(asked.length, 10);
});
