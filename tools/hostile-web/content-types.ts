import { type HostileSite, oneHost } from './hostile-site.js';
import { pageOf } from './invented-page.js';

const pageTypes = [
  'text/html',
  'TEXT/HTML; Charset="UTF-8"',
  'text/html;;; charset',
  'text/html ; charset=nonsense',
  'application/xhtml+xml',
];
const otherTypes = [
  'text/plain',
  'image/png',
  'application/json',
  'application/octet-stream',
  'text/htmlish',
  'html',
  '*/*',
];

/** What documents say they are, truly or not. */
export function contentTypes(domain: string): HostileSite[] {
  const host = `types.type.${domain}`;
  const types = [...pageTypes, ...otherTypes];
  const paths = types.map((_, index) => `/${index}`);
  const pages = ['/', ...paths.slice(0, pageTypes.length)];
  const ends = Object.fromEntries(paths.slice(pageTypes.length).map((path) => [path, 'content-type']));
  return [
    oneHost(host, 'content types of every kind', { pages, ends }, (asked, reply) => {
      const body = pageOf(asked, { links: paths });
      reply.send({ headers: { 'Content-Type': types[paths.indexOf(asked.path)] ?? 'text/html' }, body });
    }),
    oneHost(`none.type.${domain}`, 'a page without a type', { pages: ['/'] }, (asked, reply) =>
      reply.send({ headers: {}, body: pageOf(asked) }),
    ),
    oneHost(
      `picture.type.${domain}`,
      'a picture that says it is a page',
      { ends: { '/': 'not-text' } },
      ({ host }, reply) =>
        reply.send({
          body: Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0', 'latin1'), Buffer.from(host.repeat(99))]),
        }),
    ),
    oneHost(`empty.type.${domain}`, 'a page without a word', { pages: ['/', '/full'] }, (asked, reply) =>
      reply.html(asked.path === '/' ? '<a href=/full><i></i></a><a href=""></a>' : pageOf(asked)),
    ),
  ];
}
