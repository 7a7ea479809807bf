import type { TestContext } from 'node:test';
import { HttpTransport } from '../../src/download/http-transport.js';
import { SeedWeb } from '../../src/seeding/seed-web.js';
import { type LogLine, startSite } from '../site.js';

/** A real server that has these lists, by URL without the scheme, with these headers, and these redirects; all else is a 404. Gone after the test. */
export async function listWeb(
  context: TestContext,
  lists: Readonly<Record<string, string | Uint8Array>>,
  redirects: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly web: SeedWeb; readonly log: readonly LogLine[] }> {
  const site = await startSite((host, path) => {
    const location = redirects[`${host}${path}`];
    if (location !== undefined) return (_request, response) => response.writeHead(301, { location }).end();
    const body = lists[`${host}${path}`];
    return body === undefined ? undefined : (_request, response) => response.writeHead(200, headers).end(body);
  });
  const transport = new HttpTransport({
    allowPrivate: true,
    resolve: new Map([['*', { address: '127.0.0.1', port: site.port }]]),
  });
  context.after(async () => {
    await transport.close();
    await site.close();
  });
  const clock = { now: () => 0, sleep: async () => undefined };
  return { web: new SeedWeb(transport, { userAgent: 'osprey-test', clock, random: () => 0 }), log: site.log };
}
