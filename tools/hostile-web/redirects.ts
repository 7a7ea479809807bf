import { type HostileSite, oneHost } from './hostile-site.js';
import { pageOf } from './invented-page.js';

/** As many as are followed with the default options. */
const followed = 5;

/** Redirects that lead in circles, on for ever, elsewhere and where nobody should go. */
export function redirects(domain: string): HostileSite[] {
  return [circles(domain), chains(domain), elsewhere(domain), ...forbidden(domain)];
}

function circles(domain: string): HostileSite {
  const targets: Record<string, string> = {
    '/itself': '/itself',
    '/fragment': '/fragment#again',
    '/empty': '',
    '/one': '/two',
    '/two': '/one',
    '/a': '/b',
    '/b': '/c',
    '/c': '/a',
  };
  const loops = ['/itself', '/fragment', '/empty'];
  const ends = Object.fromEntries(
    Object.keys(targets).map((path) => [path, loops.includes(path) ? 'redirect-loop' : 'redirect']),
  );
  const links = [...loops, '/one', '/a'];
  return oneHost(`circles.redirect.${domain}`, 'redirects in circles', { pages: ['/'], ends }, (asked, reply) => {
    const target = targets[asked.path];
    if (target === undefined) reply.html(pageOf(asked, { links }));
    else reply.redirect(target);
  });
}

/** `/N` leads to `/N-1`, and `/0` is a page; `/more/N` leads to `/more/N+1` for ever. */
function chains(domain: string): HostileSite {
  const ends: Record<string, string> = {};
  for (let hop = 1; hop <= followed; hop++) ends[`/${hop}`] = 'redirect';
  for (let hop = 0; hop < followed; hop++) ends[`/more/${hop}`] = 'redirect';
  ends[`/more/${followed}`] = 'max-redirects';
  const promised = { pages: ['/', '/0'], ends };
  return oneHost(`chains.redirect.${domain}`, 'redirects one after the other', promised, (asked, reply) => {
    const [, kind, hop] = /^\/(more\/)?(\d+)$/.exec(asked.path) ?? [];
    if (hop === undefined) reply.html(pageOf(asked, { links: [`/${followed}`, '/more/0'] }));
    else if (kind !== undefined) reply.redirect(`/more/${Number(hop) + 1}`, 301);
    else if (hop === '0') reply.html(pageOf(asked));
    else reply.redirect(`/${Number(hop) - 1}`, 307);
  });
}

/** To every place that a Location may name, one page each. */
function elsewhere(domain: string): HostileSite {
  const host = `elsewhere.redirect.${domain}`;
  const to: Record<string, readonly [location: string | undefined, lands: string]> = {
    '/relative': ['folder/../landed?by=path', '/landed?by=path'],
    '/without-scheme': [`//${host}/landed?by=host`, '/landed?by=host'],
    '/other-case': [`HTTP://${host.toUpperCase()}:80/landed?by=case`, '/landed?by=case'],
    '/with-password': [`http://user:secret@${host}/landed?by=password`, '/landed?by=password'],
    '/utf-8': ['/landed?by=caf\u00e9', '/landed?by=caf%C3%A9'],
    '/line-breaks': ['/landed?by=%0d%0aSet-Cookie:a=b', '/landed?by=%0D%0ASet-Cookie:a=b'],
    '/nowhere': [undefined, 'bad-redirect'],
    '/no-host': ['http://', 'bad-redirect'],
    '/bad-host': ['http://[::1', 'bad-redirect'],
    '/file': ['file:///etc/passwd', 'bad-redirect'],
    '/ftp': [`ftp://${host}/`, 'bad-redirect'],
    '/script': ['javascript:alert(1)', 'bad-redirect'],
    '/data': ['data:text/html,<p>here', 'bad-redirect'],
    '/mail': [`mailto:keeper@${host}`, 'bad-redirect'],
    '/too-long': [`/${'x'.repeat(10_000)}`, 'bad-redirect'],
  };
  const entries = Object.entries(to);
  const landed = entries.map(([, [, lands]]) => lands).filter((lands) => lands.startsWith('/'));
  const ends = entries.map(([path, [, lands]]) => [path, lands.startsWith('/') ? 'redirect' : lands]);
  const promised = { pages: ['/', ...landed], ends: Object.fromEntries(ends) };
  return oneHost(host, 'redirects elsewhere', promised, (asked, reply) => {
    const target = to[asked.path];
    if (target === undefined) reply.html(pageOf(asked, { links: Object.keys(to) }));
    else if (target[0] === undefined) reply.send({ status: 302 });
    else reply.redirect(target[0], 308);
  });
}

/** To hosts whose names have addresses that nothing may be asked for, and to one that has no certificate. */
function forbidden(domain: string): HostileSite[] {
  const addresses = {
    metadata: '169.254.169.254',
    'metadata-6': '[fd00:ec2::254]',
    multicast: '224.0.0.1',
    nobody: '0.0.0.0',
  };
  const targets = Object.keys(addresses).map((name) => `${name}.address.${domain}`);
  const pins = Object.fromEntries(Object.entries(addresses).map(([name, to]) => [`${name}.address.${domain}`, to]));
  const tls = `no-certificate.address.${domain}`;
  const urls = [...targets.map((host) => `http://${host}/latest`), `https://${tls}/`];
  const paths = urls.map((_, index) => `/${index}`);
  const ends = Object.fromEntries(paths.map((path) => [path, 'redirect']));
  const from = oneHost(
    `forbidden.redirect.${domain}`,
    'redirects where nobody should go',
    { pages: ['/'], ends },
    (asked, reply) => {
      const url = urls[paths.indexOf(asked.path)];
      if (url === undefined) reply.html(pageOf(asked, { links: paths }));
      else reply.redirect(url);
    },
  );
  const [none, never] = [{ waiting: [], others: {}, titles: {}, pages: [] }, () => {}];
  const refused = Object.fromEntries(urls.slice(0, -1).map((url) => [url, 'address-refused']));
  return [
    from,
    {
      hosts: targets,
      does: 'has a forbidden address',
      entries: [],
      pins,
      answer: never,
      promise: { ...none, ends: refused },
    },
    {
      hosts: [tls],
      does: 'has no certificate',
      entries: [],
      answer: never,
      promise: { ...none, ends: { [urls.at(-1)!]: 'tls-failure' } },
    },
  ];
}
