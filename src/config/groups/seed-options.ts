import { list } from '../collection-kinds.js';
import { fileOrUrl, httpUrl } from '../network-kinds.js';
import { option } from '../option.js';
import { boolean, file, integer, text } from '../scalar-kinds.js';
import { sourceKeys, sourceUrls } from '../source-kinds.js';

/** Where a crawl starts. */
export const seedOptions = {
  seed: option({
    group: 'Seeds',
    kind: list(httpUrl()),
    default: [],
    help: 'A page to start from.',
  }),
  seeds: option({
    group: 'Seeds',
    kind: list(file()),
    default: [],
    help: 'File of seeds: one URL per line.',
    details: 'A score and a genre may follow the URL; `#` starts a comment. `osprey seeds --out` writes such a file.',
  }),
  sources: option({
    group: 'Seeds',
    kind: list(text('name'), { separator: ',' }),
    default: [],
    help: 'Sources to ask for seeds; "osprey seeds --list" names them.',
    details:
      'By default, when no seeds are given: all sources that need no key, and those whose key or URL you have given.',
  }),
  sourceUrl: option({
    group: 'Seeds',
    kind: sourceUrls(),
    default: {},
    help: 'URL of a source, such as searxng=http://localhost:8888.',
  }),
  sourceKey: option({
    group: 'Seeds',
    kind: sourceKeys(),
    default: {},
    help: 'API key of a source, such as brave=…',
    details:
      'Better given in the environment: `osprey seeds --list` names the variables. Keys are not stored in the crawl folder.',
    keep: () => new Map(),
  }),
  seedCount: option({
    group: 'Seeds',
    kind: integer({ min: 1, max: 1_000 }),
    default: 30,
    help: 'Most seeds to take from sources, sitemaps, feeds and crawls together.',
  }),
  sitemap: option({
    group: 'Seeds',
    kind: list(fileOrUrl()),
    default: [],
    help: 'Sitemap or sitemap index to take seeds from.',
  }),
  sitemaps: option({
    group: 'Seeds',
    kind: boolean(),
    default: false,
    help: 'Follow the sitemaps of the sites visited.',
    details:
      'Those named by robots.txt, and `/sitemap.xml` of seed sites that name none. See [sitemaps.md](sitemaps.md).',
  }),
  feed: option({
    group: 'Seeds',
    kind: list(fileOrUrl()),
    default: [],
    help: 'RSS or Atom feed, or OPML list of feeds, to take seeds from.',
  }),
  fromCrawl: option({
    group: 'Seeds',
    kind: list(file('dir', 'a crawl folder')),
    default: [],
    help: 'Finished crawl whose best pages are seeds.',
  }),
};
