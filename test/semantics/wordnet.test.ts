import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { ehrigMeasure, liMeasure } from '../../src/semantics/measures.js';
import { readWordNet } from '../../src/semantics/packed-wordnet.js';
import type { PartOfSpeech } from '../../src/semantics/part-of-speech.js';
import { type SenseChoice, WordNet } from '../../src/semantics/wordnet.js';
import { WordNetColumns } from '../../src/semantics/wordnet-columns.js';
import { columnsOf } from '../../tools/wordnet/columns-of.js';
import { readDatabase } from '../../tools/wordnet/wordnet-database.js';
import { writeColumns } from '../../tools/wordnet/write-columns.js';
import { allSenses, lemmaCount, PlainWordNet } from './plain-wordnet.js';

const wordnet = WordNet.load();
const plain = new PlainWordNet(wordnet);

function only(...partsOfSpeech: PartOfSpeech[]): SenseChoice {
  return { ...allSenses, partsOfSpeech };
}

function near(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);
}

describe('WordNet, packed', () => {
  const packed = readWordNet(new WordNetColumns());

  test('has every synset and word of WordNet 3.1, and is loaded once', () => {
    // 155,467 lines in the four index files; words of several parts of speech and hyphened spellings fall together.
    assert.equal(packed.hypernyms.size, 117791);
    assert.equal(packed.lemmas.size, lemmaCount);
    assert.equal(WordNet.load(), wordnet);
  });

  test('lists the meanings of a word, the most frequent first, and can be held to some of them', () => {
    // index.noun: car n 5 ... 02961779 (auto), 02963378 (railcar), 02963937 (of an airship), 02963788 (of a lift), 02937835 (cable car)
    const car = plain.sensesOf('car').map((synset) => wordnet.wordsOf(synset));
    assert.deepEqual(car, [
      ['auto', 'automobile', 'car', 'machine', 'motorcar'],
      ['car', 'railcar', 'railroad car', 'railway car'],
      ['car', 'gondola'],
      ['car', 'elevator car'],
      ['cable car', 'car'],
    ]);
    assert.equal(plain.sensesOf('car', { ...allSenses, mostSenses: 2 }).length, 2);
    assert.equal(plain.sensesOf('car', only('v')).length, 0);
  });

  test('every way up ends at a top, without circles', () => {
    for (let synset = 0; synset < packed.hypernyms.size; synset++) {
      const above = Array.from(packed.hypernyms.of(synset));
      const expected =
        above.length > 0 ? 1 + Math.min(...above.map((hypernym) => wordnet.depthOf(hypernym))) : synset === 0 ? 0 : 1;
      if (wordnet.depthOf(synset) !== expected) assert.fail(String(wordnet.wordsOf(synset)));
    }
    assert.deepEqual(wordnet.wordsOf(0), ['entity']);
  });

  test('missing files are one clear failure', () => {
    assert.throws(
      () => WordNet.from(new WordNetColumns('/nowhere')),
      /WordNet cannot be read from \/nowhere\/lemmas\.br .* install osprey-crawler again/,
    );
  });
});

