import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CrawlOptions } from '../../../src/config/options.js';
import { UsageError } from '../../../src/failure.js';
import type { LinkScore } from '../../../src/model/strategy.js';
import { genre } from '../../../src/strategy/genre/genre.js';
import { backgroundIdf } from '../../../src/text/background-idf.js';
import { termId } from '../../../src/text/term-id.js';
import { html, redirect } from '../../site.js';
import { asSeed, made } from '../made.js';
import { visitOrder, visitOrderResumed } from '../visit-order.js';

const terms = {
  query: 'databases',
  genreTerms: ['syllabus', 'grading', 'office hours'],
  contentTerms: ['database', 'relational algebra'],
};
// Frequencies: syllabus 2, grading 1, office hours 0; database 1, relational algebra 1.
const text = '<p>Syllabus of the syllabus: database. Grading, relational algebra.</p>';
// Genre: product 2 + 1 = 3, |page| = √(4 + 1), |set| = √3.
const genreOfText = 3 / Math.sqrt(15); // 0.774597
// Content: both terms once: 2 / (√2·√2).
const contentOfText = 1;

/** `Partial<CrawlOptions>` with a query that is never undefined. */
type Options = Omit<Partial<CrawlOptions>, 'query'> & { readonly query?: string };

async function judged(options: Options = {}, url = 'http://a.test/') {
  const { strategy, page } = made(genre, { ...terms, ...options });
  return strategy.judge(page(text, url), asSeed);
}

function near(actual: number | undefined, expected: number): void {
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-7, `${actual} is not ${expected}`);
}

describe('the judgement of genre (de Assis et al. 2009, FCrawl steps 05-09)', () => {
  test('is the mean of genre and content, each a cosine over its own terms', async () => {
    const { raw, relevance, parts } = await judged();
    near(parts.genre, genreOfText);
    near(parts.content, contentOfText);
    near(raw, (genreOfText + contentOfText) / 2); // 0.887298
    // 3 genre terms and 2 content terms: √(0.7/√3) = 0.635719, √(0.7/√2) = 0.703550; as good as their mean is 0.5.
    near(relevance, raw / (raw + 0.6696345));
    assert.equal((await judged({ set: { 'genre.scaled': false } })).relevance, raw);
  });

  test('is the mean of that and of the URL, 7 to 3, where there are URL terms', async () => {
    // The URL has course and syllabus, and not class: 2 / (√2·√3) = 0.816497.
    const url = 'http://a.test/courses/db/syllabus.html';
    const { raw, parts } = await judged({ urlTerms: ['course', 'syllabus', 'class'] }, url);
    near(parts.url, 2 / Math.sqrt(6));
    near(raw, 0.7 * ((genreOfText + contentOfText) / 2) + 0.3 * (2 / Math.sqrt(6))); // 0.866058
  });

  test('takes other weights', async () => {
    const set = { 'genre.genre-weight': 1, 'genre.content-weight': 3 };
    near((await judged({ set })).raw, (genreOfText + 3 * contentOfText) / 4);
    const noUrl = { 'genre.url-weight': 0 };
    near((await judged({ set: noUrl, urlTerms: ['class'] })).raw, (genreOfText + contentOfText) / 2);
  });

  test('merged: one set of all terms, which the paper compares with', async () => {
    // Frequencies 2, 1, 0, 1, 1: product 5, |page| = √7, |set| = √5: 5 / √35 = 0.845154.
    near((await judged({ set: { 'genre.merged': true } })).raw, 5 / Math.sqrt(35));
  });

  test('idf from general text, if asked for', async () => {
    const idf = backgroundIdf(true);
    const [syllabus, grading, office] = ['syllabus', 'grade', 'offic hour'].map((term) => idf.of(termId(term)));
    const [a, b, c] = [syllabus!, grading!, office!];
    // w(page) = 2a, b, 0; w(set) = a, b, c.
    const expected = (2 * a * a + b * b) / (Math.hypot(2 * a, b) * Math.hypot(a, b, c));
    near((await judged({ set: { 'genre.idf': 'background' } })).parts.genre, expected);
  });

  test('of several genres the best counts', async () => {
    const { parts } = await judged({ genre: ['job-offer'] });
    near(parts.genre, genreOfText);
  });

  test('the words and phrases of the query are the content where no content terms are given', async () => {
    // database, relational, algebra and "relational algebra", each once.
    const { parts } = await judged({ query: 'databases "relational algebra"', contentTerms: [] });
    near(parts.content, 1);
    // databases and networks: 1 / √2.
    near((await judged({ query: 'databases networks', contentTerms: [] })).parts.content, Math.SQRT1_2);
  });
});

