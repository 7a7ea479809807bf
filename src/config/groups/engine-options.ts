import { option } from '../option.js';
import { automatic, duration, integer, limit } from '../scalar-kinds.js';

/** How the work is done. */
export const engineOptions = {
  workers: option({
    group: 'Engine',
    kind: automatic(integer({ min: 0, max: 64 })),
    default: 'auto',
    help: 'Threads that parse pages; 0 parses on the main thread.',
  }),
  expire: option({
    group: 'Engine',
    kind: limit(duration({ min: 1 })),
    default: 'none',
    help: 'Drop URLs that have been queued for longer than this.',
  }),
  expirePages: option({
    group: 'Engine',
    kind: limit(integer({ min: 1 })),
    default: 'none',
    help: 'Drop URLs that are still queued after this many visits.',
  }),
  randomSeed: option({
    group: 'Engine',
    kind: integer({ min: 0, max: 2 ** 32 - 1 }),
    default: 1,
    help: 'Random seed; the same seed makes the same choices.',
    essential: true,
  }),
};
