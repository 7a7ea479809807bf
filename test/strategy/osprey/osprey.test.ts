import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { CrawlOptions } from '../../../src/config/options.js';
import type { Strategy } from '../../../src/model/strategy.js';
import { osprey } from '../../../src/strategy/osprey/osprey.js';
import { idfKinds } from '../../../src/text/idf.js';
import { html } from '../../site.js';
import { inventedWeb } from '../invented-web.js';
import { asSeed, type Made, made } from '../made.js';
import { visitOrder } from '../visit-order.js';

const web = inventedWeb(30);
const law = { query: 'law court trial', seed: web.seeds } as const;

/** Reads the pages of the invented web as the crawl would. */
const pagesOf = ({ page }: Made) => Object.entries(web.pages).map(([place, body]) => page(body, `http://${place}`));

/** Visits a page as the engine does. */
function visit({ strategy }: Made, page: ReturnType<Made['page']>) {
  const judgement = strategy.judge(page, asSeed) as Exclude<ReturnType<Strategy['judge']>, Promise<unknown>>;
  const scores = strategy.rank(page, judgement, page.links, asSeed) as Exclude<
    ReturnType<Strategy['rank']>,
    Promise<unknown>
  >;
  const { url, terms, links } = page;
  const visited = { url, terms, links, judgement, relevant: judgement.relevance >= 0.5, reached: asSeed };
  strategy.learn!(visited);
  return { judgement, scores, visited };
}

const birds = 'bird wing feather nest egg';
const others = 'the quick rain of the plain falls on green hills';
/** The web of a test: pages on birds and others, told by what they hold. */
const about = (subject: string, links: readonly (readonly [string, string])[] = [], number = 0) =>
  html(
    `page ${number}`,
    `${subject} ${Array.from({ length: 8 }, (_, word) => `filler${number}x${word}`).join(' ')}`,
    links,
  );
const crawl = (pages: Readonly<Record<string, string>>, options: Partial<CrawlOptions>) =>
  visitOrder(pages, { query: 'bird', strategy: 'osprey', nearDuplicates: 'off', ...options });
const placesOf = (order: readonly string[], belongs: (place: string) => boolean) =>
  order.flatMap((place, index) => (belongs(place) ? [index] : []));

describe("osprey's order of visits", () => {
  test('the links of a good page come before those of a bad one', async () => {
    const pages: Record<string, string> = {
      'a.test/bad': about(others, numbered('/bad/', 6), 1),
      'a.test/good': about(birds, numbered('/good/', 6), 2),
    };
    for (let page = 0; page < 6; page++) {
      pages[`a.test/bad/${page}`] = about(others, [], 10 + page);
      pages[`a.test/good/${page}`] = about(others, [], 20 + page);
    }
    const order = await crawl(pages, { seed: ['http://a.test/bad', 'http://a.test/good'], maxPages: 9 });
    assert.ok(placesOf(order, (place) => place.startsWith('a.test/good/')).length >= 5, order.join(' '));
  });

  test('the siblings of good pages come first, though nothing else tells them from the others', async () => {
    const pages: Record<string, string> = {
      'a.test/list1': about(others, numbered('/list/1', 8), 1),
      'a.test/list2': about(others, numbered('/list/2', 8), 2),
    };
    for (let page = 0; page < 8; page++) {
      pages[`a.test/list/1${page}`] = about(others, [], 10 + page);
      pages[`a.test/list/2${page}`] = about(birds, [], 20 + page);
    }
    const order = await crawl(pages, { seed: ['http://a.test/list1', 'http://a.test/list2'] });
    assert.equal(order.length, 18);
    const good = placesOf(order, (place) => place.startsWith('a.test/list/2'));
    // Two lists, and at most two pages of the wrong one before all of the right one.
    assert.ok(good.at(-1)! < 2 + 8 + 2, order.join(' '));
  });

  test('a host that pays comes before one that does not, which is put off but not shut out', async () => {
    const pages: Record<string, string> = {};
    const both = Array.from({ length: 15 }, (_, page): [string, string][] => [
      [`http://poor.test/${page}`, 'read more'],
      [`http://rich.test/${page}`, 'read more'],
    ]).flat();
    pages['a.test/'] = about('bird', both, 1);
    for (let page = 0; page < 15; page++) {
      pages[`poor.test/${page}`] = about(others, [], 10 + page);
      pages[`rich.test/${page}`] = about(birds, [], 40 + page);
    }
    const order = await crawl(pages, { seed: 'http://a.test/' });
    assert.equal(order.length, 31);
    const rich = placesOf(order, (place) => place.startsWith('rich.test'));
    assert.ok(rich.at(-1)! <= 15 + 4, order.join(' '));
  });

  test('a calendar without end starves while other links wait, though as good a page led there', async () => {
    const pages: Record<string, string> = {};
    const months = (from: number): [string, string][] =>
      Array.from({ length: 20 }, (_, at) => at + 1).map((ahead) => [
        `http://a.test/calendar?month=${from + ahead}`,
        'next month',
      ]);
    pages['a.test/'] = about(birds, [...months(0), ...numbered('/articles/', 30)], 1);
    for (let month = 1; month < 120; month++)
      pages[`a.test/calendar?month=${month}`] = about(others, months(month), 200 + month);
    // One article in four is what is wanted.
    for (let page = 0; page < 30; page++)
      pages[`a.test/articles/${page}`] = about(page % 4 === 0 ? birds : others, [], 10 + page);
    const order = await crawl(pages, { seed: 'http://a.test/', maxPages: 36 });
    const trapped = placesOf(order, (place) => place.includes('calendar')).length;
    assert.ok(trapped <= 6, `${trapped} of ${order.length}: ${order.join(' ')}`);
  });

  test('a host that nobody has seen gets a look, though its link is the last of many', async () => {
    const pages: Record<string, string> = {
      'a.test/': about(others, [...numbered('/', 30), ['http://new.test/', 'read more']], 1),
      'new.test/': about(birds, [], 2),
    };
    for (let page = 0; page < 30; page++) pages[`a.test/${page}`] = about(others, [], 10 + page);
    const order = await crawl(pages, { seed: 'http://a.test/' });
    assert.ok(order.indexOf('new.test/') <= 3, order.join(' '));
  });
});

