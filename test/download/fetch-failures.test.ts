import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { errors } from 'undici';
import { failureOf, fetchFailure, fetchFailures } from '../../src/download/fetch-failures.js';
import { Failure } from '../../src/failure.js';

const url = 'http://example.org/';
const withCode = (code: string) => Object.assign(new Error(`error ${code}`), { code });

describe('failures of a fetch', () => {
  test('errors of Node, undici and zlib get the code of what they mean', () => {
    const meanings: [string, string][] = [
      ['ECONNREFUSED', 'connect-refused'],
      ['ETIMEDOUT', 'connect-timeout'],
      ['ENETUNREACH', 'host-unreachable'],
      ['ECONNRESET', 'connection-reset'],
      ['EPIPE', 'connection-reset'],
      ['ENOTFOUND', 'dns-not-found'],
      ['EAI_AGAIN', 'dns-unavailable'],
      ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls-failure'],
      ['CERT_HAS_EXPIRED', 'tls-failure'],
      ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls-failure'],
      ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls-failure'],
      ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls-failure'],
      ['HPE_INVALID_CONSTANT', 'malformed-response'],
      ['Z_DATA_ERROR', 'bad-encoding'],
      ['ERR_BUFFER_TOO_LARGE', 'body-too-large'],
      ['SOMETHING_ELSE', 'fetch-failed'],
    ];
    for (const [code, expected] of meanings) assert.equal(fetchFailure(withCode(code), url).code, expected, code);
    assert.equal(fetchFailure(new errors.ConnectTimeoutError(), url).code, 'connect-timeout');
    assert.equal(fetchFailure(new errors.HeadersTimeoutError(), url).code, 'headers-timeout');
    assert.equal(fetchFailure(new errors.BodyTimeoutError(), url).code, 'body-timeout');
    assert.equal(fetchFailure(new errors.HeadersOverflowError(), url).code, 'header-overflow');
    assert.equal(fetchFailure(new errors.ResponseContentLengthMismatchError(), url).code, 'malformed-response');
    assert.equal(fetchFailure(new errors.SocketError('other side closed'), url).code, 'connection-reset');
  });

  test('anything thrown becomes a Failure with URL, evidence and cause', () => {
    const cause = withCode('ECONNREFUSED');
    const failure = fetchFailure(cause, url);
    assert.ok(failure instanceof Failure);
    assert.deepEqual(failure.evidence, { url, error: 'ECONNREFUSED' });
    assert.equal(failure.cause, cause);
    for (const thrown of ['text', undefined, null, 7, new TypeError('x')]) {
      assert.equal(fetchFailure(thrown, url).code, 'fetch-failed');
    }
  });

  test('a Failure from below keeps its code and evidence and gains the URL', () => {
    const failure = fetchFailure(failureOf('address-refused', { address: '10.0.0.1' }), url);
    assert.equal(failure.code, 'address-refused');
    assert.equal(failure.policy, 'skip');
    assert.deepEqual(failure.evidence, { address: '10.0.0.1', url });
  });

  test('each kind of failure has one full sentence', () => {
    for (const { sentence } of Object.values(fetchFailures)) assert.match(sentence, /^[A-Z][^.]+\.$/);
  });
});
