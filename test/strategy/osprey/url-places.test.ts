import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { templateOf } from '../../../src/strategy/osprey/template-of.js';
import { UrlPlaces } from '../../../src/strategy/osprey/url-places.js';
import { termId } from '../../../src/text/term-id.js';

test('a URL has the place of its folder, and its host was met before', () => {
  const step = fc.constantFrom('a', 'b', '1', '22', 'c.html', 'x?p=1', 'x?q=/y');
  const urls = fc.array(
    fc
      .tuple(fc.constantFrom('a.test', 'b.test:81'), fc.array(step, { maxLength: 5 }))
      .map(([host, steps]) => `http://${host}/${steps.join('/')}`),
  );
  fc.assert(
    fc.property(urls, (all) => {
      const met = new Map<number, string>();
      const places = new UrlPlaces((key, host) => met.set(key, host));
      for (const url of all) {
        const { host, template } = places.of(url);
        assert.equal(met.get(host), new URL(url).host);
        assert.equal(template, termId(templateOf(url)));
      }
    }),
  );
});

test('beyond so many folders it begins again, and meets hosts once more', () => {
  const met: string[] = [];
  const places = new UrlPlaces((_, host) => met.push(host));
  for (let folder = 0; folder < 4_097; folder++) places.of(`http://h${folder}.test/`);
  places.of('http://h4096.test/page');
  places.of('http://h0.test/page');
  places.forget();
  places.of('http://h0.test/page');
  assert.deepEqual(met.slice(-3), ['h4096.test', 'h0.test', 'h0.test']);
});
