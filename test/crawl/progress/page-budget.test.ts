import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Crawl } from '../../../src/crawl/crawl.js';
import { openTransport } from '../../../src/crawl/open-transport.js';
import type { Transport } from '../../../src/download/transport.js';
import { temporaryFolder } from '../../archive/warc-fixture.js';
import { archiveOf, labSettings } from '../../lab/archived.js';
import { inventedWeb } from '../../strategy/invented-web.js';

test('agents that work at once do not fetch more pages than allowed together', async (t) => {
  const invented = inventedWeb(30);
  // Every other link is dead: whoever meets one leaves a page of the budget to itself and to all who wait for one.
  const pages = Object.fromEntries(Object.entries(invented.pages).filter((_, place) => place % 2 === 0));
  const web = archiveOf(temporaryFolder(t), pages);
  const seed = Object.keys(pages).slice(0, 16);
  for (const organisation of ['coordinator', 'segments'])
    for (const maxPages of [33, 37, 39, 40]) {
      const settings = labSettings(web, {
        query: 'court law',
        seed: seed.map((place) => `http://${place}`),
        strategy: 'best-first',
        ...{ organisation, maxPages, agents: 8, requests: 1, requestsPerHost: 8, delay: 0, workers: 0 },
      });
      const archive = await openTransport(settings);
      // Answers to what was asked for together come together.
      const fetch: Transport['fetch'] = (request) => nextTurn().then(() => archive.fetch(request));
      const transport = { fetch, close: () => archive.close() };
      const crawl = await Crawl.start(settings, { transport, simulated: true });
      for await (const _ of crawl.run());
      await transport.close();
      assert.equal(crawl.tally.documents, maxPages, `${organisation}, ${maxPages} pages`);
    }
});
