import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { Failure, messageOf } from '../failure.js';
import { version } from '../version.js';

/** Waits before each further try (ms). */
const waits = [500, 2_000] as const;
const timeout = 10_000;

/**
 * Posts a notice as JSON to a webhook of the user's own, up to three times. With a secret, the header `X-Osprey-Signature` has the HMAC of the
 * body (SHA-256), so that the receiver can tell who sent it. Throws a `Failure` where nobody took it.
 */
export async function sendNotice(url: string, notice: object, secret: string | undefined): Promise<void> {
  const body = JSON.stringify(notice);
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Osprey/${version}`,
    ...(secret && { 'x-osprey-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` }),
  };
  for (let attempt = 0; ; attempt++) {
    const refusal = await post(url, headers, body);
    if (refusal === undefined) return;
    const wait = waits[attempt];
    if (wait === undefined || refusal.isFinal)
      throw new Failure('not-notified', `The webhook did not take the notice: ${refusal.reason}.`, 'skip');
    await sleep(wait);
  }
}

interface Refusal {
  readonly reason: string;
  /** Trying again would bring the same. */
  readonly isFinal: boolean;
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<Refusal | undefined> {
  try {
    const options = { method: 'POST', headers, body, headersTimeout: timeout, bodyTimeout: timeout } as const;
    const { statusCode, body: answer } = await request(url, options);
    await answer.dump({ limit: 65_536 });
    if (statusCode < 300) return undefined;
    const isFinal = statusCode < 500 && statusCode !== 408 && statusCode !== 429;
    return { reason: `status ${statusCode}`, isFinal };
  } catch (thrown) {
    return { reason: messageOf(thrown), isFinal: false };
  }
}