/** Links to numbered pages; their anchors tell nothing. */
function numbered(path: string, count: number): [string, string][] {
  return Array.from({ length: count }, (_, page) => [`http://a.test${path}${page}`, 'read more']);
}

describe('what osprey knows', () => {
  for (const idf of idfKinds) {
    test(`comes to the same when it is learnt again on resume as while crawling (idf ${idf})`, () => {
      const [live, replayed] = [made(osprey, { ...law, idf }), made(osprey, { ...law, idf })];
      const pages = pagesOf(live);
      for (const page of pages.slice(0, 50)) replayed.strategy.learn!(visit(live, page).visited);
      assert.deepEqual(replayed.strategy.knowledge!.snapshot(), live.strategy.knowledge!.snapshot());
      for (const page of pages.slice(50, 70)) assert.deepEqual(visit(replayed, page), visit(live, page));
    });
  }

  test('is all in its snapshot: the same judgements, scores and worths from there on', () => {
    const place = fc.nat(119);
    fc.assert(
      fc.property(fc.uniqueArray(place, { maxLength: 40 }), fc.array(place, { maxLength: 10 }), (before, after) => {
        const [one, other] = [made(osprey, law), made(osprey, law)];
        const pages = pagesOf(one);
        for (const at of before) visit(one, pages[at]!);
        other.strategy.knowledge!.restore(one.strategy.knowledge!.snapshot());
        for (const at of after) assert.deepEqual(visit(other, pages[at]!), visit(one, pages[at]!));
        for (const { url } of pages)
          assert.equal(other.strategy.queueing!.revalue!(url), one.strategy.queueing!.revalue!(url));
      }),
      { numRuns: 15 },
    );
  });

  test('is refused when it is damaged, wherever it was cut', () => {
    const learner = made(osprey, { ...law, idf: 'collection' });
    for (const page of pagesOf(learner).slice(0, 5)) visit(learner, page);
    const data = learner.strategy.knowledge!.snapshot();
    fc.assert(
      fc.property(fc.nat(data.length - 1), (length) => {
        const restore = () =>
          made(osprey, { ...law, idf: 'collection' }).strategy.knowledge!.restore(data.subarray(0, length));
        assert.throws(restore, { name: 'Failure', code: 'knowledge-damaged' });
      }),
      { numRuns: 50 },
    );
  });

  test('withstands pages without a word, without a link, that link to themselves, and that are visited twice', () => {
    const learner = made(osprey, { query: 'bird' });
    const hostile = [
      '',
      '<p></p>',
      '<a href="/"></a><a href="/?"></a><a href="http://a.test/">bird</a>',
      `${'bird '.repeat(50_000)}<a href="/x">${'bird '.repeat(5_000)}</a>`,
      Array.from({ length: 500 }, (_, at) => `<a href="http://h${at}.test/?${'a&'.repeat(at)}"> </a>`).join(''),
    ];
    for (let round = 0; round < 4; round++)
      for (const [index, body] of hostile.entries()) {
        const { judgement, scores } = visit(learner, learner.page(body, `http://a.test/${index % 3}`));
        assert.ok(judgement.relevance >= 0 && judgement.relevance <= 1 && judgement.raw >= 0 && judgement.raw <= 1);
        for (const { value } of scores) assert.ok(Number.isFinite(value));
      }
  });

  test('gives one score a link, 0 for what was visited before', () => {
    const learner = made(osprey, { query: 'bird' });
    visit(learner, learner.page('bird', 'http://a.test/seen'));
    const page = learner.page('bird <a href="/seen">bird</a> <a href="/new">bird</a>', 'http://a.test/');
    const { scores } = visit(learner, page);
    assert.deepEqual(
      scores.map(({ value }) => value > 0),
      [false, true],
    );
    assert.equal(learner.strategy.queueing!.revalue!('http://a.test/seen'), undefined);
    assert.equal(learner.strategy.queueing!.revalue!('http://a.test/new'), scores[1]!.value);
  });
});

