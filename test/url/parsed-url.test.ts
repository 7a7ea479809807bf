import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsedUrl } from '../../src/url/parsed-url.js';

test('a URL with an international host is one, however often it was asked', () => {
  for (let call = 0; call < 50_000; call++) assert.ok(parsedUrl('http://é.example/'));
  assert.equal(parsedUrl('/path', 'http://é.example/')?.href, 'http://xn--9ca.example/path');
});

test('what is no URL is undefined', () => {
  for (const text of ['', 'no url', 'http://', 'http://[::1/', '//a.test/'])
    assert.equal(parsedUrl(text), undefined, text);
});
