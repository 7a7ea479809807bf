import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { HostileSite } from './hostile-site.js';
import { Reply } from './reply.js';
import { startSite } from './start-site.js';

export interface LogLine {
  /** When the request was read; so the answer before it was sent earlier still. */
  readonly at: number;
  /** With its port, where that is not the usual one. */
  readonly host: string;
  readonly path: string;
}

export interface HostileWeb {
  readonly port: number;
  readonly sites: readonly HostileSite[];
  readonly seed: string;
  /** For `--resolve`. */
  readonly resolve: Readonly<Record<string, string>>;
  /** Every request in order of fetchResult, robots.txt included. */
  readonly log: readonly LogLine[];
  close(): Promise<void>;
}

export interface HostileWebOptions {
  /** A free one unless given. */
  readonly port?: number;
}

/** Longer requests are not read: the server is no better than its web, but it must last. */
const maxRequestBytes = 64 * 1024;
const tlsHandshake = 0x16;

/**
 * Serves the sites on one loopback port, on bare sockets: a proper HTTP server would not send most of what they have to say.
 * Whoever starts it closes it.
 */
export async function startHostileWeb(
  sites: readonly HostileSite[],
  { port: wantedPort = 0 }: HostileWebOptions = {},
): Promise<HostileWeb> {
  const start = startSite(sites);
  const all = [start, ...sites];
  const log: LogLine[] = [];
  const sockets = new Set<Socket>();
  const answer = answering(all, log);
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    serve(socket, answer);
  });
  server.listen(wantedPort, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    sites: all,
    seed: start.entries[0]!,
    resolve: Object.assign({ '*': `127.0.0.1:${port}` }, ...all.map(({ pins }) => pins)),
    log,
    close: () => closed(server, sockets),
  };
}

type AnswerOn = (host: string, path: string, reply: Reply) => void;

function answering(sites: readonly HostileSite[], log: LogLine[]): AnswerOn {
  const byHost = new Map(sites.flatMap((site) => site.hosts.map((host) => [host, site] as const)));
  const timesAsked = new Map<string, number>();
  return (named, path, reply) => {
    log.push({ at: Date.now(), host: named, path });
    const host = named.replace(/:\d+$/, '');
    const url = named + path;
    const before = timesAsked.get(url) ?? 0;
    timesAsked.set(url, before + 1);
    const site = byHost.get(host) ?? byHost.get(host.replace(/^[^.]+/, '*'));
    const answer = path === '/robots.txt' ? site?.robots : site?.answer;
    if (answer === undefined) reply.send({ status: 404, headers: { 'Content-Type': 'text/plain' }, body: 'not found' });
    else answer({ host, path, before }, reply);
  };
}

/** Reads requests from a connection, one after the other. */
function serve(socket: Socket, answer: AnswerOn): void {
  let read = '';
  socket.on('data', (bytes: Buffer) => {
    if (read === '' && bytes[0] === tlsHandshake) return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    read += bytes.toString('latin1');
    for (let end = read.indexOf('\r\n\r\n'); end >= 0; end = read.indexOf('\r\n\r\n')) {
      const head = read.slice(0, end);
      read = read.slice(end + 4);
      const path = /^\S+ (\S+)/.exec(head)?.[1] ?? '/';
      const host = (/^host:\s*([^\r]*?)\s*$/im.exec(head)?.[1] ?? '').toLowerCase();
      answer(host, path, new Reply(socket));
    }
    if (read.length > maxRequestBytes) socket.destroy();
  });
}

function closed(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const socket of sockets) socket.destroy();
  });
}