describe('a small WordNet', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-wordnet-'));
  after(() => rmSync(folder, { recursive: true }));
  const put = (name: string, text: string) => writeFileSync(path.join(folder, name), text);

  test('is read with hyphens as spaces, several hypernyms, and circles', () => {
    // The second and third are kinds of each other, which WordNet itself does not have. Offsets are places of lines.
    const lines = [
      '00000000 03 n 01 entity 0 000 | top\n',
      '-second- 03 n 01 X-ray 0 002 @ 00000000 n 0000 @ -third-- n 0000 | one\n',
      '-third-- 03 n 02 beam 0 x_ray 0 001 @i -second- n 0000 | two\n',
    ] as const;
    const offset = (place: number) => String(place).padStart(8, '0');
    const [second, third] = [offset(lines[0].length), offset(lines[0].length + lines[1].length)];
    put('data.noun', lines.join('').replaceAll('-second-', second).replaceAll('-third--', third));
    put(
      'index.noun',
      `  1 licence
beam n 1 1 @ 1 0 ${third}  
entity n 1 0 1 0 00000000  
x-ray n 1 1 @ 1 0 ${second}  
x_ray n 1 1 @ 1 0 ${third}  
`,
    );
    for (const name of ['verb', 'adj', 'adv']) for (const kind of ['data', 'index']) put(`${kind}.${name}`, '');
    writeColumns(folder, columnsOf(readDatabase(folder)));
    const columns = new WordNetColumns(folder);
    const small = WordNet.from(columns);
    const { lemmas, hypernyms } = readWordNet(columns);
    assert.equal(lemmas.size, 3);
    assert.deepEqual([...hypernyms.of(1)], [0, 2]);
    assert.deepEqual([...hypernyms.of(2)], [1]);
    assert.deepEqual(new PlainWordNet(small).sensesOf('X-rays'), [1, 2]);
    assert.deepEqual(
      [0, 1, 2].map((synset) => small.depthOf(synset)),
      [0, 1, 2],
    );
    assert.equal(new PlainWordNet(small).pathLength('beam', 'entity'), 2);
  });

  test('is refused where a column is cut short or does not belong to the others', () => {
    const columns = new WordNetColumns(folder);
    writeColumns(folder, new Map([['pointer-counts', Buffer.from([0, 2])]]));
    assert.throws(
      () => WordNet.from(columns),
      /pointer-counts\.br has 2 entries instead of 3: install osprey-crawler again/,
    );
    truncateSync(path.join(folder, 'senses.br'), 2);
    assert.throws(() => WordNet.from(columns), /WordNet cannot be read from .*senses\.br \(unexpected end of file\)/);
  });
});

describe('looking words up', () => {
  const cases: readonly (readonly [written: string, ...lemmas: string[]])[] = [
    ['Cars', 'car'],
    ['heart attacks', 'heart attack'],
    ['FIRST-AID', 'first aid'],
    ['boxes', 'box'],
    ['cities', 'city'],
    ['women', 'woman'],
    ['mice', 'mouse'],
    ['hypotheses', 'hypothesis'],
    ['matrices', 'matrix'],
    ['larvae', 'larva'],
    ['phenomena', 'phenomenon'],
    ['nuclei', 'nucleus'],
    ['happier', 'happy'],
    ['went', 'go'],
    ['swam', 'swim'],
    ['planned', 'planned', 'plan'],
    ['panicked', 'panicked', 'panic'],
  ];
  for (const [written, ...expected] of cases) {
    test(`${written} is ${expected.join(' or ')}`, () => {
      const lemmas = wordnet.lookUp(written.toLowerCase().replace('-', ' '), allSenses)?.lemmas ?? [];
      assert.deepEqual(new Set(lemmas.map((lemma) => wordnet.textOf(lemma))), new Set(expected));
    });
  }

  test('takes each part of speech as written, or as what it is a form of', () => {
    // "saw" is a noun and a verb of its own, and a form of "see".
    const verbs = wordnet.lookUp('saw', only('v'))!.lemmas.map((lemma) => wordnet.textOf(lemma));
    assert.deepEqual(verbs, ['saw', 'see']);
    assert.equal(wordnet.lookUp('glass', only('r')), undefined);
    assert.equal(wordnet.lookUp('', allSenses), undefined);
    assert.equal(wordnet.lookUp('s'.repeat(5000), allSenses), undefined);
  });

  test('every word is found as it is written, and no collocation is missed by its beginning', () => {
    for (let lemma = 0; lemma < lemmaCount; lemma += 7) {
      const text = wordnet.textOf(lemma);
      if (!wordnet.lookUp(text, allSenses)?.lemmas.includes(lemma)) assert.fail(text);
      const [first, second] = text.split(' ');
      if (second !== undefined && !wordnet.mayBeginCollocation(first!, second)) assert.fail(text);
    }
    assert.equal(wordnet.mayBeginCollocation('kubernetes', 'dashboard'), false);
  });
});

