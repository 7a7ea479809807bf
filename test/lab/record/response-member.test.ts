import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { responseMember } from '../../../src/lab/record/response-member.js';

const [request, response] = [gzipSync('what was asked'), gzipSync('what was answered')];

test('of a request and its response the response is taken, byte for byte', () => {
  assert.deepEqual(responseMember(Buffer.concat([request, response])), response);
  assert.deepEqual(responseMember(response), response);
});

test('what is cut, damaged or nothing at all is refused', () => {
  const damaged = Buffer.from(response);
  damaged[14]! ^= 0xff;
  for (const bytes of [response.subarray(0, -1), Buffer.concat([request, damaged]), Buffer.alloc(0)])
    assert.throws(() => responseMember(bytes), { code: 'record-unreadable', policy: 'skip' });
});
