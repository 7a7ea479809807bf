import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { auditOf } from '../../../src/lab/audit/audit.js';
import type { AuditPage } from '../../../src/lab/audit/audit-pages.js';
import { type PersonJudgement, type PersonLabel, personLabels } from '../../../src/lab/audit/label-file.js';
import type { VisitRow } from '../../../src/store/visit.js';

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

const near = (actual: number | undefined, expected: number) =>
  assert.ok(Math.abs(actual! - expected) < 5e-5, `${actual} is not ${expected}`);

test('a sample of all pages gives the harvest with its Wilson interval', () => {
  // 10 of 40 judged, 8 relevant. Wilson with z = 1.959964: centre (8 + 1.92073) / 13.84146 = 0.71674,
  // half 1.959964 * sqrt(10 * 0.16 + 0.96036) / 13.84146 = 0.22657.
  const audit = auditOf({ pages: pages('+-'.repeat(20)), copies: 0 }, said('ynyyyyynyy'), { from: 'all', size: 10 });
  assert.equal(audit.harvest!.from, 'all-pages');
  near(audit.harvest!.mean, 0.8);
  near(audit.harvest!.low, 0.49016);
  near(audit.harvest!.high, 0.94332);
  assert.deepEqual(audit.own, { relevant: 20, harvest: 0.5 });
});

test('copies were fetched, and are no finds', () => {
  const audit = auditOf({ pages: pages('+-'.repeat(20)), copies: 10 }, said('ynyyyyynyy'), { from: 'all', size: 10 });
  // 0.8 of 40 pages are 32 of 50.
  near(audit.harvest!.mean, 0.64);
  assert.deepEqual(audit.own, { relevant: 20, harvest: 0.4 });
});

test('samples of both kinds of pages are weighed by how many pages they stand for', () => {
  // 30 called relevant, 10 judged, 9 relevant; 70 others, 10 judged, 1 relevant: 0.3 * 0.9 + 0.7 * 0.1 = 0.34.
  // Wilson of 9/10: 0.59585 to 0.98212, of 1/10: 0.01788 to 0.40415.
  // Low: 0.34 - sqrt((0.3 * 0.30415)² + (0.7 * 0.08212)²) = 0.23213; high: 0.34 + sqrt((0.3 * 0.08212)² + (0.7 * 0.30415)²) = 0.55433.
  const both = pages('+'.repeat(30) + '-'.repeat(70));
  const answers = `yyyyyyyyyn${'.'.repeat(20)}nnnnnynnnn`;
  const { harvest, called, uncalled } = auditOf({ pages: both, copies: 0 }, said(answers), {
    from: 'relevant',
    size: 10,
  });
  assert.equal(harvest!.from, 'both-kinds');
  near(harvest!.mean, 0.34);
  near(harvest!.low, 0.23213);
  near(harvest!.high, 0.55433);
  near(called.share!.low, 0.59585);
  near(uncalled.share!.high, 0.40415);
});

test('one kind alone tells the precision, and no harvest', () => {
  const kinds = pages('++++----');
  for (const from of ['relevant', 'all'] as const) {
    const { called, uncalled, harvest } = auditOf({ pages: kinds, copies: 0 }, said('yn'), { from, size: 4 });
    assert.equal(called.share!.mean, 0.5);
    assert.equal(uncalled.share, null);
    assert.equal(harvest, null);
  }
});

test('a page counts only while all before it in the random order are judged', () => {
  const { called } = auditOf({ pages: pages('+++++'), copies: 0 }, said('yn.yy'), { from: 'relevant', size: 5 });
  assert.deepEqual([called.relevant, called.other], [1, 1]);
});

test('pages that nobody was sure of are counted apart', () => {
  const { called } = auditOf({ pages: pages('+++++'), copies: 0 }, said('y?n'), { from: 'relevant', size: 5 });
  assert.deepEqual([called.relevant, called.other, called.unsure, called.share!.mean], [1, 1, 1, 0.5]);
});

test('a crawl that was judged page by page has its harvest exactly, whatever was drawn', () => {
  const page = fc.tuple(fc.constantFrom('+', '-'), fc.constantFrom('y', 'n'));
  fc.assert(
    fc.property(fc.array(page, { minLength: 1, maxLength: 30 }), fc.constantFrom('all', 'relevant'), (web, from) => {
      const kinds = web.map(([kind]) => kind).join('');
      const answers = web.map(([, answer]) => answer).join('');
      const { harvest } = auditOf({ pages: pages(kinds), copies: 0 }, said(answers), { from, size: web.length });
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
    fc.property(
      fc.array(page, { maxLength: 30 }),
      fc.nat(5),
      fc.constantFrom('all', 'relevant'),
      (web, copies, from) => {
        const kinds = pages(web.map(([kind]) => kind).join(''));
        const { harvest } = auditOf({ pages: kinds, copies }, said(web.map(([, a]) => a).join('')), { from, size: 9 });
        if (harvest === null) return;
        const { low, mean, high } = harvest;
        assert.ok(0 <= low && low <= mean && mean <= high && high <= 1 + 1e-12, `${low} ${mean} ${high}`);
      },
    ),
  );
});
