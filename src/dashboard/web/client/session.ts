import { signal } from '@preact/signals';
import type { Session } from '../../api/session.js';
import { request } from './request.js';

/** Undefined before the server answered. */
export const session = signal<Session | Error | undefined>(undefined);

/** Says who is there: with the token of the address, which is removed from it, or with the cookie of an earlier visit. */
export async function openSession(given?: string): Promise<void> {
  const token = given ?? /^#token=([\w-]+)/.exec(location.hash)?.[1];
  if (location.hash.startsWith('#token=')) location.replace('#/');
  try {
    session.value = await (token === undefined
      ? request('GET /api/session', {})
      : request('POST /api/session', { body: { token } }));
  } catch (thrown) {
    session.value = thrown as Error;
  }
}
