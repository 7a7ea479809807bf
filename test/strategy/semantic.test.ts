import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CrawlOptions } from '../../src/config/options.js';
import type { LinkScore } from '../../src/model/strategy.js';
import { ehrig } from '../../src/strategy/semantic/ehrig.js';
import { ssrm } from '../../src/strategy/semantic/ssrm.js';
import { synset } from '../../src/strategy/semantic/synset.js';
import type { StrategyEntry } from '../../src/strategy/strategy-entry.js';
import { asSeed, made } from './made.js';
import { visitOrder, visitOrderResumed } from './visit-order.js';

/** Scores of links with these anchor texts on a page of nothing else. */
async function scores(
  entry: StrategyEntry,
  options: Partial<CrawlOptions> & { query: string },
  ...anchors: string[]
): Promise<readonly LinkScore[]> {
  const { strategy, page } = made(entry, options);
  const read = page(anchors.map((anchor, n) => `<p><a href="/${n}">${anchor}</a></p>`).join(''));
  return strategy.rank(read, await strategy.judge(read, asSeed), read.links, asSeed);
}

function near(actual: number | undefined, expected: number): void {
  assert.ok(Math.abs(actual! - expected) < 1e-12, `${actual} is not ${expected}`);
}

// Steps and depths in WordNet 3.1, worked out in test/semantics/wordnet.test.ts:
//   automobile–car 0 (depth 10), automobile–truck 2 (motor vehicle, 9), bicycle–car 2 and bicycle–truck 3 (wheeled vehicle, 7).
describe('ehrig, eq 8', () => {
  test('sums base^sp · w_a · w_q over all pairs of terms, with tf weights, not normalised', async () => {
    const [one, two, unknown] = await scores(
      ehrig,
      { query: 'car truck' },
      'automobile',
      'automobile automobile bicycle',
      'kubernetes',
    );
    // car: 0.5^0 = 1; truck: 0.5^2 = 0.25
    near(one!.value, 1.25);
    assert.deepEqual(one!.parts, { 'like car': 1, 'like truck': 0.25 });
    // tf: automobile 2/2, bicycle 1/2. car: 1 + ½·0.5^2 = 1.125; truck: 0.25 + ½·0.5^3 = 0.3125
    near(two!.value, 1.4375);
    assert.deepEqual(two!.parts, { 'like car': 1.125, 'like truck': 0.3125 });
    assert.deepEqual(unknown, { value: 0, parts: {} });
  });

  test("weighs the query's words by how often they are asked for", async () => {
    // tf: car 1, truck ½: 1 + ½·0.25
    near((await scores(ehrig, { query: 'car car truck' }, 'automobile'))[0]!.value, 1.125);
  });

  test('takes expressions as one term, and unknown words by their stems', async () => {
    const [aid, aids, cluster] = await scores(
      ehrig,
      { query: 'first aid kubernetesing' },
      'First Aid',
      'first',
      'kubernetesed',
    );
    assert.equal(aid!.parts['like first aid'], 1);
    assert.ok((aids!.parts['like first aid'] ?? 0) < 0.1);
    assert.deepEqual(cluster!.parts, { 'like kubernetesing': 1 });
  });

  test('has its parameters', async () => {
    const query = 'car truck';
    near((await scores(ehrig, { query, set: { 'ehrig.base': 0.1 } }, 'automobile'))[0]!.value, 1.01);
    // Its first meaning only: a car is no railcar, so bicycle is 4 steps away.
    const [score] = await scores(ehrig, { query: 'car', set: { 'ehrig.senses': 1 } }, 'bicycle');
    near(score!.value, 0.5 ** 4);
    const [happy] = await scores(ehrig, { query: 'happy', set: { 'ehrig.parts-of-speech': 'noun' } }, 'glad');
    assert.equal(happy!.value, 0);
  });
});

