import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { build } from 'esbuild';

type AnswerOf = (method: string, path: string, body?: unknown, signal?: AbortSignal) => Promise<unknown>;

// The sources of the page are not compiled for Node.js: bundled as for a browser, they run here all the same.
const { outputFiles } = await build({
  entryPoints: ['src/dashboard/web/client/request.ts'],
  bundle: true,
  format: 'esm',
  write: false,
});
const code = Buffer.from(outputFiles[0]!.contents).toString('base64');
const { answerOf } = (await import(`data:text/javascript;base64,${code}`)) as { readonly answerOf: AnswerOf };

async function served(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('an answer that is given up half way is no answer', async (t) => {
  const giveUp = new AbortController();
  const url = await served(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"items":');
    // Later than the head of the answer, or only the wait for it would be given up.
    setTimeout(() => giveUp.abort(), 100);
  });
  await assert.rejects(answerOf('GET', url, undefined, giveUp.signal), { name: 'AbortError' });
});

test('an answer that breaks off is an error with a name', async (t) => {
  const url = await served(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"items":', () => response.destroy());
  });
  await assert.rejects(answerOf('GET', url), { code: 'broken-answer', status: 200 });
});

test('what the server says against a request is told, also where it says nothing', async (t) => {
  const url = await served(t, (request, response) => {
    response.writeHead(request.url === '/named' ? 409 : 502);
    response.end(request.url === '/named' ? '{"error":{"code":"busy","message":"It is at work."}}' : 'gateway');
  });
  await assert.rejects(answerOf('POST', `${url}named`, {}), { code: 'busy', message: 'It is at work.', status: 409 });
  await assert.rejects(answerOf('GET', url), { code: 'http-502', status: 502 });
});
