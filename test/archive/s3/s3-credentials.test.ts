import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { s3Credentials } from '../../../src/archive/s3/s3-credentials.js';
import { s3Place } from '../../../src/archive/s3/s3-place.js';

const folder = mkdtempSync(path.join(tmpdir(), 'osprey-credentials-'));
const AWS_SHARED_CREDENTIALS_FILE = path.join(folder, 'credentials');
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
writeFileSync(
  AWS_SHARED_CREDENTIALS_FILE,
  [
    '# of two accounts',
    '[default]',
    'aws_access_key_id = FIRST',
    'aws_secret_access_key=one=more',
    '',
    '[ crawls ]\r',
    'AWS_ACCESS_KEY_ID=SECOND\r',
    'aws_secret_access_key = two \r',
    'aws_session_token = passing',
    '[machine]',
    'credential_source = Ec2InstanceMetadata',
  ].join('\n'),
);
const of = (env: Record<string, string>) => s3Credentials('s3://pages', { AWS_SHARED_CREDENTIALS_FILE, ...env });

describe('credentials for object storage', () => {
  test('those of the environment come first', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
    assert.deepEqual(of({ ...keys, AWS_PROFILE: 'crawls' }), { accessKeyId: 'a', secretAccessKey: 'b' });
    assert.equal(of({ ...keys, AWS_SESSION_TOKEN: 'c' }).sessionToken, 'c');
  });

  test('without them, a profile of the shared file is read', () => {
    assert.deepEqual(of({}), { accessKeyId: 'FIRST', secretAccessKey: 'one=more' });
    const second = { accessKeyId: 'SECOND', secretAccessKey: 'two', sessionToken: 'passing' };
    assert.deepEqual(of({ AWS_PROFILE: 'crawls' }), second);
    const { credentials } = s3Place('s3://pages/cars', { AWS_SHARED_CREDENTIALS_FILE, AWS_PROFILE: 'crawls' });
    assert.deepEqual(credentials, second);
  });

  test('what is missing is named, and nothing of what is there is shown', () => {
    const hidden = /^(?!.*(?:one=more|two|passing))/;
    const refused = (env: Record<string, string>, message: RegExp) => {
      assert.throws(() => of(env), { code: 'no-credentials', message });
      assert.throws(() => of(env), { message: hidden });
    };
    refused({ AWS_ACCESS_KEY_ID: 'a' }, /set AWS_SECRET_ACCESS_KEY in the environment\.$/);
    refused({ AWS_PROFILE: 'other' }, /credentials has no profile "other"/);
    refused({ AWS_PROFILE: 'machine' }, /credentials has no keys in the profile "machine"/);
    refused({ AWS_SHARED_CREDENTIALS_FILE: path.join(folder, 'absent') }, /absent has no profile "default"/);
  });
});
