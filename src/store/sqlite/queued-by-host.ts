import type { QueuedHost } from '../reports/crawl-status.js';
import { allRows, oneRow } from './rows.js';
import type { Database } from './sqlite-database.js';

/** URLs that are read at a time. */
const lot = 100_000;

/** Other levels are coded below zero: level × this + host. More than there can be hosts. */
const levelUnit = 2 ** 32;

/**
 * Counts the queue by host and level in one pass; SQLite alone would sort it, which takes ten times as long. Host and level are read as one
 * number, a small one for most.
 */
export function queuedByHost(db: Database): QueuedHost[] {
  const { last } = oneRow<{ last: number | null }>(db.prepare('SELECT max(url) AS last FROM frontier'))!;
  const places = db.prepare(`
    SELECT json_group_array(iif(level = 1, host, -(level * ${levelUnit} + host))) AS places
    FROM frontier WHERE url > ?1 AND url <= ?1 + ${lot}`);
  const counts = new Map<number, number>();
  for (let after = 0; after < (last ?? 0); after += lot) {
    const row = places.get(after) as unknown as { places: string };
    for (const place of JSON.parse(row.places) as number[]) counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const names = new Map(
    allRows<{ id: number; name: string }>(db.prepare('SELECT id, name FROM host')).map(({ id, name }) => [id, name]),
  );
  return [...counts].map(([place, queued]) => {
    const [level, host] = place > 0 ? [1, place] : [Math.floor(-place / levelUnit), -place % levelUnit];
    return { host: names.get(host)!, level, queued };
  });
}
