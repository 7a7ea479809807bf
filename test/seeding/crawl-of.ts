import type { TestContext } from 'node:test';
import type { Visit } from '../../src/model/visit.js';
import { SqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { link, rules, visitNext } from '../store/invented-crawl.js';
import { temporaryFolder } from '../store/temporary-store.js';

/** A crawl folder with these visits, in their order. The crawl is open again, as a running one is, until the test ends. */
export async function crawlOf(
  context: TestContext,
  visits: readonly (readonly [place: string, visit: Visit])[],
): Promise<string> {
  const folder = temporaryFolder(context);
  const store = SqliteStore.open(folder, rules(), { create: true });
  for (const [place, visit] of visits) {
    await store.frontier.add([link(place)]);
    await visitNext(store.frontier, { visit });
  }
  await store.close();
  const running = SqliteStore.open(folder, rules());
  context.after(() => running.close());
  return folder;
}
