import { contact, headerText, hostDelays, quietHours } from '../network-kinds.js';
import { option } from '../option.js';
import { automatic, duration, integer } from '../scalar-kinds.js';

const DAY = 86_400_000;

/** Limits per host and address, and how the crawler identifies itself. */
export const politenessOptions = {
  delay: option({
    group: 'Politeness',
    kind: duration({ min: 0, max: DAY }),
    default: '1s',
    help: 'Least time between two requests to a host.',
    details: 'A longer `Crawl-delay` of robots.txt or `Retry-After` of a server wins.',
    essential: true,
  }),
  requests: option({
    group: 'Politeness',
    kind: integer({ min: 1, max: 256 }),
    default: 8,
    help: 'Concurrent requests per agent.',
  }),
  requestsPerHost: option({
    group: 'Politeness',
    kind: integer({ min: 1, max: 16 }),
    default: 1,
    help: 'Concurrent requests per host.',
  }),
  requestsPerAddress: option({
    group: 'Politeness',
    kind: automatic(integer({ min: 1 })),
    default: 'auto',
    help: 'Concurrent requests per IP address.',
    details:
      'Counts all hosts on that address. `auto`: half of `--requests`, eight at most, or `--requests-per-host` if that is more. Hosts of `--resolve` are not counted.',
  }),
  delayPerAddress: option({
    group: 'Politeness',
    kind: automatic(duration({ min: 0, max: DAY })),
    default: 'auto',
    help: 'Least time between two requests to an IP address.',
    details: '`auto`: a tenth of `--delay`. Hosts of `--resolve` are not counted.',
  }),
  hostDelay: option({
    group: 'Politeness',
    kind: hostDelays(DAY),
    default: {},
    help: 'Least time between two requests to a host of your choice.',
    details: 'Also applies to subdomains; the longer of it and `--delay` holds. Example: `example.org=10s`.',
  }),
  quietHours: option({
    group: 'Politeness',
    kind: quietHours(),
    default: {},
    help: 'Hours of the day (UTC) in which a host is not visited.',
    details: 'Also applies to subdomains. Example: `example.org=08:00-18:00`; `*` is every other host.',
  }),
  contact: option({
    group: 'Politeness',
    kind: contact(),
    help: 'Where site owners can reach you; sent with every request.',
  }),
  userAgent: option({
    group: 'Politeness',
    kind: headerText('text'),
    help: "User-Agent to send instead of Osprey's own; robots.txt may address either.",
  }),
};
