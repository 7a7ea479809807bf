import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import type { TestContext } from 'node:test';
import { HttpTransport, type HttpTransportOptions } from '../../src/download/http-transport.js';
import { Failure } from '../../src/failure.js';

/** Listens on a free loopback port until the test ends, and returns the port. */
export async function listen(t: TestContext, server: net.Server, address = '127.0.0.1'): Promise<number> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.listen(0, address);
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as net.AddressInfo).port;
}

/** Serves with Node's HTTP server; returns the origin. */
export async function serve(t: TestContext, listener: http.RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(t, http.createServer(listener))}`;
}

/** Answers each request with these bytes by `reply`, for answers no proper server would give; returns the origin. */
export async function serveRaw(t: TestContext, reply: (socket: net.Socket) => void): Promise<string> {
  const server = net.createServer((socket) => socket.on('data', () => reply(socket)));
  return `http://127.0.0.1:${await listen(t, server)}`;
}

/** A transport that may visit loopback unless told otherwise, closed when the test ends. */
export function transport(t: TestContext, options: Partial<HttpTransportOptions> = {}): HttpTransport {
  const made = new HttpTransport({ allowPrivate: true, ...options });
  t.after(() => made.close());
  return made;
}

/** The failure a fetch ends in. */
export async function failureFrom(fetching: Promise<unknown>): Promise<Failure> {
  const outcome = await fetching.catch((error: unknown) => error);
  if (outcome instanceof Failure) return outcome;
  throw new Error('expected a Failure', { cause: outcome });
}
