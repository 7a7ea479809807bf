import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  BackgroundIdf,
  backgroundFile,
  backgroundIdf,
  decodeStatistics,
  encodeStatistics,
} from '../../src/text/background-idf.js';
import { CollectionIdf } from '../../src/text/collection-idf.js';
import { idfKinds, idfOf } from '../../src/text/idf.js';
import { TextPipeline } from '../../src/text/text-pipeline.js';

const pipeline = new TextPipeline();
const near = (actual: number, expected: number, tolerance = 1e-9) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);
const pageOf = (...ids: number[]) => ({ ids: Uint32Array.from(ids), counts: new Uint32Array(ids.length).fill(1) });

describe('background idf', () => {
  const idf = backgroundIdf();
  const of = (term: string) => idf.of(pipeline.idOf(term)!);

  test('orders terms from general to special', () => {
    const terms = ['said', 'computer', 'robotics', 'asthma', 'crawler'];
    const values = terms.map(of);
    assert.deepEqual(
      values,
      values.toSorted((a, b) => a - b),
    );
    assert.ok(values[0]! < 1 && values.at(-1)! > 7);
  });

  test('gives a term that it does not know the idf of a rare one', () => {
    assert.equal(of('qqxzzq'), decodeStatistics(readFileSync(`data/${backgroundFile(true)}`)).highest);
  });

  test('knows words that are not stemmed, apart', () => {
    const words = new TextPipeline({ stem: false });
    const word = backgroundIdf(false).of(words.idOf('computers')!);
    assert.ok(word > of('computer') && word < 6);
  });

  test('finds each of its terms', () => {
    const statistics = decodeStatistics(readFileSync(`data/${backgroundFile(true)}`));
    const { ids, steps, lowest, highest } = statistics;
    ids.forEach((id, i) => {
      if (idf.of(id) !== lowest + (steps[i]! / 255) * (highest - lowest)) assert.fail(`term ${id}`);
    });
    assert.deepEqual(
      [...ids],
      [...new Set(ids)].sort((a, b) => a - b),
    );
  });

  test('expects the norm that its term shares give', () => {
    // Two terms with p = 0.75 and 0.25, idf 1 and 2: squares 0.75² + (2·0.25)² = 0.8125, variances 0.75 + 4·0.25 =
    // 1.75.
    // A page of 4 tokens: √(16·0.8125 + 4·1.75) = √20.
    const statistics = {
      ids: Uint32Array.of(5, 9),
      steps: Uint8Array.of(0, 255),
      lowest: 1,
      highest: 2,
      squares: 0.8125,
      variances: 1.75,
    };
    const two = new BackgroundIdf(decodeStatistics(encodeStatistics(statistics)));
    near(two.expectedNorm(4), Math.sqrt(20));
    assert.deepEqual(
      [5, 9, 7].map((id) => two.of(id)),
      [1, 2, 2],
    );
  });

  test('has stored sums that agree with the stored idf', () => {
    const { steps, lowest, highest, squares, variances } = decodeStatistics(
      readFileSync(`data/${backgroundFile(true)}`),
    );
    let [listed, squareSum, varianceSum] = [0, 0, 0];
    for (const step of steps) {
      const idf = lowest + (step / 255) * (highest - lowest);
      // idf = log(1 + 1/share) and share = 1 − (1 − p)^400, solved for p. The commonest terms are in nearly every
      // document: p is uncertain there.
      const p = -Math.expm1(Math.log1p(-Math.min(0.9999, 1 / Math.expm1(idf))) / 400);
      listed += p;
      squareSum += (idf * p) ** 2;
      varianceSum += idf ** 2 * p;
    }
    near(listed, 0.97, 0.03);
    near(varianceSum + highest ** 2 * (1 - listed), variances, 0.05 * variances);
    near(squareSum, squares, 0.05 * squares);
  });

  test('refuses a file that is cut off', () => {
    const bytes = readFileSync(`data/${backgroundFile(true)}`);
    assert.throws(() => decodeStatistics(bytes.subarray(0, 1000)), /truncated/);
    assert.throws(() => decodeStatistics(bytes.subarray(0, 3)), /truncated/);
  });
});

describe('collection idf', () => {
  test('without a prior is log(1 + N/n), where n = 0 counts as 1', () => {
    const idf = new CollectionIdf();
    near(idf.of(1), Math.log(2));
    idf.add(pageOf(1, 2));
    idf.add(pageOf(1));
    idf.add(pageOf(1, 3));
    near(idf.of(1), Math.log(1 + 3 / 3));
    near(idf.of(2), Math.log(1 + 3 / 1));
    near(idf.of(4), Math.log(1 + 3 / 1));
  });

  test('starts from its prior and leaves it as pages come in', () => {
    // The prior's idf log 5 = log(1 + 1/share) says that a quarter of the documents have the term: 2 of N₀ = 8.
    const idf = new CollectionIdf({ of: () => Math.log(5) }, 8);
    near(idf.of(1), Math.log(5));
    // 8 + 2 pages, 2 + 2 of them with term 1, 2 + 0 with term 2.
    idf.add(pageOf(1));
    idf.add(pageOf(1));
    near(idf.of(1), Math.log(1 + 10 / 4));
    near(idf.of(2), Math.log(1 + 10 / 2));
  });

  test('goes on from a snapshot as if it had not stopped', () => {
    const pages = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 32 - 1 }), { maxLength: 20 }), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(pages, pages, (before, after) => {
        const [straight, resumed] = [new CollectionIdf(backgroundIdf()), new CollectionIdf(backgroundIdf())];
        for (const ids of before) straight.add(pageOf(...ids));
        resumed.restore(straight.snapshot());
        for (const ids of after) for (const idf of [straight, resumed]) idf.add(pageOf(...ids));
        assert.equal(resumed.documents, before.length + after.length);
        assert.deepEqual(resumed.snapshot(), straight.snapshot());
        for (const id of before.flat()) assert.equal(resumed.of(id), straight.of(id));
      }),
    );
  });

  test('refuses a damaged snapshot', () => {
    const idf = new CollectionIdf();
    idf.add(pageOf(1));
    assert.throws(() => idf.restore(idf.snapshot().subarray(0, 20)), {
      code: 'knowledge-damaged',
      policy: 'fatal',
    });
    assert.throws(() => idf.restore(new Uint8Array(3)), { code: 'knowledge-damaged' });
  });

  test('forgets its rarest terms rather than grow without bound', () => {
    const idf = new CollectionIdf(undefined, 0, 3);
    idf.add(pageOf(1, 2));
    idf.add(pageOf(1, 3));
    near(idf.of(2), Math.log(1 + 2 / 1));
    // Terms 1 to 4 are one too many: those met once go, and count as 1 as before.
    idf.add(pageOf(1, 4));
    assert.equal(idf.snapshot().length, 16 + 8);
    near(idf.of(1), Math.log(1 + 3 / 3));
  });
});

test('each kind of idf can be selected', () => {
  const id = pipeline.idOf('asthma')!;
  assert.deepEqual(
    idfKinds.map((kind) => idfOf(kind).of(id).toFixed(6)),
    [backgroundIdf().of(id).toFixed(6), backgroundIdf().of(id).toFixed(6), '1.000000'],
  );
});
