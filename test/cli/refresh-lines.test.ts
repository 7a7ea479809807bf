import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noneDueInWords, reportLines, scheduleLines } from '../../src/cli/commands/refresh/refresh-lines.js';
import type { PageChange, RefreshReport } from '../../src/refresh/refresh-report.js';

function newsOf(change: PageChange['change'], name: string, more: Partial<PageChange> = {}): PageChange {
  const before = { relevance: 0.8, relevant: true };
  return {
    change,
    url: `http://a.test/${name}`,
    title: name,
    relevance: 0.8,
    relevant: true,
    before,
    reason: '',
    ...more,
  };
}

const turned = newsOf('changed', 'turned', { relevance: 0.1, relevant: false });
const news = [
  turned,
  newsOf('changed', 'dull', { relevance: 0, before: { relevance: 0.2, relevant: false } }),
  newsOf('changed', 'reworded', { relevance: 0.7 }),
  newsOf('moved', 'moved', { to: 'http://a.test/elsewhere' }),
  newsOf('gone', 'dropped', { reason: 'http-410', before: { relevance: 0.1, relevant: false } }),
  newsOf('unknown', 'broken', { reason: 'http-500' }),
];
const counts = { new: 0, changed: 3, moved: 1, gone: 1, unchanged: 4, unknown: 1 };
const report: RefreshReport = {
  began: '',
  ended: '',
  counts,
  left: 3,
  newRelevant: [],
  relevanceChanged: [turned],
  lost: [],
  changes: news,
};
const view = {
  page: 'Report       law/report.html',
  place: 'law/refresh.json',
  folder: 'law',
  width: 200,
  noneDue: undefined,
};

describe('the report of a refresh', () => {
  test('names every page that is not what it was, by what became of it', () => {
    assert.deepEqual(reportLines(report, 'refreshed', view), [
      '',
      '10 pages revisited: 4 unchanged, 3 changed, 1 moved, 1 gone, 1 unknown. 3 pages left for the next run. 0 new pages, 0 relevant.',
      '',
      'Changed, now relevant or no longer relevant',
      '  0.80 → 0.10  turned  http://a.test/turned',
      '',
      'Changed, relevance as before',
      '  0.80 → 0.70  reworded  http://a.test/reworded',
      '  0.20 → 0.00  dull      http://a.test/dull',
      '',
      'Moved',
      '  0.80  moved  http://a.test/moved  to http://a.test/elsewhere',
      '',
      'Gone',
      '  0.10  dropped  http://a.test/dropped  the server responded with status 410',
      '',
      'Unknown: the request failed, so the old version is kept',
      '  0.80  broken  http://a.test/broken  the server responded with status 500',
      '',
      'Report       law/report.html',
      'All changes  law/refresh.json',
      'Explain      osprey why law URL',
    ]);
  });

  test('says why no page was due, and of no file where there is none', () => {
    const none = {
      ...report,
      counts: { ...counts, changed: 0, moved: 0, gone: 0, unchanged: 0, unknown: 0 },
      changes: [],
    };
    const noneDue = noneDueInWords({ olderThan: '1d', minRelevance: '0.50' });
    const lines = reportLines({ ...none, relevanceChanged: [] }, 'refreshed', {
      ...view,
      page: undefined,
      place: undefined,
      noneDue,
    });
    assert.deepEqual(lines, [
      '',
      'No page with relevance 0.50 or more (--min-relevance) is due: all were checked less than 1d ago (--older-than). 0 new pages, 0 relevant.',
      '',
      'Explain      osprey why law URL',
    ]);
  });

  test('has the schedule in numbers as people say them', () => {
    const plan = (pagesPerDay: number, everyDays: number) => ({ fresh: 0.9, pagesPerDay, everyDays });
    const plans = [plan(0.3, 33), plan(0.668, 12.5), plan(1.4, 2.2), plan(240, 1 / 24), plan(200, 0.5)];
    const lines = scheduleLines({ pages: 10, freshNow: 1, plans }).slice(2);
    assert.deepEqual(
      lines.map((line) => line.replace(/^To keep 90 % +/, '')),
      [
        'one page every 3 days, each every 33 days',
        'one page per day, each every 13 days',
        'one page per day, each every 2 days',
        '240 pages per day, each every hour',
        '200 pages per day, each every 12 hours',
      ],
    );
  });
});
