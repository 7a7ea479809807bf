import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Failure, UsageError } from '../../../src/failure.js';
import { HeldPages } from '../../../src/strategy/tswt/held-pages.js';
import { TermWeights } from '../../../src/strategy/tswt/term-weights.js';
import { tswt } from '../../../src/strategy/tswt/tswt.js';
import { idfOfOne } from '../../../src/text/idf.js';
import type { TermCounts } from '../../../src/text/term-counts.js';
import { asSeed, made } from '../made.js';

const termId = fc.integer({ min: 1, max: 2 ** 32 - 1 });
const counts: fc.Arbitrary<TermCounts> = fc
  .uniqueArray(fc.tuple(termId, fc.integer({ min: 1, max: 1000 })), { selector: ([id]) => id, maxLength: 20 })
  .map((terms) => ({ ids: Uint32Array.from(terms, ([id]) => id), counts: Uint32Array.from(terms, ([, n]) => n) }));
const text = fc.array(termId, { maxLength: 8 }).map((ids) => Uint32Array.from(ids));
const link = fc.record(
  { url: fc.webUrl(), anchorTerms: text, urlTerms: text, contextTerms: text },
  { noNullPrototype: true },
);
const page = fc.record(
  { terms: counts, links: fc.array(link, { maxLength: 5 }), relevant: fc.boolean() },
  { noNullPrototype: true },
);

describe('tswt: what is held', () => {
  test('held pages come back as they were, from memory and from a snapshot', () => {
    fc.assert(
      fc.property(fc.array(page, { maxLength: 5 }), (pages) => {
        const held = new HeldPages();
        for (const each of pages) held.add(each);
        const restored = new HeldPages();
        restored.restore(held.snapshot());
        assert.deepEqual([...held], pages);
        assert.deepEqual([...restored], pages);
      }),
    );
  });

  test('weights come back from a snapshot exactly, whatever was there before', () => {
    fc.assert(
      fc.property(fc.array(counts), fc.array(counts), (documents, before) => {
        const [weights, restored] = [new TermWeights(idfOfOne), new TermWeights(idfOfOne)];
        for (const document of documents) weights.add(document);
        for (const document of before) restored.add(document);
        restored.restore(weights.snapshot());
        assert.deepEqual(restored.normalised(), weights.normalised());
      }),
    );
  });

  test('beyond a number of terms the lightest are forgotten', () => {
    const weights = new TermWeights(idfOfOne, [], new Set(), 4);
    weights.add({ ids: Uint32Array.of(1, 2, 3, 4), counts: Uint32Array.of(9, 1, 8, 1) });
    assert.equal(weights.normalised().size, 4);
    weights.add({ ids: Uint32Array.of(5), counts: Uint32Array.of(7) });
    assert.deepEqual([...weights.normalised().keys()], [1, 3, 5]);
  });

  test('of terms as light as one another the first stay', () => {
    const weights = new TermWeights(idfOfOne, [], new Set(), 4);
    weights.add({ ids: Uint32Array.of(5, 4, 3, 2, 1), counts: Uint32Array.of(1, 1, 1, 1, 1) });
    assert.deepEqual([...weights.normalised().keys()], [5, 4, 3]);
  });
});

const documents = [
  '<p>audi engine quattro</p><a href="/x">audi coupe</a> <a href="/y">weather</a>',
  '<p>audi engine engine sedan</p><a href="/x">coupe</a>',
  '<p>audi engine tuning tuning sedan</p><a href="/z">tuning</a>',
  '<p>audi engine dealer</p><a href="/w">dealer tuning</a>',
];
const set = { 'tswt.table': 'dynamic', 'tswt.dynamic-size': 4, 'tswt.growth': 100, 'tswt.growth-terms': 2 };
const options = { query: 'audi', idf: 'collection', set, genreTerms: ['dealer'] } as const;

describe('tswt: knowledge', () => {
  const { page: read } = made(tswt, options);
  const pages = documents.map((html, index) => read(html, `http://a.test/${index}`));

  /** Two seeds, the table, two pages: what each step gave. A snapshot goes to a new agent after so many steps. */
  async function crawl(handOver: number): Promise<unknown[]> {
    let { strategy } = made(tswt, options);
    const given: unknown[] = [];
    for (const [index, page] of pages.entries()) {
      if (index === handOver) {
        const next = made(tswt, options).strategy;
        next.knowledge!.restore(strategy.knowledge!.snapshot());
        strategy = next;
      }
      if (index === 2) given.push(strategy.queueing!.refill!());
      const judgement = await strategy.judge(page, asSeed);
      given.push(judgement, await strategy.rank(page, judgement, page.links, asSeed), strategy.lessons?.of);
      const { url, terms, links } = page;
      given.push(strategy.learn!({ url, terms, links, judgement, relevant: true, reached: asSeed }));
    }
    return [...given, strategy.topTerms!(9)];
  }

  test('goes on from a snapshot as if nothing had happened: among the seeds, before and after the table', async () => {
    const expected = await crawl(-1);
    for (const handOver of [0, 1, 2, 3])
      assert.deepEqual(await crawl(handOver), expected, `handed over at ${handOver}`);
  });

  test('damaged knowledge is refused', () => {
    const { strategy } = made(tswt, options);
    const snapshot = strategy.knowledge!.snapshot();
    const damaged = (thrown: unknown) => thrown instanceof Failure && thrown.policy === 'fatal';
    assert.throws(() => strategy.knowledge!.restore(snapshot.subarray(1)), damaged);
    assert.throws(() => new TermWeights(idfOfOne).restore(new Uint8Array(11)), damaged);
    assert.throws(() => new HeldPages().restore(Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0)), damaged);
    assert.throws(() => new HeldPages().restore(new Uint8Array(3)), damaged);
  });
});

