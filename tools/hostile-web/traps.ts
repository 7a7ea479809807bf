import { textHash } from '../../src/url/hash64.js';
import { mostDeep, mostPerHost } from './crawl-options.js';
import { type Asked, type HostileSite, oneHost } from './hostile-site.js';
import { inventedPage, pageOf, prose } from './invented-page.js';

/** Sites that have a link more for every page that is read. */
export function traps(domain: string): HostileSite[] {
  const at = (name: string) => `${name}.trap.${domain}`;
  const endless = { endless: mostPerHost };
  return [
    oneHost(at('calendar'), 'a calendar of all months', endless, (asked, reply) => {
      const month = Number(/month=(-?\d+)/.exec(asked.path)?.[1] ?? 0);
      const days = Array.from({ length: 28 }, (_, day) => `/day?month=${month}&day=${day + 1}`);
      reply.html(pageOf(asked, { sentences: 1, links: [`/?month=${month - 1}`, `/?month=${month + 1}`, ...days] }));
    }),
    oneHost(at('deep'), 'a folder in every folder', endless, (asked, reply) => {
      reply.html(pageOf(asked, { sentences: 1, links: ['deeper/', 'down/', '../'] }));
    }),
    oneHost(at('echo'), 'a page for every name', endless, (asked, reply) => {
      const names = [0, 1, 2, 3].map((i) => `/${textHash(`${asked.path} ${i}`).slice(0, 8)}`);
      reply.html(pageOf(asked, { title: `No ${asked.path} here`, sentences: 1, links: names }));
    }),
    oneHost(at('visits'), 'a new visit number in every link', endless, (asked, reply) => {
      const article = /article=(\d)/.exec(asked.path)?.[1] ?? '0';
      const links = [1, 2, 3, 4, 5].map((i) => `/?article=${i}&visit=${textHash(`${asked.path} ${i}`)}`);
      const url = `http://${asked.host}/article/${article}`;
      reply.html(inventedPage({ url, sentences: 60, links }));
    }),
    oneHost(at('permutations'), 'a list in every order and choice', endless, (asked, reply) => {
      const chosen = (asked.path.split('?')[1] ?? '').split('&').filter((choice) => choice !== '');
      const more = ['size', 'colour', 'price', 'maker', 'sort'].flatMap((name) =>
        [1, 2, 3].map(
          (value) => `/?${[`${name}=${value}`, ...chosen.filter((choice) => !choice.startsWith(name))].join('&')}`,
        ),
      );
      reply.html(pageOf(asked, { sentences: 2, links: more }));
    }),
    knownSessions(at('sessions')),
    softNotFound(at('soft-404')),
    mirrors(domain),
    wildcard(domain),
    farm(domain),
    ports(domain),
  ];
}

/** Under names that everybody uses: these are dropped from URLs, so that every page has one name. */
function knownSessions(host: string): HostileSite {
  const pages = ['/', '/1', '/2', '/3', '/4', '/5'];
  return oneHost(host, 'a well-known session number in every link', { pages }, (asked, reply) => {
    const id = textHash(`${asked.path} ${asked.before}`).slice(0, 16);
    const forms = [`;jsessionid=${id}`, `?PHPSESSID=${id}`, `?sid=1${id}`, `?utm_source=${id}`, `?cfid=${id}`];
    reply.html(pageOf(asked, { links: forms.map((form, index) => `/${index + 1}${form}`) }));
  });
}

/** Says "found" of what is not there, always in the same words. */
function softNotFound(host: string): HostileSite {
  const gone = Array.from({ length: 12 }, (_, i) => `/gone/${i}`);
  const others = { page: 1, 'duplicate-content': gone.length - 1 };
  return oneHost(host, 'the same answer for every page that is not there', { pages: ['/'], others }, (asked, reply) => {
    const sorry = inventedPage({ url: `http://${host}/not-found`, title: 'Nothing here', links: ['/'] });
    reply.html(asked.path === '/' ? pageOf(asked, { links: gone }) : sorry);
  });
}

/** One site under six names; whichever is read first is the original. */
function mirrors(domain: string): HostileSite {
  const hosts = [1, 2, 3, 4, 5, 6].map((number) => `mirror-${number}.trap.${domain}`);
  const links = ['/1', '/2', '/3', '/4'];
  return {
    hosts,
    does: 'the same site under six names',
    entries: hosts.map((host) => `http://${host}/`),
    answer: ({ path }, reply) =>
      reply.html(
        inventedPage({ url: `http://mirrored.${domain}${path}`, sentences: 60, links: path === '/' ? links : [] }),
      ),
    promise: {
      pages: [],
      ends: {},
      waiting: [],
      titles: {},
      others: { page: 1 + links.length, 'near-duplicate': hosts.length - 1 },
    },
  };
}

/** Every name below the domain is a host, and all of them say nearly the same. */
function wildcard(domain: string): HostileSite {
  const hostOf = (name: string) => `http://${name}.wild.${domain}/`;
  return {
    hosts: [`*.wild.${domain}`],
    does: 'a host for every name',
    entries: [hostOf('a')],
    answer: ({ host }: Asked, reply) => {
      const links = [1, 2].map((i) => hostOf(`n${textHash(`${host} ${i}`).slice(0, 8)}`));
      const items = links.map((url) => `<a href="${url}">more</a>`).join(' ');
      reply.html(`<title>Cheap lamps</title><p>${prose(domain, 400)}</p>${items}`);
    },
    promise: { pages: [], ends: {}, waiting: [], titles: {}, others: {}, endless: mostPerHost },
  };
}

/** A host behind every host, each with a text of its own: only the depth of a crawl ends it. */
function farm(domain: string): HostileSite {
  const urlOf = (number: number) => `http://f${number}.farm.${domain}/`;
  return {
    hosts: [`*.farm.${domain}`],
    does: 'a host behind every host',
    entries: [urlOf(1)],
    answer: (asked, reply) => {
      const number = Number(/^f(\d+)/.exec(asked.host)?.[1] ?? 0);
      reply.html(pageOf(asked, { sentences: 30, links: [urlOf(number + 1)] }));
    },
    promise: { pages: [], ends: {}, waiting: [], titles: {}, others: {}, endless: mostDeep },
  };
}

/** A port behind every port: each is a host of its own. */
function ports(domain: string): HostileSite {
  const host = `ports.${domain}`;
  const urlOf = (port: number) => `http://${host}:${port}/${port}`;
  return {
    hosts: [host],
    does: 'a port behind every port',
    entries: [urlOf(1024)],
    answer: (asked, reply) => {
      const port = Number(asked.path.slice(1));
      reply.html(pageOf(asked, { sentences: 30, links: [urlOf(port + 1)] }));
    },
    promise: { pages: [], ends: {}, waiting: [], titles: {}, others: {}, endless: mostDeep },
  };
}
