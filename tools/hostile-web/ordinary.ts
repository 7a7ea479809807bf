import { type HostileSite, oneHost } from './hostile-site.js';
import { pageOf } from './invented-page.js';

const hosts = 200;
const pagesAHost = 7;

/** What all the rest must not keep a crawl from: small sites of ordinary pages, half of them about the topic. */
export function ordinary(domain: string): HostileSite[] {
  return Array.from({ length: hosts }, (_, index) => {
    const about = index % 2 === 0 ? ('topic' as const) : ('anything' as const);
    const does = about === 'topic' ? `lighthouse keepers ${index}` : `a hobby ${index}`;
    const inner = Array.from({ length: pagesAHost - 1 }, (_, page) => `/${page + 1}.html`);
    const neighbour = `http://site-${(index + 1) % hosts}.ordinary.${domain}/`;
    return oneHost(`site-${index}.ordinary.${domain}`, does, { pages: ['/', ...inner] }, (asked, reply) => {
      const links = asked.path === '/' ? [...inner, neighbour] : ['/'];
      reply.html(pageOf(asked, { about, title: `${does} ${asked.path}`, sentences: 12, links }));
    });
  });
}
