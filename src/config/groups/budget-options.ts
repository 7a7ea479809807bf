import { list } from '../collection-kinds.js';
import { hostName } from '../network-kinds.js';
import { option } from '../option.js';
import { bytes, duration, integer, limit, named, number, ratio } from '../scalar-kinds.js';

/** When a crawl ends, and what it spends its pages on. */
export const budgetOptions = {
  maxPages: option({
    group: 'Budget',
    kind: limit(integer({ min: 1 })),
    default: 'none',
    help: 'Stop after this many pages.',
  }),
  maxRelevant: option({
    group: 'Budget',
    kind: limit(integer({ min: 1 })),
    default: 'none',
    help: 'Stop after this many relevant pages.',
  }),
  maxTime: option({
    group: 'Budget',
    kind: limit(duration({ min: 1 })),
    default: 'none',
    help: 'Stop after this time.',
    details: 'After `resume`, the time counts anew.',
  }),
  maxBytesOnDisk: option({
    group: 'Budget',
    kind: limit(bytes({ min: 1 })),
    default: 'none',
    help: 'Stop when the crawl folder reaches this size.',
  }),
  stopWhenYieldBelow: option({
    group: 'Budget',
    kind: ratio(),
    default: 0.01,
    help: 'Stop when the forecast harvest stays below this share; 0 never stops.',
    details:
      'The crawl stops when the forecast for the next 500 pages has been below this share for 400 pages. It is checked from page 1,000 on; see [forecast.md](forecast.md).',
  }),
  prefer: option({
    group: 'Budget',
    kind: named(number({ min: 1, max: 1_000 }), { speed: 1, balanced: 3, quality: Number.POSITIVE_INFINITY }),
    default: 'balanced',
    help: 'Whether to wait for hosts with better pages: speed never does, quality always.',
    details:
      'A number says how many times as long the crawl may take as by taking whatever is ready: `speed` is 1, `balanced` 3. Nothing is waited for longer than 30 seconds. With `--max-time` and no `--max-pages`, pages cost nothing and nothing is waited for. See [focus.md](focus.md).',
  }),
  exploration: option({
    group: 'Budget',
    kind: ratio(),
    default: 0.05,
    help: 'Share of the pages for hosts not visited before, however their links score.',
    details: 'It is spent early, while better hosts are waited for. See [focus.md](focus.md).',
  }),
  preferHosts: option({
    group: 'Budget',
    kind: list(hostName(), { separator: ',' }),
    default: [],
    help: 'Links to these hosts and their subdomains count double.',
    details: 'Holds for links found from then on. `osprey control` and the dashboard change it while the crawl runs.',
  }),
};
