import assert from 'node:assert/strict';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { after, describe, test } from 'node:test';
import { startDemoServer, startDemoServerThread } from '../../src/demo/demo-server.js';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Whether the connection had been used before. */
  readonly reused: boolean;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function ask(port: number, host: string, path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<Answer>((resolve, reject) => {
    const asked = request(
      { port, path, method, agent, host: '127.0.0.1', headers: { host, ...headers } },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          body += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body, reused: asked.reusedSocket }),
        );
      },
    );
    asked.on('error', reject).end();
  });
}

const HOST = 'noun-group.wordnet.test';
const LAW = '/law-08458195.html';

const server = await startDemoServer();
after(async () => {
  agent.destroy();
  await server.close();
});

describe('the demonstration server', () => {
  test('serves the pages of the web by host name', async () => {
    const answer = await ask(server.port, HOST, LAW);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(answer.headers['content-encoding'], undefined);
    assert.equal(answer.body, server.web.page(`http://${HOST}${LAW}`));
    assert.match((await ask(server.port, HOST, '/')).body, /<h1>noun\.group<\/h1>/);
  });

  test('takes host names with a port and in any case', async () => {
    assert.equal((await ask(server.port, `${HOST.toUpperCase()}:${server.port}`, LAW)).status, 200);
  });

  test('keeps connections open', async () => {
    await ask(server.port, HOST, LAW);
    assert.equal((await ask(server.port, 'noun-act.wordnet.test', '/')).reused, true);
  });

  test('has a robots.txt on each host that bars /private/ alone', async () => {
    const { status, headers, body } = await ask(server.port, HOST, '/robots.txt');
    assert.equal(status, 200);
    assert.match(headers['content-type']!, /^text\/plain/);
    assert.deepEqual(body.match(/^(?:Dis)?allow:.*$/gim), ['Disallow: /private/', 'Allow: /']);
  });

  test('knows no other pages, hosts or methods', async () => {
    assert.equal((await ask(server.port, HOST, '/private/')).status, 404);
    assert.equal((await ask(server.port, HOST, '//')).status, 404);
    assert.equal((await ask(server.port, 'wordnet.test', '/')).status, 404);
    assert.equal((await ask(server.port, 'wordnet.test', '/robots.txt')).status, 404);
    assert.equal((await ask(server.port, HOST, LAW, {}, 'POST')).status, 405);
    const head = await ask(server.port, HOST, LAW, {}, 'HEAD');
    assert.deepEqual([head.status, head.body], [200, '']);
  });

  test('answers that a page has not changed', async () => {
    const modified = (await ask(server.port, HOST, LAW)).headers['last-modified']!;
    const again = await ask(server.port, HOST, LAW, { 'if-modified-since': modified });
    assert.deepEqual([again.status, again.body], [304, '']);
  });

  test('serves the same from a thread, until it is closed', async () => {
    const thread = await startDemoServerThread();
    const own = await ask(server.port, HOST, LAW);
    const threads = await ask(thread.port, HOST, LAW);
    assert.equal(threads.body, own.body);
    await thread.close();
    await assert.rejects(ask(thread.port, HOST, LAW));
  });
});
