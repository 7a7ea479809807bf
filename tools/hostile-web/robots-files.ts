import { gzipBomb } from './encodings.js';
import { type Answer, type HostileSite, oneHost, type PromisedPaths } from './hostile-site.js';
import { pageOf } from './invented-page.js';

const text = { 'Content-Type': 'text/plain' };
/** Every crawler may read the front page and what is open, none what is closed. */
const rules = 'User-agent: *\nDisallow: /closed\n';
const heeded: PromisedPaths = { pages: ['/', '/open'], ends: { '/closed': 'robots' } };
const allOpen: PromisedPaths = { pages: ['/', '/open', '/closed'] };
/** Only the front page is ever known: nothing may be read. */
const shut = (reason: string): PromisedPaths => ({ ends: { '/': reason } });

function ring(host: string, other: string, promised: PromisedPaths): HostileSite {
  return oneHost(host, `a robots.txt that leads to ${other}, which leads back`, promised, front, {
    robots: (_, reply) => reply.redirect(`http://${other}/robots.txt`),
  });
}

/** robots.txt in every state that servers have it in. */
export function robotsFiles(domain: string): HostileSite[] {
  const at = (name: string) => `${name}.robots.${domain}`;
  const one = (name: string, does: string, promised: PromisedPaths, robots: Answer) =>
    oneHost(at(name), does, promised, front, { robots });
  const says = (name: string, does: string, promised: PromisedPaths, body: string | Uint8Array, headers = text) =>
    one(name, does, promised, (_, reply) => reply.send({ headers, body }));
  const padding = '# lights\n'.repeat(70_000);
  const gzipped = { ...text, 'Content-Encoding': 'gzip' };
  return [
    says('forbids', 'forbids everything', shut('robots'), 'User-agent: *\nDisallow: /\n'),
    says('heeded', 'forbids something', heeded, rules),
    says('huge', 'a robots.txt of 630 kB', heeded, `${rules}${padding}Disallow: /\n`),
    one('endless', 'a robots.txt without an end', heeded, (_, reply) => {
      reply.head({ ...text, Connection: 'close' });
      reply.write(rules);
      reply.pour(Buffer.from(padding), Number.POSITIVE_INFINITY);
    }),
    says(
      'binary',
      'a robots.txt of noise',
      allOpen,
      Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 197) % 256)),
    ),
    says('web-page', 'a web page for a robots.txt', allOpen, '<!doctype html><title>No such page</title><p>Sorry!'),
    says(
      'old-mac',
      'a robots.txt with a mark and lone carriage returns',
      heeded,
      `\ufeff${rules.replaceAll('\n', '\r')}`,
    ),
    says('slips', 'a robots.txt with slips', heeded, 'Useragent *\nDissalow /closed\n'),
    says('wide', 'a robots.txt in UTF-16', heeded, Buffer.from(`\ufeff${rules}`, 'utf16le')),
    says('empty', 'an empty robots.txt', allOpen, ''),
    says('bomb', 'a bomb for a robots.txt', shut('body-too-large'), gzipBomb().subarray(0, 400_000), gzipped),
    ...[401, 403, 404, 410].map((status) =>
      one(`status-${status}`, `status ${status} for a robots.txt`, allOpen, (_, reply) => reply.send({ status })),
    ),
    one('status-503', 'status 503 for a robots.txt', shut('robots-unavailable'), (_, reply) =>
      reply.send({ status: 503 }),
    ),
    one('status-503-once', 'status 503 for a robots.txt at first', heeded, ({ before }, reply) =>
      before === 0 ? reply.send({ status: 503 }) : reply.send({ headers: text, body: rules }),
    ),
    one('silent', 'no answer for a robots.txt', shut('total-timeout'), () => {}),
    one('reset', 'a reset for a robots.txt', shut('connection-reset'), (_, reply) => reply.reset()),
    one('no-http', 'noise for an answer to robots.txt', shut('malformed-response'), (_, reply) =>
      reply.end('noise\r\n\r\n'),
    ),
    ring(at('ring-one'), at('ring-two'), allOpen),
    ring(at('ring-two'), at('ring-one'), allOpen),
    one('in-circles', 'a robots.txt that redirects to itself', allOpen, (_, reply) => reply.redirect('/robots.txt')),
    one('script', 'a robots.txt that redirects to a script', allOpen, (_, reply) => reply.redirect('javascript:1')),
    one('patient', 'a Crawl-delay of a second', { ...heeded, pauseMs: 1000 }, (_, reply) =>
      reply.send({ headers: text, body: `${rules}Crawl-delay: 1\n` }),
    ),
    ...moved(domain),
  ];
}

/** The robots.txt of the first is on the second. */
function moved(domain: string): HostileSite[] {
  const [from, to, far] = [`moved.robots.${domain}`, `new-home.robots.${domain}`, `far-away.robots.${domain}`];
  const answer: Answer = (asked, reply) => {
    const hop = Number(/^\/rules\/(\d+)$/.exec(asked.path)?.[1] ?? Number.NaN);
    if (hop === 0) reply.send({ headers: text, body: rules });
    else if (hop > 0) reply.redirect(`/rules/${hop - 1}`);
    else front(asked, reply);
  };
  const robots =
    (hops: number): Answer =>
    (_, reply) =>
      reply.redirect(`http://${to}/rules/${hops}`);
  return [
    oneHost(from, 'a robots.txt that moved to another host', heeded, front, { robots: robots(3) }),
    // One redirect more than the five that are followed.
    oneHost(far, 'a robots.txt at the end of six redirects', allOpen, front, { robots: robots(5) }),
    oneHost(to, 'holds the robots.txt of others', { pages: ['/', '/open', '/closed'] }, answer),
  ];
}

const front: Answer = (asked, reply) => reply.html(pageOf(asked, { links: ['/open', '/closed'] }));