// Hypernyms in WordNet 3.1, from data.noun:
//   car, auto, automobile 02961779 → motor vehicle 03796768 ← truck 04497386
//   motor vehicle → self-propelled vehicle → wheeled vehicle 04583497 → container → instrumentality → artifact → whole → object →
//     physical entity → entity: wheeled vehicle is at depth 7 (through *vehicle* it would be 8), motor vehicle at 9, car at 10.
//   bicycle 02837983 → wheeled vehicle ← railcar, car 02963378
//   dog 02086723 → canine → carnivore 02077948 ← feline ← cat 02124272; carnivore → placental → mammal → vertebrate → chordate →
//     animal → organism → living thing → whole → object → physical entity → entity: depth 11.
//   Einstein 10974490 → (instance) physicist 10447768
describe('steps between words', () => {
  test('are 0 in one synset, and count up to the nearest common concept and down again', () => {
    assert.equal(plain.pathLength('car', 'automobile'), 0);
    assert.equal(plain.pathLength('automobile', 'truck'), 2);
    assert.equal(plain.pathLength('dog', 'cat'), 4);
    assert.equal(plain.pathLength('Dogs', 'CATS'), 4);
    assert.equal(plain.pathLength('car', 'motor vehicle'), 1);
    assert.equal(plain.pathLength('einstein', 'physicist'), 1);
  });

  test('are those between the nearest meanings', () => {
    // automobile → motor vehicle → self-propelled vehicle → wheeled vehicle ← bicycle, but a car may be a railcar.
    assert.equal(plain.pathLength('automobile', 'bicycle'), 4);
    assert.equal(plain.pathLength('car', 'bicycle'), 2);
  });

  test('exist between verbs of one hierarchy only', () => {
    // whisper 00917783 → talk 00944022 ← shout 00914426; snore 00017024 → breathe 00001740, a top of its own.
    assert.equal(plain.pathLength('whisper', 'shout', only('v')), 2);
    assert.equal(plain.pathLength('whisper', 'snore', only('v')), Number.POSITIVE_INFINITY);
    assert.equal(plain.pathLength('kubernetes', 'car'), Number.POSITIVE_INFINITY);
  });
});

describe('similarity of words', () => {
  const ehrig = (a: string, b: string, base = 0.5, choice = allSenses) =>
    plain.similarity(a, b, ehrigMeasure(base), choice);
  const li = (a: string, b: string, alpha = 0.2, beta = 0.6) => plain.similarity(a, b, liMeasure(alpha, beta));

  test('after Ehrig is base^sp (Batsakis 2007, eq 3)', () => {
    assert.equal(ehrig('car', 'automobile'), 1);
    assert.equal(ehrig('automobile', 'truck'), 0.25);
    assert.equal(ehrig('dog', 'cat'), 0.0625);
    near(ehrig('automobile', 'truck', 0.9), 0.81);
    assert.equal(ehrig('whisper', 'snore', 0.5, only('v')), 0);
  });

  test('after Li is e^(−αL)·tanh(βH) (Batsakis 2007, eq 4)', () => {
    // L = 2, H = 9 (motor vehicle): e^−0.4 · tanh 5.4 = 0.670293
    near(li('automobile', 'truck'), Math.exp(-0.4) * Math.tanh(5.4));
    // L = 4, H = 11 (carnivore): e^−0.8 · tanh 6.6 = 0.449327
    near(li('dog', 'cat'), Math.exp(-0.8) * Math.tanh(6.6));
    // L = 0, H = 10: tanh 6 = 0.999988
    near(li('car', 'automobile'), Math.tanh(6));
    near(li('automobile', 'truck', 1, 0.1), Math.exp(-2) * Math.tanh(0.9));
    // Adjectives are tops, at depth 1: tanh 0.6 = 0.537050
    near(li('glad', 'happy'), Math.tanh(0.6));
  });

  test('is 1 for a word and itself in any form, known or not, and 0 for unknown words else', () => {
    for (const similarity of [ehrig, li]) {
      assert.equal(similarity('entity', 'Entities'), 1);
      assert.equal(similarity('kubernetes', 'Kubernetes'), 1);
      assert.equal(similarity('kubernetes', 'docker'), 0);
    }
  });

  test('is symmetric, between 0 and 1, and 1 step halves it after Ehrig', () => {
    const word = fc.integer({ min: 0, max: lemmaCount - 1 }).map((lemma) => wordnet.textOf(lemma));
    fc.assert(
      fc.property(word, word, (a, b) => {
        for (const similarity of [ehrig, li]) {
          assert.equal(similarity(a, b), similarity(b, a));
          assert.ok(similarity(a, b) >= 0 && similarity(a, b) <= 1);
        }
        if (a !== b) assert.equal(ehrig(a, b), 0.5 ** plain.pathLength(a, b));
      }),
    );
  });
});
