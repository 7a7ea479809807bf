import { readFileSync, statSync } from 'node:fs';
import type { Clock } from '../clock.js';
import type { Settings } from '../config/options.js';
import { parseCookieFile } from '../download/cookies/cookie-file.js';
import { CookieJar } from '../download/cookies/cookie-jar.js';
import { Failure, messageOf, UsageError } from '../failure.js';

const mostBytes = 10_000_000;

/** The cookies of a crawl; undefined where it has none and takes none. */
export function openCookies(
  { cookies: file, cookieJar }: Pick<Settings, 'cookies' | 'cookieJar'>,
  clock: Clock,
): CookieJar | undefined {
  if (file === undefined) return cookieJar ? new CookieJar([], true, clock) : undefined;
  return new CookieJar(parseCookieFile(textOf(file), file), cookieJar, clock);
}

function textOf(file: string): string {
  try {
    if (statSync(file).size > mostBytes) throw new UsageError('bad-cookie-file', `${file} is too large for cookies.`);
    return readFileSync(file, 'latin1');
  } catch (thrown) {
    if (thrown instanceof Failure) throw thrown;
    const message = `Cannot read the cookies ${file} (${messageOf(thrown)}); check the path of --cookies.`;
    throw new UsageError('bad-cookie-file', message, { file });
  }
}
