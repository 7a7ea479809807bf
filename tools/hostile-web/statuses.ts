import { type HostileSite, oneHost } from './hostile-site.js';
import { pageOf } from './invented-page.js';

/** Answers that say no for good; 304 was not asked for, 599 and 999 are nobody's. */
const final = [300, 304, 400, 401, 402, 403, 404, 405, 406, 409, 410, 418, 421, 451, 501, 505, 511, 599, 999];
/** Answers that may be gone on the next try. */
const passing = [408, 425, 429, 500, 502, 503, 504];

/** Servers that say no, not now, or now and then. */
export function statuses(domain: string): HostileSite[] {
  const at = (name: string) => `${name}.status.${domain}`;
  const ends = Object.fromEntries(final.map((status) => [`/${status}`, `http-${status}`]));
  return [
    oneHost(at('final'), 'answers with every status there is', { pages: ['/'], ends }, (asked, reply) => {
      if (asked.path === '/') reply.html(pageOf(asked, { links: Object.keys(ends) }));
      else reply.send({ status: Number(asked.path.slice(1)), body: asked.path === '/304' ? '' : 'no' });
    }),
    ...passing.map((status) =>
      oneHost(
        at(`always-${status}`),
        `answers with status ${status} always`,
        { ends: { '/': `http-${status}` } },
        (_, reply) => reply.send({ status }),
      ),
    ),
    ...asksForTime(domain),
    oneHost(at('flapping'), 'fails every other time', { pages: ['/', '/1', '/2'] }, (asked, reply) => {
      const failures = [503, 500, 502];
      if (asked.before === 0) reply.send({ status: failures[Number(asked.path.slice(1))] ?? 500 });
      else reply.html(pageOf(asked, { links: ['/1', '/2'] }));
    }),
  ];
}

/** Hosts that want to be left alone for a while. */
function asksForTime(domain: string): HostileSite[] {
  const once = (name: string, does: string, status: number, retryAfter: () => string, pauseMs?: number) =>
    oneHost(`${name}.status.${domain}`, does, { pages: ['/'], ...(pauseMs && { pauseMs }) }, (asked, reply) => {
      if (asked.before > 0) reply.html(pageOf(asked));
      else reply.send({ status, headers: { 'Retry-After': retryAfter() } });
    });
  const nextYear = () => new Date(Date.now() + 365 * 86_400_000).toUTCString();
  return [
    once('busy', 'asks for two seconds', 429, () => '2', 2000),
    once('busy-since-1970', 'asks for time until a date that has passed', 503, () => new Date(0).toUTCString()),
    once('busy-in-words', 'asks for time in words', 503, () => 'after lunch'),
    oneHost(`busy-for-a-day.status.${domain}`, 'asks for a day', { waiting: ['/'] }, (_, reply) =>
      reply.send({ status: 429, headers: { 'Retry-After': '86400' } }),
    ),
    oneHost(`busy-for-a-year.status.${domain}`, 'asks for a year', { waiting: ['/'] }, (_, reply) =>
      reply.send({ status: 503, headers: { 'Retry-After': nextYear() } }),
    ),
  ];
}
