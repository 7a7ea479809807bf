import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { HttpTransport } from '../../src/download/http-transport.js';

test('100 Continue before an answer is passed over, whether both come together or not, on a kept connection too', async (t) => {
  const interim = 'HTTP/1.1 100 Continue\r\n\r\n';
  const answer = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nhello';
  let asked = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => {
      if (++asked % 2 === 1) return socket.write(interim + answer);
      socket.write(interim + interim);
      return setTimeout(() => socket.write(answer), 50);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const transport = new HttpTransport({ allowPrivate: true });
  t.after(() => transport.close());
  for (let request = 0; request < 4; request++) {
    const { status, body } = await transport.fetch({ url: `http://127.0.0.1:${port}/${request}`, headers: {} });
    assert.deepEqual([status, Buffer.from(body).toString()], [200, 'hello']);
  }
});
