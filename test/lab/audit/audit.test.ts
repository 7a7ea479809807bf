import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { auditOf } from '../../../src/lab/audit/audit.js';
import type { AuditPage } from '../../../src/lab/audit/audit-pages.js';
import { type PersonJudgement, type PersonLabel, personLabels } from '../../../src/labels/label-file.js';
import type { VisitRow } from '../../../src/model/visit.js';

/** Pages in their random order: + is called relevant, - is not. */
function pages(kinds: string): AuditPage[] {
  return [...kinds].map((kind, index) => ({
    row: { url: `http://t.test/${index}` } as VisitRow,
    called: kind === '+',
  }));
}

/** Of the first pages: y, n, ?; a dot for one that nobody judged. */
function said(answers: string): Map<string, PersonJudgement> {
  const labels: Readonly<Record<string, PersonLabel>> = { y: 'relevant', n: 'other', '?': 'unsure' };
  return new Map(
    [...answers].flatMap((answer, index) =>
      answer === '.' ? [] : [[`http://t.test/${index}`, { label: labels[answer]!, at: '' }] as const],
    ),
  );
}

function choose(all: number, some: number): number {
  let ways = 1;
  for (let one = 1; one <= some; one++) ways = (ways * (all - some + one)) / one;
  return ways;
}

const near = (actual: number | undefined, expected: number) =>
  assert.ok(Math.abs(actual! - expected) < 5e-5, `${actual} is not ${expected}`);

test('a share of few pages is as sure as there are few left', () => {
  // 10 of 40 judged, 8 relevant: 10 * 39 / 30 = 13 trials. Wilson with z = 1.959964: centre (10.4 + 1.92073) / 16.84146 = 0.73157,
  // half 1.959964 * sqrt(13 * 0.16 + 0.96036) / 16.84146 = 0.20292; of 40 pages 21.15 to 37.38, in whole pages 21 to 38.
  const { called } = auditOf({ pages: pages('+'.repeat(40)), copies: 0 }, said('ynyyyyynyy'));
  assert.deepEqual(called.share, { mean: 0.8, low: 21 / 40, high: 38 / 40 });
  // One page of 60 is left, and of two the other is known not to be relevant.
  const nearlyAll = auditOf({ pages: pages('+'.repeat(60)), copies: 0 }, said('y'.repeat(59)));
  assert.deepEqual(nearlyAll.called.share, { mean: 1, low: 59 / 60, high: 1 });
  const two = auditOf({ pages: pages('++'), copies: 0 }, said('n'));
  assert.deepEqual(two.called.share, { mean: 0, low: 0, high: 1 / 2 });
});

test('an interval holds the share that there is in 95 of 100 samples, or nearly so', () => {
  // Every crawl of 30 pages, 24 of them judged: shares of samples by the hypergeometric distribution.
  const [size, drawn] = [30, 24];
  for (let there = 0; there <= size; there++) {
    let held = 0;
    for (let hits = Math.max(0, there - size + drawn); hits <= Math.min(there, drawn); hits++) {
      const answers = 'y'.repeat(hits) + 'n'.repeat(drawn - hits);
      const { low, high } = auditOf({ pages: pages('+'.repeat(size)), copies: 0 }, said(answers)).called.share!;
      const isHeld = low <= there / size && there / size <= high;
      if (isHeld) held += (choose(there, hits) * choose(size - there, drawn - hits)) / choose(size, drawn);
    }
    assert.ok(held > 0.94, `${there}: ${held}`);
  }
});

test('a sample of all pages that met none of a kind speaks for all, once it is judged to its end', () => {
  const kinds = { pages: pages(`${'-'.repeat(30)}+`), copies: 0 };
  const { harvest } = auditOf(kinds, said('nnnynnnnnn'), 10);
  assert.deepEqual([harvest!.from, harvest!.mean], ['all-pages', 0.1]);
  assert.equal(auditOf(kinds, said('nnnynnnnn.'), 10).harvest, null);
  // Those of one kind alone, judged without such a sample: it may have passed over pages of the other kind.
  assert.equal(auditOf(kinds, said('nnnynnnnnn')).harvest, null);
});

test('all that was judged in its order counts, kind by kind', () => {
  // 100 pages of all, of which a sample of 50 and then of one kind more: 40 of the 50 others are judged.
  const answers = Array.from({ length: 100 }, (_, index) => (index < 50 ? 'yn'[index % 2] : '.n'[index % 2]));
  answers.splice(80, 20, ...'.'.repeat(20));
  const { harvest, called, uncalled } = auditOf(
    { pages: pages('+-'.repeat(50)), copies: 0 },
    said(answers.join('')),
    50,
  );
  assert.deepEqual([called.relevant + called.other, uncalled.relevant + uncalled.other], [25, 40]);
  assert.deepEqual([harvest!.from, harvest!.mean], ['both-kinds', 0.5]);
});