describe('ssrm, eq 9', () => {
  test('sums sim_Li · w_q · w_a over all pairs of terms, divided by the norms of both', async () => {
    const [one, two] = await scores(ssrm, { query: 'car truck' }, 'automobile', 'automobile bicycle');
    const [carAuto, truckAuto] = [Math.tanh(6), Math.exp(-0.4) * Math.tanh(5.4)]; // 0.999988, 0.670293
    const [carBike, truckBike] = [Math.exp(-0.4) * Math.tanh(4.2), Math.exp(-0.6) * Math.tanh(4.2)]; // 0.670019, 0.548565
    near(one!.value, (carAuto + truckAuto) / (Math.SQRT2 * 1)); // 1.181076
    near(two!.value, (carAuto + truckAuto + carBike + truckBike) / (Math.SQRT2 * Math.SQRT2)); // 1.444432
    near(two!.parts['like truck'], (truckAuto + truckBike) / 2);
  });

  test('weighs by tf·idf', async () => {
    // A rare and a frequent word of one text: idf(marimba) > idf(home), so the rare one decides the more.
    const options = { query: 'marimba home', idf: 'background' } as const;
    const [rare, frequent] = await scores(ssrm, options, 'marimba', 'home');
    assert.ok(rare!.parts['like marimba']! > 2 * frequent!.parts['like home']!);
  });

  test('has its parameters', async () => {
    const set = { 'ssrm.alpha': 1, 'ssrm.beta': 0.1 };
    near((await scores(ssrm, { query: 'car', set }, 'truck'))[0]!.value, Math.exp(-2) * Math.tanh(0.9));
  });
});

// "xylophone" and "marimba" have one meaning, which is the same: q̂ of "xylophone" is {xylophone, marimba}, |q̂| = √2 with idf one.
describe('synset, eq 10', () => {
  test('is the mean of cos(page, q̂) and cos(â, q̂)', async () => {
    const { strategy, page } = made(synset, { query: 'xylophone' });
    const read = page(`<p>marimba concert concert</p><a href="/1">marimba</a> <a href="/2">concert</a>
      <a href="/3">Marimba Kubernetes</a>`);
    const judgement = await strategy.judge(read, asSeed);
    // marimba 3, concert 3, kubernetes 1: |page| = √19, product 3·1.
    const pageCosine = 3 / Math.sqrt(19 * 2);
    near(judgement.raw, pageCosine);
    assert.deepEqual(Object.keys(judgement.parts), ['synonym marimba']);
    const [marimba, concert, both] = await strategy.rank(read, judgement, read.links, asSeed);
    near(marimba!.parts.anchor, 1); // â = q̂
    assert.equal(concert!.parts.anchor, 0);
    near(concert!.value, pageCosine / 2);
    // â = {marimba, xylophone, kubernetes}, all 1: 2 / (√3·√2)
    near(both!.parts.anchor, 2 / Math.sqrt(6));
    near(both!.value, (pageCosine + 2 / Math.sqrt(6)) / 2);
  });

  test('synonyms inherit the weight of their term, whatever their own idf', async () => {
    const { strategy, page } = made(synset, { query: 'xylophone', idf: 'background' });
    for (const word of ['xylophone', 'marimba']) {
      near((await strategy.judge(page(`<p>${word}</p>`), asSeed)).raw, Math.SQRT1_2);
    }
  });

  test('counts synonyms of several words in pages and anchors', async () => {
    const { strategy, page } = made(synset, { query: 'car' });
    const judgement = await strategy.judge(page('<p>railway car</p>'), asSeed);
    assert.deepEqual(Object.keys(judgement.parts).sort(), ['car', 'synonym railway car']);
  });

  test('judges on the same scale: a page is as relevant by a synonym as by the word', async () => {
    const { strategy, page } = made(synset, { query: 'xylophone', idf: 'background' });
    const filler = 'the orchestra played for an hour and people liked what they heard there very much indeed '.repeat(
      9,
    );
    const [word, synonym] = await Promise.all(
      ['xylophone', 'marimba'].map((name) => strategy.judge(page(`<p>${name} ${name} ${name} ${filler}</p>`), asSeed)),
    );
    assert.ok(Math.abs(word!.relevance - synonym!.relevance) < 0.1);
    assert.ok(word!.relevance > 0.4);
  });

  test('joins examples as the other query-driven strategies do', async () => {
    const example = made(synset, { query: 'xylophone' }).page('<p>concert percussion</p>').terms;
    const { strategy, page } = made(synset, { query: 'xylophone' }, [example]);
    const { parts } = await strategy.judge(page('<p>marimba percussion</p>'), asSeed);
    assert.deepEqual(Object.keys(parts), ['synonym marimba', '(examples)']);
  });
});

