import { mostPerHost } from './crawl-options.js';
import { type HostileSite, oneHost } from './hostile-site.js';
import { pageOf } from './invented-page.js';

const most = 200_000;

/** Pages that are nothing but links. */
export function manyLinks(domain: string): HostileSite[] {
  const at = (name: string) => `${name}.links.${domain}`;
  return [
    oneHost(at('different'), '200,000 links', { endless: mostPerHost }, (asked, reply) => {
      const links = asked.path === '/' ? Array.from({ length: most }, (_, i) => `<a href=/${i}>${i}</a>\n`) : [];
      reply.html(`${pageOf(asked, { sentences: 1 })}${links.join('')}`);
    }),
    oneHost(at('same'), '200,000 links to one page', { pages: ['/', '/1'] }, (asked, reply) => {
      reply.html(`${pageOf(asked, { sentences: 1 })}${asked.path === '/' ? '<a href=/1>one</a>\n'.repeat(most) : ''}`);
    }),
    oneHost(at('itself'), '20,000 links to itself', { pages: ['/'] }, (asked, reply) => {
      reply.html(`${pageOf(asked, { sentences: 1 })}${'<a href=#top>top</a>\n'.repeat(most / 10)}`);
    }),
  ];
}
