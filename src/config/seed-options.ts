import { list } from './collection-kinds.js';
import { fileOrUrl } from './network-kinds.js';
import { option } from './option.js';
import { boolean, file, integer, text } from './scalar-kinds.js';
import { sourceKeys, sourceUrls } from './source-kinds.js';

/** Where seeds come from besides `--seed` and `--seeds`. */
export const seedOptions = {
  sources: option({
    group: 'Seeds',
    kind: list(text('name'), { separator: ',' }),
    default: [],
    help: 'Who is asked for seeds: names of "osprey seeds --list". Where no seeds are given, all that need no key, and those you have a key or a URL for.',
  }),
  sourceUrl: option({
    group: 'Seeds',
    kind: sourceUrls(),
    default: {},
    help: 'Where a source of seeds is, such as searxng=http://localhost:8888.',
  }),
  sourceKey: option({
    group: 'Seeds',
    kind: sourceKeys(),
    default: {},
    help: 'A key of a source, such as brave=…; better in the environment, where "osprey seeds --list" names it. Not kept in the crawl folder.',
    keep: () => new Map(),
  }),
  seedCount: option({
    group: 'Seeds',
    kind: integer({ min: 1, max: 1_000 }),
    default: 30,
    help: 'Seeds to take from sources, sitemaps, feeds and crawls, all in all.',
  }),
  sitemap: option({
    group: 'Seeds',
    kind: list(fileOrUrl()),
    default: [],
    help: 'A sitemap, or an index of sitemaps, whose pages to start from.',
  }),
  sitemaps: option({
    group: 'Seeds',
    kind: boolean(),
    default: false,
    help: 'Follow the sitemaps of all sites on the way: those that their robots.txt names, and /sitemap.xml of sites of seeds that name none.',
  }),
  feed: option({
    group: 'Seeds',
    kind: list(fileOrUrl()),
    default: [],
    help: 'An RSS or Atom feed whose entries to start from, or an OPML list of feeds.',
  }),
  fromCrawl: option({
    group: 'Seeds',
    kind: list(file('dir', 'a crawl folder')),
    default: [],
    help: 'A finished crawl whose best pages to start from.',
  }),
};