describe("osprey's judgement", () => {
  const raw = (learner: Made, text: string) => visitless(learner, text).raw;
  const visitless = ({ strategy, page }: Made, text: string) =>
    strategy.judge(page(`<p>${text}</p>`, 'http://probe.test/'), asSeed) as { raw: number; relevance: number };

  test("heeds a person's labels: like pages rise or fall with them", () => {
    const after = (relevant?: boolean) => {
      const learner = made(osprey, law);
      for (const page of pagesOf(learner).slice(0, 60)) visit(learner, page);
      const label = learner.page('<p>recipe with flour, butter and an onion of the law</p>', 'http://l.test/');
      if (relevant !== undefined) learner.strategy.labels!.apply({ page: label, relevant });
      return raw(learner, 'butter, flour and onion for a court');
    };
    assert.ok(after(true) > after()!, `${after(true)} > ${after()}`);
    assert.ok(after(false) < after()!, `${after(false)} < ${after()}`);
  });

  test('wants the genre besides the subject', () => {
    const syllabus = made(osprey, { query: 'bird', genreTerms: ['syllabus', 'homework', 'lecture notes'] });
    const plain = made(osprey, { query: 'bird' });
    const [course, story] = [
      'bird syllabus with homework and lecture notes',
      'bird that flew over a house with a tree',
    ];
    assert.ok(raw(syllabus, course) > 2 * raw(syllabus, story));
    assert.ok(raw(plain, course) < raw(plain, story));
    assert.ok(raw(syllabus, 'syllabus with homework and lecture notes') < raw(syllabus, course) / 2);
  });

  test('wants what is like the examples', () => {
    const reader = made(osprey, { query: 'jaguar' });
    const example = reader.page('<p>jaguar engine wheels and gears of a fast car</p>').terms;
    const withExample = made(osprey, { query: 'jaguar' }, [example]);
    const [car, cat] = ['jaguar with a new engine and better gears', 'jaguar that hunts in the forest at night'];
    assert.ok(raw(withExample, car) > raw(withExample, cat), `${raw(withExample, car)}, ${raw(withExample, cat)}`);
    assert.ok(Math.abs(raw(reader, car) - raw(reader, cat)) < 0.1, `${raw(reader, car)}, ${raw(reader, cat)}`);
  });

  test('is better when it learns: pages on law that lack the words of the query rise above others', () => {
    const learner = made(osprey, law);
    for (const [index, page] of pagesOf(learner).entries()) if (index % 2 === 0) visit(learner, page);
    const lacking = 'judge appeal verdict statute lawyer justice plaintiff';
    const [learnt, cooking] = [raw(learner, lacking), raw(learner, 'recipe flour oven butter sauce dough simmer')];
    const bare = raw(made(osprey, law), lacking);
    assert.ok(learnt > bare + 0.05 && cooking < learnt / 3, `${learnt}, ${bare}, ${cooking}`);
    const without = made(osprey, { ...law, set: { 'osprey.without': 'learnt-words' } });
    for (const page of pagesOf(without).slice(0, 40)) visit(without, page);
    assert.ok(raw(without, lacking) < learnt);
  });
});

test('a long sitemap is ranked in turns of the event loop, and comes to the same as when it is learnt again', async () => {
  const entries = 2_000;
  const anchors = Array.from(
    { length: entries },
    (_, entry) => `<a href=/court/${entry % 7}/${entry}>law ${entry}</a>`,
  );
  const [crawling, resumed] = [made(osprey, law), made(osprey, law)];
  const sitemap = { ...crawling.page(anchors.join(''), 'http://a.test/sitemap.xml'), lists: 'pages' as const };
  const { url, links } = sitemap;
  assert.equal(links.length, entries);
  const judgement = await crawling.strategy.judge(sitemap, asSeed);
  let [turns, isRanked] = [0, false];
  const turn = () => {
    turns++;
    if (!isRanked) setImmediate(turn);
  };
  setImmediate(turn);
  const scores = await crawling.strategy.rank(sitemap, judgement, links, asSeed);
  isRanked = true;
  assert.equal(scores.length, entries);
  assert.ok(scores.every(({ value }) => value > 0));
  // Taken in and scored: two passes.
  assert.ok(turns >= (2 * entries) / 500 - 2, `${turns} turns`);
  const terms = { ids: new Uint32Array(), counts: new Uint16Array() };
  const visited = { url, terms, links, judgement, relevant: false, reached: asSeed, isSitemap: true } as const;
  for (const { strategy } of [crawling, resumed]) strategy.learn!(visited as never);
  assert.deepEqual(crawling.strategy.knowledge!.snapshot(), resumed.strategy.knowledge!.snapshot());
});
