import { contact, headerText, quietHours } from './network-kinds.js';
import { option } from './option.js';
import { automatic, duration, integer } from './scalar-kinds.js';

const DAY = 86_400_000;

/** How hosts and addresses are spared, and what they are told of the crawler. */
export const politenessOptions = {
  delay: option({
    group: 'Politeness',
    kind: duration({ min: 0, max: DAY }),
    default: '1s',
    help: 'Least time between two requests to a host.',
    essential: true,
  }),
  requests: option({
    group: 'Politeness',
    kind: integer({ min: 1, max: 256 }),
    default: 8,
    help: 'Requests of an agent at the same time.',
  }),
  requestsPerHost: option({
    group: 'Politeness',
    kind: integer({ min: 1, max: 16 }),
    default: 1,
    help: 'Requests at the same time to one host.',
  }),
  requestsPerAddress: option({
    group: 'Politeness',
    kind: automatic(integer({ min: 1 })),
    default: 'auto',
    help: 'Requests at the same time to one IP address, whatever hosts live there; auto: half of all, eight at most, or --requests-per-host where that is more. Hosts of --resolve are left out.',
  }),
  delayPerAddress: option({
    group: 'Politeness',
    kind: automatic(duration({ min: 0, max: DAY })),
    default: 'auto',
    help: 'Least time between two requests to one IP address; auto: a tenth of --delay. Hosts of --resolve are left out.',
  }),
  quietHours: option({
    group: 'Politeness',
    kind: quietHours(),
    default: {},
    help: 'Hours of the day (UTC) in which a host and those below it are not visited, such as example.org=08:00-18:00; * stands for every other host.',
  }),
  contact: option({
    group: 'Politeness',
    kind: contact(),
    help: 'Where site owners can reach you; it is sent with every request.',
  }),
  userAgent: option({
    group: 'Politeness',
    kind: headerText('text'),
    help: "Name the crawler gives itself, instead of Osprey's own; robots.txt may address it by either.",
  }),
};
