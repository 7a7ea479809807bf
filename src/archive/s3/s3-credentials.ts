import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { UsageError } from '../../failure.js';
import type { S3Credentials } from './sigv4.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Those of the environment, else those of a profile in the file that other S3 programs keep: `~/.aws/credentials` or
 * AWS_SHARED_CREDENTIALS_FILE, and AWS_PROFILE or `default`. What they hold is never printed or saved.
 */
export function s3Credentials(location: string, env: Environment): S3Credentials {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: token } = env;
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey, ...(token && { sessionToken: token }) };
  const missing = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'].filter((variable) => !env[variable]);
  // Half of it is a slip, not a wish for the other half of something else.
  if (missing.length === 1) throw noCredentials(location, `set ${missing[0]} in the environment`, missing);
  const file = env.AWS_SHARED_CREDENTIALS_FILE || path.join(homedir(), '.aws', 'credentials');
  const name = env.AWS_PROFILE || 'default';
  const profile = profileIn(textOf(file), name);
  const { aws_access_key_id: id, aws_secret_access_key: secret, aws_session_token: sessionToken } = profile ?? {};
  if (id && secret) return { accessKeyId: id, secretAccessKey: secret, ...(sessionToken && { sessionToken }) };
  const what = profile === undefined ? 'no profile' : 'no keys in the profile';
  const fix = `set ${missing.join(' and ')} in the environment, or choose a profile with AWS_PROFILE`;
  throw noCredentials(location, `${fix} (${file} has ${what} "${name}")`, missing);
}

function noCredentials(location: string, fix: string, missing: readonly string[]): UsageError {
  return new UsageError('no-credentials', `${location} needs credentials: ${fix}.`, { location, missing });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** `[name]` and lines of `key = value` below it; undefined where there is no such profile. */
function profileIn(text: string, name: string): Record<string, string> | undefined {
  let [current, found]: [string | undefined, Record<string, string> | undefined] = [undefined, undefined];
  for (const line of text.split(/\r?\n/)) {
    const [, section] = /^\s*\[\s*(.*?)\s*\]/.exec(line) ?? [];
    if (section !== undefined) {
      current = section;
      if (current === name) found ??= {};
      continue;
    }
    const [, key, value] = /^\s*([\w]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (current === name && key !== undefined) found![key.toLowerCase()] = value!;
  }
  return found;
}
