import { type HostileSite, oneHost } from './hostile-site.js';
import { pageOf } from './invented-page.js';

/** Quick enough to be noticed as alive at any time-out between two pieces of an answer, and never done in time. */
const dripMs = 100;

/** Servers that take their time. */
export function slowBodies(domain: string): HostileSite[] {
  const at = (name: string) => `${name}.slow.${domain}`;
  const neverDone = { ends: { '/': 'total-timeout' } };
  return [
    oneHost(at('drips'), 'sends its page a byte at a time and never ends', neverDone, (_, reply) => {
      reply.head();
      reply.drip(forever('x'), dripMs);
    }),
    oneHost(at('slow-head'), 'sends its header a byte at a time and never ends', neverDone, (_, reply) => {
      reply.write('HTTP/1.1 200 OK\r\nX-Slow: ');
      reply.drip(forever('x'), dripMs);
    }),
    oneHost(at('stalls'), 'stops in the middle of its page', neverDone, (asked, reply) => {
      const page = pageOf(asked);
      reply.head({ 'Content-Length': String(page.length) });
      reply.write(page.slice(0, page.length / 2));
    }),
    oneHost(at('silent'), 'takes requests and never answers', neverDone, () => {}),
    oneHost(at('silent-once'), 'leaves the first request without an answer', { pages: ['/'] }, (asked, reply) => {
      if (asked.before > 0) reply.html(pageOf(asked));
    }),
    oneHost(at('late'), 'begins its answer late', { pages: ['/'] }, (asked, reply) => {
      reply.after(3 * dripMs, () => reply.html(pageOf(asked)));
    }),
    oneHost(at('pieces'), 'sends its page in slow pieces, but to the end', { pages: ['/'] }, (asked, reply) => {
      const page = pageOf(asked, { sentences: 2 });
      reply.head({ 'Content-Length': String(page.length) });
      reply.drip(page.match(/.{1,60}/gs)!.values(), dripMs / 4);
    }),
  ];
}

function* forever(piece: string): Generator<string> {
  for (;;) yield piece;
}