const links = [1, 2, 3].map((number) => `<a href="/${number}">${number}</a>`).join(' ');

async function visited(set: Record<string, string | number>, words = text) {
  const { strategy, page } = made(genre, { ...terms, set: { 'genre.ties': 'first', ...set } });
  const read = page(words + links);
  const reached = { depth: 2, level: 1 };
  const judgement = await strategy.judge(read, reached);
  const scores = await strategy.rank(read, judgement, read.links, reached);
  const lesson = { url: read.url, terms: read.terms, judgement, relevant: true, links: [] };
  return { strategy, judgement, scores, rescores: strategy.learn!({ ...lesson, reached }), lesson };
}

function values(scores: readonly LinkScore[]): number[] {
  return scores.map(({ value }) => value);
}

describe('the policies of the queue (de Assis et al. 2009, section 4.4)', () => {
  // The text's score is 0.8873. "grading" alone has genre 1/√3 and content 0: 0.2887.
  const weak = '<p>grading</p>';
  const siblings = (score: number) => [{ siblingsOf: 'http://a.test/', score, merge: 'set' }];

  test('fs-2: siblings take over a score above 0.20, links start with 0', async () => {
    const { scores, rescores, judgement } = await visited({ 'genre.policy': 'fs-2' });
    assert.deepEqual(values(scores), [0, 0, 0]);
    near(judgement.raw, (genreOfText + contentOfText) / 2);
    assert.deepEqual(rescores, siblings(judgement.raw));
  });

  test('a score that is not above the threshold changes nothing in fs-2 and pfs-2', async () => {
    const threshold = (await visited({}, weak)).judgement.raw;
    for (const policy of ['fs-2', 'pfs-2']) {
      const set = { 'genre.policy': policy, 'genre.change-threshold': threshold };
      const { scores, rescores } = await visited(set, weak);
      assert.deepEqual([values(scores), rescores], [[0, 0, 0], undefined]);
    }
  });

  test('fs-1 and pfs-1 take over any score, even 0', async () => {
    assert.deepEqual((await visited({ 'genre.policy': 'fs-1' }, '<p>nothing</p>')).rescores, siblings(0));
    const { rescores, scores, judgement } = await visited({ 'genre.policy': 'pfs-1' }, weak);
    assert.deepEqual(rescores, siblings(judgement.raw));
    assert.deepEqual(values(scores), [judgement.raw, judgement.raw, judgement.raw]);
  });

  test('ps gives links the score of their page and leaves siblings alone; pfs-2 does both', async () => {
    const ps = await visited({ 'genre.policy': 'ps' });
    assert.deepEqual([values(ps.scores), ps.rescores], [Array(3).fill(ps.judgement.raw), undefined]);
    const pfs = await visited({ 'genre.policy': 'pfs-2' });
    const { raw } = pfs.judgement;
    assert.deepEqual([values(pfs.scores), pfs.rescores], [Array(3).fill(raw), siblings(raw)]);
  });

  test('pfs-1 is the default, and ties are broken by chance, the same in every run', async () => {
    const { strategy, page: read } = made(genre, { ...terms });
    const source = read(
      html('Syllabus', 'database', [
        ['/a', 'x'],
        ['/b', 'y'],
        ['/c', 'z'],
      ]),
      'http://a.test/0',
    );
    const judgement = await strategy.judge(source, asSeed);
    const scores = values(await strategy.rank(source, judgement, source.links, asSeed));
    assert.equal(new Set(scores).size, 3);
    assert.ok(scores.every((score) => score >= judgement.raw && score < judgement.raw + 1e-9));
    assert.deepEqual(values(await strategy.rank(source, judgement, source.links, asSeed)), scores);
    const other = made(genre, { ...terms, randomSeed: 7 }).strategy;
    assert.notDeepEqual(values(await other.rank(source, judgement, source.links, asSeed)), scores);
  });

  test('seeds have no siblings', async () => {
    const { strategy, lesson } = await visited({});
    assert.equal(strategy.learn!({ ...lesson, reached: asSeed }), undefined);
  });

  test('siblings can be made to keep a higher score', async () => {
    const { rescores, judgement } = await visited({ 'genre.sibling-merge': 'max' });
    assert.deepEqual(rescores, [{ siblingsOf: 'http://a.test/', score: judgement.raw, merge: 'max' }]);
  });
});