test('copies were fetched, and are no finds', () => {
  const audit = auditOf({ pages: pages('+-'.repeat(20)), copies: 10 }, said('ynyyyyynyy'));
  // Of 5 judged of each kind, 5 and 3 are relevant: 0.8 of 40 pages are 32 of 50.
  near(audit.harvest!.mean, 0.64);
  assert.deepEqual(audit.own, { relevant: 20, harvest: 0.4 });
});

test('samples of both kinds of pages are weighed by how many pages they stand for', () => {
  // 30 called relevant, 10 judged, 9 relevant; 70 others, 10 judged, 1 relevant: 0.3 * 0.9 + 0.7 * 0.1 = 0.34.
  // Wilson of 0.9 in 10 * 29 / 20 = 14.5 trials: 0.65539 to 0.97706, 19 to 29 of 30 pages (one is known not to be relevant);
  // of 0.1 in 10 * 69 / 60 = 11.5 trials: 0.01969 to 0.38062, 1 to 27 of 70. In pages of 100, of which 34 are the mean:
  // low 34 - sqrt((27 - 19)² + (7 - 1)²) = 24, high 34 + sqrt((29 - 27)² + (27 - 7)²) = 54.09975.
  const both = pages('+'.repeat(30) + '-'.repeat(70));
  const answers = `yyyyyyyyyn${'.'.repeat(20)}nnnnnynnnn`;
  const { harvest, called, uncalled } = auditOf({ pages: both, copies: 0 }, said(answers));
  assert.equal(harvest!.from, 'both-kinds');
  near(harvest!.mean, 0.34);
  near(harvest!.low, 0.24);
  near(harvest!.high, 0.540998);
  near(called.share!.low, 19 / 30);
  near(uncalled.share!.high, 27 / 70);
});

test('one kind alone tells the precision, and no harvest', () => {
  const kinds = pages('++++----');
  for (const drawnOfAll of [0, 4]) {
    const { called, uncalled, harvest } = auditOf({ pages: kinds, copies: 0 }, said('yn'), drawnOfAll);
    assert.equal(called.share!.mean, 0.5);
    assert.equal(uncalled.share, null);
    assert.equal(harvest, null);
  }
});

test('a page counts only while all before it in the random order are judged', () => {
  const { called } = auditOf({ pages: pages('+++++'), copies: 0 }, said('yn.yy'));
  assert.deepEqual([called.relevant, called.other], [1, 1]);
});

test('pages that nobody was sure of are counted apart', () => {
  const { called } = auditOf({ pages: pages('+++++'), copies: 0 }, said('y?n'));
  assert.deepEqual([called.relevant, called.other, called.unsure, called.share!.mean], [1, 1, 1, 0.5]);
});

test('a crawl that was judged page by page has its harvest exactly, whatever was drawn', () => {
  const page = fc.tuple(fc.constantFrom('+', '-'), fc.constantFrom('y', 'n'));
  fc.assert(
    fc.property(fc.array(page, { minLength: 1, maxLength: 30 }), fc.nat(30), (web, drawnOfAll) => {
      const kinds = web.map(([kind]) => kind).join('');
      const answers = web.map(([, answer]) => answer).join('');
      const { harvest } = auditOf({ pages: pages(kinds), copies: 0 }, said(answers), drawnOfAll);
      const exact = [...answers].filter((answer) => answer === 'y').length / web.length;
      for (const end of ['low', 'mean', 'high'] as const) assert.ok(Math.abs(harvest![end] - exact) < 1e-12);
    }),
  );
});

test('intervals hold the share and stay between 0 and 1', () => {
  const answer = fc.constantFrom(
    ...personLabels.map((label) => ({ relevant: 'y', other: 'n', unsure: '?' })[label]),
    '.',
  );
  const page = fc.tuple(fc.constantFrom('+', '-'), answer);
  fc.assert(
    fc.property(fc.array(page, { maxLength: 30 }), fc.nat(5), fc.nat(30), (web, copies, drawnOfAll) => {
      const kinds = pages(web.map(([kind]) => kind).join(''));
      const { harvest } = auditOf({ pages: kinds, copies }, said(web.map(([, a]) => a).join('')), drawnOfAll);
      if (harvest === null) return;
      const { low, mean, high } = harvest;
      assert.ok(0 <= low && low <= mean && mean <= high && high <= 1 + 1e-12, `${low} ${mean} ${high}`);
    }),
  );
});
