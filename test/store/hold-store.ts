import { SqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { link, rules, visitNext } from './invented-crawl.js';

/**
 * A process that owns a crawl and is killed: it has visited a.org/1 at 1,000 and claimed a.org/2 at 6,000, with a delay of
 * 5,000, when it says so and waits for its end.
 */
const store = SqliteStore.open(process.argv[2]!, rules({ delay: 5_000 }), { create: true });
await store.frontier.add([link('a.org/1'), link('a.org/2')]);
await visitNext(store.frontier, { now: 1_000 });
await store.frontier.claim({ queue: 0, count: 1, now: 6_000 });
process.send!('ready');
// Keeps the store, too: collected, it would give back its lock.
setInterval(() => void store, 1_000);