const relevant = 'Syllabus with grading, office hours: database, relational algebra';
const page = (title: string, words: string, ...hrefs: string[]) =>
  html(
    title,
    words,
    hrefs.map((href) => [href, 'link']),
  );

// Two hubs; the first leads to plain pages (n), the second to syllabi (s). The first syllabus has a link of its own (d).
// The second syllabus is a redirect: its target (t) is met when all the others are queued.
const web = {
  'a.test/': page('Start', 'Welcome', '/h1', '/h2', '/h3'),
  'a.test/h1': page('People', 'Names', '/n1', '/n2'),
  'a.test/h2': page('Courses', 'grading', '/s1', '/s2', '/s3'),
  'a.test/h3': page('Visitors', 'Maps', '/m1', '/m2'),
  'a.test/n1': page('n1', 'A person', '/n3'),
  'a.test/n2': page('n2', 'Another person'),
  'a.test/n3': page('n3', 'A third person'),
  'a.test/m1': page('m1', 'A map'),
  'a.test/m2': page('m2', 'Another map'),
  'a.test/s1': page('s1', relevant, '/d1'),
  'a.test/s2': redirect('/t2'),
  'a.test/s3': page('s3', `${relevant} again`),
  'a.test/t2': page('t2', `${relevant} indeed`),
  'a.test/d1': page('d1', 'A homework'),
};
const crawl = { ...terms, seed: 'http://a.test/', strategy: 'genre' };

function orderFor(set: Record<string, string | number | boolean> = {}, pages: Parameters<typeof visitOrder>[0] = web) {
  return visitOrder(pages, { ...crawl, set: { 'genre.ties': 'first', ...set } }).then(pathsOf);
}

function pathsOf(order: readonly string[]): string {
  return order.map((url) => url.replace('a.test/', '')).join(' ');
}

