import { type HostileSite, oneHost } from './hostile-site.js';
import { inventedPage } from './invented-page.js';

const host = 'start.test';
const linksAPage = 150;

/** Where crawls begin: a list of lists that lead to every site. */
export function startSite(sites: readonly HostileSite[]): HostileSite {
  const links = sites.flatMap(({ entries, does }) => entries.map((url) => [url, does] as const));
  const lists = new Map<string, readonly (readonly [string, string])[]>();
  for (let at = 0; at < links.length; at += linksAPage) {
    lists.set(`/list/${at / linksAPage + 1}`, links.slice(at, at + linksAPage));
  }
  const front = [...lists.keys()];
  const promised = { pages: ['/', ...front] };
  return oneHost(host, 'lists every site of the web', promised, ({ path }, reply) => {
    const found = path === '/' ? front : lists.get(path);
    const page = { url: `http://${host}${path}`, title: `Sites by the sea ${path}`, about: 'topic' } as const;
    if (found === undefined) reply.send({ status: 404 });
    else reply.html(inventedPage({ ...page, links: found }));
  });
}