describe('tswt: pages that say nothing', () => {
  const word = fc.constantFrom('audi', 'engine', 'forum', 'the', '7', '');
  const words = fc.array(word, { maxLength: 4 }).map((all) => all.join(' '));
  const document = fc
    .tuple(words, fc.array(fc.tuple(words, fc.constantFrom('/', '/forum', '/x')), { maxLength: 3 }))
    .map(([text, links]) => `<p>${text}</p>${links.map(([anchor, url]) => `<a href="${url}">${anchor}</a>`).join('')}`);
  const given = fc.record({
    query: fc.constantFrom('audi', 'porsche', 'constructor'),
    idf: fc.constantFrom('one', 'background', 'collection'),
    genre: fc.constantFrom([], ['blogs'], ['web']),
    genreTerms: fc.constantFrom([], ['forum'], ['member']),
    urlTerms: fc.constantFrom([], ['forum']),
    set: fc.record({
      'tswt.table': fc.constantFrom('static', 'dynamic'),
      'tswt.query-weight': fc.constantFrom(0, 1),
      'tswt.page-scope': fc.constantFrom('whole', 'table'),
      'tswt.growth-threshold': fc.constantFrom(0, 0.6),
      'tswt.most-held-pages': fc.constantFrom(1, 1000),
    }),
  });

  /** Every number in it, however deep. */
  const numbersOf = (value: unknown): number[] =>
    typeof value === 'number' ? [value] : value instanceof Object ? Object.values(value).flatMap(numbersOf) : [];

  test('whatever pages, query and genre lack, scores are numbers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(document, { maxLength: 5 }), fc.nat(5), given, async (documents, seeds, options) => {
        const { strategy, page: read } = made(tswt, options as Parameters<typeof made>[1]);
        for (let index = 0; index <= documents.length; index++) {
          const rescores = index === seeds ? strategy.queueing!.refill!() : [];
          const scored = rescores.filter((rescore) => !('promote' in rescore));
          assert.ok(numbersOf(scored).every(Number.isFinite));
          if (index === documents.length) break;
          const page = read(documents[index]!);
          const judgement = await strategy.judge(page, asSeed);
          const scores = await strategy.rank(page, judgement, page.links, asSeed);
          const { url, terms, links } = page;
          const learnt = strategy.learn!({ url, terms, links, judgement, relevant: index % 2 === 0, reached: asSeed });
          const numbers = numbersOf([judgement, scores, learnt]);
          assert.ok(numbers.every((number) => number >= 0 && Number.isFinite(number)));
        }
      }),
    );
  });
});

describe('tswt: inputs', () => {
  const refused = (given: Parameters<typeof made>[1], code: string, message: RegExp) =>
    assert.throws(
      () => made(tswt, given),
      (thrown) => thrown instanceof UsageError && thrown.code === code && message.test(thrown.message),
    );

  test('an unknown genre is refused with a guess', () => {
    refused({ query: 'audi', genre: ['blgs'] }, 'unknown-genre', /did you mean "blogs"/);
  });

  test('weights that leave nothing to follow links by are refused', () => {
    refused({ query: 'audi', set: { 'tswt.topic-weight': 0 } }, 'no-weight', /topic-weight above 0/);
    refused(
      { query: 'audi', set: { 'tswt.topic-weight': 0, 'tswt.genre-weight': 0 }, genre: ['blogs'] },
      'no-weight',
      /./,
    );
    assert.ok(made(tswt, { query: 'audi', set: { 'tswt.topic-weight': 0 }, genre: ['blogs'] }));
  });

  test('parameters out of range are refused', () => {
    refused({ query: 'audi', set: { 'tswt.static-size': 0 } }, 'bad-parameter', /static-size/);
    refused({ query: 'audi', set: { 'tswt.growth-threshold': 2 } }, 'bad-parameter', /growth-threshold/);
    refused({ query: 'audi', set: { 'tswt.table': 'none' } }, 'bad-parameter', /static, dynamic/);
  });

  test('every part of its scores and judgements is explained in words', async () => {
    const { strategy, page } = made(tswt, { query: 'audi', genre: ['blogs'], set: { 'tswt.most-held-pages': 1 } });
    const read = page('<p>audi blog comments sport</p><p>audi <a href="/blog-audi">audi blog</a></p>');
    const names = new Set<string>();
    for (let visits = 0; visits < 2; visits++) {
      const judgement = await strategy.judge(read, asSeed);
      const scores = await strategy.rank(read, judgement, read.links, asSeed);
      for (const { parts } of [...scores, judgement]) for (const name in parts) names.add(name);
      const { url, terms, links } = read;
      strategy.learn!({ url, terms, links, judgement, relevant: true, reached: asSeed });
    }
    names.delete('audi');
    const known = Object.keys(tswt.parts);
    const unexplained = [...names].filter(
      (name) => !known.some((part) => (part.endsWith('*') ? name.startsWith(part.slice(0, -1)) : name === part)),
    );
    assert.deepEqual(unexplained, []);
    assert.equal(names.size, known.length);
  });
});
