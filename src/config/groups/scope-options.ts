import { MOST_BITS } from '../../page/simhash-index.js';
import { list } from '../collection-kinds.js';
import { hostName, mediaType, urlPattern } from '../network-kinds.js';
import { option } from '../option.js';
import { automatic, boolean, integer, limit, switchable } from '../scalar-kinds.js';

/** Which URLs a crawl may visit, and what it takes for a copy. */
export const scopeOptions = {
  maxDepth: option({
    group: 'Scope',
    kind: limit(integer({ min: 0 })),
    default: 'none',
    help: 'Most links away from the seeds; 0 visits only the seeds.',
  }),
  maxPerHost: option({
    group: 'Scope',
    kind: limit(integer({ min: 1 })),
    default: 'none',
    help: 'Most pages per host.',
  }),
  maxPerDomain: option({
    group: 'Scope',
    kind: automatic(limit(integer({ min: 1 }))),
    default: 'auto',
    help: 'Most pages per registrable domain, all of its hosts together.',
    details:
      'A registrable domain is one such as example.co.uk; ports count as hosts. `auto` is ten times `--max-per-host`; without that, the number of hosts is limited: 100, and 30 · √r more for r relevant pages of the domain (hosts of seeds do not count).',
  }),
  maxPerAddress: option({
    group: 'Scope',
    kind: limit(integer({ min: 1 })),
    default: 'none',
    help: 'Most pages per IP address, all hosts and ports there together.',
    details: 'Thousands of sites may share an address. Hosts of `--resolve` are not counted.',
  }),
  include: option({
    group: 'Scope',
    kind: list(urlPattern()),
    default: [],
    help: 'Visit only URLs that match this glob or /regular expression/.',
    details:
      'A glob uses `*` (within a path segment) and `**` (across segments); a regular expression stands between slashes.',
  }),
  exclude: option({
    group: 'Scope',
    kind: list(urlPattern()),
    default: [],
    help: 'Never visit URLs that match; overrides --include.',
  }),
  domains: option({
    group: 'Scope',
    kind: list(hostName(), { separator: ',' }),
    default: [],
    help: 'Stay on these hosts and their subdomains.',
  }),
  blockHosts: option({
    group: 'Scope',
    kind: list(hostName(), { separator: ',' }),
    default: [],
    help: 'Never visit these hosts and their subdomains.',
  }),
  types: option({
    group: 'Scope',
    kind: list(mediaType(), { separator: ',', least: 1 }),
    default: ['text/html', 'application/xhtml+xml', 'application/pdf'],
    help: 'Content types to read.',
  }),
  followNofollow: option({
    group: 'Scope',
    kind: boolean(),
    default: false,
    help: 'Follow links marked nofollow.',
  }),
  nearDuplicates: option({
    group: 'Scope',
    kind: switchable(integer({ min: 0, max: MOST_BITS })),
    default: 3,
    help: 'Near-duplicate tolerance (0–64 bits), or "off".',
    details:
      'Number of bits by which the 64-bit simhash of a page may differ from that of an earlier page. Links of a near-duplicate are not followed; `off` follows them.',
  }),
};
