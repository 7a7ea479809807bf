import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CrawlDiary } from '../../../src/crawl/progress/crawl-diary.js';
import type { CrawlProgress } from '../../../src/crawl/progress/crawl-progress.js';
import { Tally } from '../../../src/crawl/progress/tally.js';
import {
  type DiaryEvent,
  type DiaryPoint,
  eventsNote,
  historyNote,
  stateNote,
} from '../../../src/model/crawl-diary.js';
import { MemoryStore } from '../../../src/store/memory/memory-store.js';
import { rules } from '../../store/invented-crawl.js';

test('a diary goes on over runs, keeps first and last points, and does not grow without end', async () => {
  const store = new MemoryStore(rules());
  const noted = async <T>(key: string) => JSON.parse((await store.notes.get(key)) ?? 'null') as T;
  const tally = new Tally();
  const progress = async (now: number): Promise<CrawlProgress> => {
    return { tally, frontier: await store.frontier.stats(now), now, elapsedMs: now, pagesPerSecond: 1 };
  };
  const day = 24 * 3_600_000;
  for (const run of [0, 1]) {
    const diary = await CrawlDiary.open(store);
    await diary.begin(run * day);
    // A quarter of a day, looked at every five seconds.
    for (let now = run * day; now < (run + 0.25) * day; now += 5_000) {
      tally.documents++;
      await diary.enter(await progress(now));
    }
    await diary.end(await progress((run + 0.25) * day), 'max-pages');
  }
  const points = await noted<DiaryPoint[]>(historyNote);
  assert.ok(points.length > 150 && points.length <= 500, String(points.length));
  assert.equal(points.at(-1)!.pages, tally.documents);
  assert.ok(points[0]!.at < 0.1 * day);
  assert.deepEqual(
    points.map(({ at }) => at),
    points.map(({ at }) => at).sort((a, b) => a - b),
  );
  assert.equal((await noted<DiaryPoint>(stateNote)).at, 1.25 * day);
  const events = await noted<DiaryEvent[]>(eventsNote);
  assert.deepEqual(
    events.map(({ kind, code }) => `${kind} ${code}`),
    ['start ', 'stop max-pages', 'resume ', 'stop max-pages'],
  );
});
