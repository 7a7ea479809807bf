import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linksOf } from '../../src/lab/web/link-graph.js';
import { TextPipeline } from '../../src/text/text-pipeline.js';
import { madeWeb } from './made-web.js';

test('a made web has the terms of its texts and the links between its pages, through redirects', () => {
  const web = madeWeb(
    [
      {
        url: 'http://A.test',
        text: 'Owls <hunt> at night; owls see',
        links: ['http://b.test/x', 'http://b.test/old', '/c'],
      },
      { url: 'http://b.test/x', text: '' },
      { url: 'http://a.test/c', text: 'night' },
    ],
    { 'http://b.test/old': 'http://b.test/x' },
  );
  assert.deepEqual(web.urls, ['http://a.test/', 'http://b.test/x', 'http://a.test/c']);
  assert.deepEqual([...web.hosts], [0, 1, 0]);
  assert.deepEqual([...linksOf(web.graph, 0)], [1, 2]);
  assert.equal(web.pageOf('http://b.test/old'), 1);
  assert.equal(web.pageOf('http://b.test/nowhere'), undefined);
  assert.deepEqual(web.page(0).terms, new TextPipeline().counts('Owls hunt at night owls see'));
  assert.equal(web.page(1).terms.ids.length, 0);
});