describe('a crawl with genre', () => {
  test('fs-2: what a sibling of a good page leads to comes before what else is queued', async () => {
    // s1 lifts s2 and s3. When s2 redirects, its target t2 has their score and comes before m1; breadth-first it comes last.
    assert.equal(await orderFor({ 'genre.policy': 'fs-2' }), ' h1 h2 h3 n1 n2 s1 s3 t2 m1 m2 n3 d1');
    assert.equal(
      pathsOf(await visitOrder(web, { query: terms.query, seed: crawl.seed, strategy: 'breadth-first' })),
      ' h1 h2 h3 n1 n2 s1 s3 m1 m2 n3 d1 t2',
    );
  });

  test('fs-2 with random ties is not breadth-first', async () => {
    const order = await orderFor({ 'genre.policy': 'fs-2', 'genre.ties': 'random' });
    assert.equal(order.split(' ').length, 13);
    assert.notEqual(order, await orderFor({ 'genre.policy': 'fs-2' }));
  });

  test('ps: links of a good page come first, and its siblings wait', async () => {
    // h2 scores 0.29, so that its links come before those of h1 and h3; d1 has the 0.95 or so of s1.
    assert.equal(await orderFor({ 'genre.policy': 'ps' }), ' h1 h2 s1 d1 s3 t2 h3 n1 n2 m1 m2 n3');
  });

  test('pfs-2: siblings of a good page, then its links', async () => {
    // h2 > 0.20 lifts its links and its sibling h3 to 0.29, s1 lifts s2, s3 and d1; h3 was queued before s1.
    assert.equal(await orderFor({ 'genre.policy': 'pfs-2' }), ' h1 h2 h3 s1 s3 d1 t2 n1 n2 m1 m2 n3');
  });

  test('a resumed crawl goes on as the uninterrupted one would have', async () => {
    for (const set of [{ 'genre.policy': 'pfs-2' }, { 'genre.policy': 'pfs-1', 'genre.idf': 'collection' }]) {
      const options = { ...crawl, set };
      assert.deepEqual(await visitOrderResumed(web, options), await visitOrder(web, options));
    }
  });

  test('follows links seven steps deep within a site, counted from where it entered the site', async () => {
    const chain: Record<string, string> = {};
    for (let step = 0; step < 10; step++) chain[`a.test/${step || ''}`] = page(`a${step}`, 'text', `/${step + 1}`);
    assert.equal(await orderFor({}, chain), ' 1 2 3 4 5 6 7');
    assert.equal(await orderFor({ 'genre.max-site-depth': 'none' }, chain), ' 1 2 3 4 5 6 7 8 9');
    const excursion = {
      'a.test/': page('a0', 'text', '/1'),
      'a.test/1': page('a1', 'text', '/2', 'http://b.test/'),
      'a.test/2': page('a2', 'text'),
      'b.test/': page('b0', 'text', '/1', 'http://a.test/3'),
      'b.test/1': page('b1', 'text', '/2'),
      'a.test/3': page('a3', 'text', '/2'),
    };
    // b.test/ is entered anew, and so is a.test from there: a2, pruned when a1 linked to it, is met again from a3.
    assert.equal(await orderFor({ 'genre.max-site-depth': 1 }, excursion), ' 1 b.test/ b.test/1 3 2');
  });

  test('follows the first 200 links of a page, or as many as it is told', async () => {
    const hrefs = Array.from({ length: 203 }, (_, index) => `/${index + 1}`);
    const { strategy, page: read } = made(genre, terms);
    const wide = read(page('wide', 'text', ...hrefs));
    const scores = await strategy.rank(wide, await strategy.judge(wide, asSeed), wide.links, asSeed);
    assert.deepEqual(
      scores.map(({ pruned }) => pruned === true),
      hrefs.map((_, index) => index >= 200),
    );
    assert.equal(await orderFor({ 'genre.max-links': 1 }), ' h1 n1 n3');
  });
});

describe('what genre needs', () => {
  const refusal = (options: Options, code: string, message: RegExp) =>
    assert.throws(
      () => made(genre, { query: 'databases', ...options }),
      (thrown: unknown) => {
        assert.ok(thrown instanceof UsageError);
        assert.equal(thrown.code, code);
        assert.match(thrown.message, message);
        return true;
      },
    );

  test('a genre, content and weights; each that is missing is one clear error', () => {
    refusal({}, 'no-genre', /give --genre, such as course-syllabus, or --genre-terms/);
    refusal({ genre: ['web'] }, 'no-genre', /--genre/);
    refusal({ genre: ['sylabus'] }, 'unknown-genre', /Genres: news/);
    refusal({ genreTerms: ['of the'] }, 'empty-terms', /stop words/);
    refusal({ genre: ['news'], contentTerms: ['of the'] }, 'no-content', /--content-terms/);
    refusal({ genre: ['news'], query: 'of the' }, 'no-content', /query or --content-terms/);
    const set = { 'genre.genre-weight': 0, 'genre.content-weight': 0 };
    refusal({ genre: ['news'], set }, 'no-weight', /genre-weight and genre.content-weight are 0/);
  });

  test('phrases among the terms are counted in pages', () => {
    const { page: read } = made(genre, { query: 'databases', genre: ['course-syllabus'] });
    const ids = read('<p>Tentative schedule: none</p>').terms.ids;
    assert.ok(ids.includes(termId('tentat schedul')));
  });
});