describe('the semantic strategies', () => {
  const pages = {
    'a.test/': '<p>Welcome.</p> <a href="/bread">banana bread</a> <a href="/auto">automobile</a>',
    'a.test/bread': '<p>flour and water</p>',
    'a.test/auto': '<p>an engine and wheels</p> <a href="/late">motor vehicles</a>',
    'a.test/late': '<p>roads</p>',
  };
  const options = { seed: 'http://a.test/', query: 'car' } as const;

  for (const strategy of ['ehrig', 'ssrm', 'synset']) {
    test(`${strategy} follows a synonym before what is unrelated; best-first does not`, async () => {
      const plain = await visitOrder(pages, { ...options, strategy: 'best-first' });
      assert.deepEqual(plain, ['a.test/', 'a.test/bread', 'a.test/auto', 'a.test/late']);
      const order = await visitOrder(pages, { ...options, strategy });
      assert.deepEqual(order.slice(0, 2), ['a.test/', 'a.test/auto']);
    });

    test(`${strategy} goes on after a stop as if there had been none`, async () => {
      const learning = { ...options, strategy, idf: 'collection' } as const;
      assert.deepEqual(await visitOrderResumed(pages, learning), await visitOrder(pages, learning));
    });
  }

  test('ehrig and ssrm also follow what is near in meaning; synset takes synonyms alone', async () => {
    const near = ['a.test/', 'a.test/auto', 'a.test/late', 'a.test/bread'];
    assert.deepEqual(await visitOrder(pages, { ...options, strategy: 'ehrig' }), near);
    assert.deepEqual(await visitOrder(pages, { ...options, strategy: 'ssrm' }), near);
    assert.deepEqual(await visitOrder(pages, { ...options, strategy: 'synset' }), [
      'a.test/',
      'a.test/auto',
      'a.test/bread',
      'a.test/late',
    ]);
  });

  test('refuse what they cannot work with, in one sentence', () => {
    for (const entry of [ehrig, ssrm, synset]) {
      assert.throws(
        () => made(entry, { query: 'auto', language: 'de' }),
        new RegExp(`The strategy ${entry.name} compares words by WordNet, which is English, and the language is "de"`),
      );
      assert.throws(() => made(entry, { query: 'what about us' }), /give a query that names the topic/);
    }
  });
});

describe('Mihalcea, Corley & Strapparava 2006, and an ontology beside WordNet', () => {
  test('each word is matched with the most similar one of the other text, and both texts count half', async () => {
    const set = { 'ssrm.similarity': 'mihalcea', 'ssrm.alpha': 0.2, 'ssrm.beta': 0.6 };
    const [one, none] = await scores(ssrm, { query: 'car truck', set }, 'automobile bicycle', 'kubernetes');
    // Idf is 1. Li: automobile–car e^0·tanh(0.6·10), automobile–truck e^(−0.4)·tanh(0.6·9), bicycle–car e^(−0.4)·tanh(0.6·7).
    const [car, truck, bicycle] = [Math.tanh(6), Math.exp(-0.4) * Math.tanh(5.4), Math.exp(-0.4) * Math.tanh(4.2)];
    // Of the query: car best by automobile, as truck is. Of the anchor: automobile by car.
    near(one!.value, ((car + truck) / 2 + (car + bicycle) / 2) / 2);
    near(one!.parts['like truck'], truck);
    assert.deepEqual(none, { value: 0, parts: {} });
  });

  test('an ontology of the topic knows what WordNet does not', async () => {
    const ontology = 'examples/sourdough.ttl';
    const [without] = await scores(ehrig, { query: 'levain' }, 'autolyse');
    const [one, two] = await scores(ehrig, { query: 'levain', ontology }, 'sourdough starter', 'rye sour');
    assert.equal(without!.value, 0);
    // A levain is a sourdough starter; rye sour is a kind of it.
    near(one!.value, 1);
    near(two!.value, 0.5);
  });

  test('in another language the ontology stands alone', async () => {
    const ontology = 'examples/sourdough.ttl';
    const [score] = await scores(synset, { query: 'Sauerteig', language: 'de', ontology }, 'Anstellgut');
    assert.ok(score!.value > 0);
    await assert.rejects(scores(synset, { query: 'Sauerteig', language: 'de' }, 'x'), /--ontology/);
  });
});
