import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodeKey, sha256, signedHeaders, type UnsignedRequest } from '../../../src/archive/s3/sigv4.js';

/** The worked examples of "Signature Calculations for the Authorization Header" in the documentation of Amazon S3. */
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const now = new Date('2013-05-24T00:00:00Z');

function signed(request: Partial<UnsignedRequest>): Record<string, string> {
  const whole = { method: 'GET', host: 'examplebucket.s3.amazonaws.com', path: '/', query: {}, headers: {} };
  return signedHeaders({ ...whole, bodyHash: sha256(''), ...request }, credentials, 'us-east-1', now);
}

describe('the examples of the specification', () => {
  for (const [name, request, signature] of [
    [
      'a range of an object',
      { path: '/test.txt', headers: { range: 'bytes=0-9' } },
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'an object with a body and a key that is encoded',
      {
        method: 'PUT',
        path: encodeKey('/test$file.text'),
        headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        bodyHash: sha256('Welcome to Amazon S3.'),
      },
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [
      'a query with a name alone',
      { query: { lifecycle: '' } },
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'a query that has to be sorted',
      { query: { prefix: 'J', 'max-keys': '2' } },
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ] as const)
    test(name, () => {
      const { authorization = '' } = signed(request);
      assert.match(authorization, /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/20130524\/us-east-1\/s3\//);
      assert.equal(authorization.split('Signature=')[1], signature);
    });
});

test('keys are encoded but for their slashes', () => {
  assert.equal(encodeKey("a b/é+(1)!'*.warc.gz~_-"), 'a%20b/%C3%A9%2B%281%29%21%27%2A.warc.gz~_-');
});

test('a session token is sent and signed', () => {
  const request = { method: 'GET', host: 'h', path: '/', query: {}, headers: {}, bodyHash: sha256('') };
  const headers = signedHeaders(request, { ...credentials, sessionToken: 'T' }, 'r', now);
  assert.equal(headers['x-amz-security-token'], 'T');
  assert.match(headers.authorization!, /SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token,/);
});
