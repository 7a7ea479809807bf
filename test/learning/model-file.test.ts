import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { UsageError } from '../../src/failure.js';
import { type ModelFile, readModel, writeModel } from '../../src/learning/model-file.js';
import { trainers } from '../../src/learning/trainers.js';
import type { Trainer } from '../../src/learning/training.js';
import { seededRandom } from '../../src/random.js';
import { html } from '../site.js';
import { recordedVisits } from '../strategy/recorded-visits.js';

const folder = mkdtempSync(path.join(tmpdir(), 'osprey-models-'));
after(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, 'model.json');

const page = (text: string, ...links: string[]) =>
  html(
    '',
    text,
    links.map((link) => [`/${link}`, 'more']),
  );
const set = recordedVisits({
  'a.test/front': page('welcome front door', 'gate', 'rain'),
  'a.test/gate': page('gate archive volume', 'shelf'),
  'a.test/shelf': page('shelf list entry', 'wanted', 'wanted2'),
  'a.test/wanted': page('osprey nest fish', 'front'),
  'a.test/wanted2': page('osprey wing fish', 'shelf'),
  'a.test/wanted3': page('osprey egg chick'),
  'a.test/wanted4': page('osprey claw lake fish'),
  'a.test/wanted5': page('nest chick osprey'),
  'a.test/rain': page('rain cloud weather', 'snow'),
  'a.test/snow': page('snow cloud weather'),
});

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Says that the model is what training made, as whoever changes it on purpose would. */
function save({ kind, version }: Trainer, model: unknown): void {
  const facts = { language: 'en', stem: true, trainedAt: '2026-01-01T00:00:00.000Z', pages: 7 };
  writeModel(file, { kind, version, ...facts, model });
}

const read = (trainer: Trainer) => readModel({ model: file, language: 'en', stem: true }, trainer, 'a-strategy');

/** Changes one value, found by walking down: each step takes a share of the ways that there are. */
function changed(model: Json, steps: readonly number[], value: Json | undefined): Json {
  if (typeof model !== 'object' || model === null || steps.length === 0) return value ?? null;
  const keys = Object.keys(model);
  if (keys.length === 0) return value ?? null;
  const [step, ...rest] = steps as [number, ...number[]];
  const key = keys[Math.floor(step * keys.length)]!;
  const copy = (Array.isArray(model) ? [...model] : { ...model }) as Record<string, Json>;
  if (rest.length > 0) copy[key] = changed(copy[key]!, rest, value);
  else if (value !== undefined) copy[key] = value;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
}

const oddValue: fc.Arbitrary<Json | undefined> = fc.oneof(
  fc.constantFrom<(Json | undefined)[]>(undefined, null, -1, 0, 0.5, 7, 2 ** 32, 1e300, -1e300, '', 'x', true, [], {}),
  fc.integer(),
  fc.double(),
  fc.array(fc.integer()),
);

describe('a model file', () => {
  for (const trainer of trainers) {
    const model = JSON.parse(JSON.stringify(trainer.train(set, seededRandom(1)))) as Json;

    test(`of kind ${trainer.kind} is read as it was written`, () => {
      save(trainer, model);
      assert.deepEqual(read(trainer), model);
    });

    test(`of kind ${trainer.kind} with anything else in a field is refused with its name, or judges in numbers from 0 to 1`, () => {
      const shares = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 6 });
      const refused = { times: 0 };
      fc.assert(
        fc.property(shares, oddValue, (steps, value) => {
          save(trainer, changed(model, steps, value));
          let found: unknown;
          try {
            found = read(trainer);
          } catch (thrown) {
            assert.ok(thrown instanceof UsageError, String(thrown));
            assert.match(
              thrown.message,
              /^The model \S+model\.json is malformed: model[\w.[\]]* (is|has) |is not an osprey/,
            );
            refused.times++;
            return;
          }
          const tester = trainer.tester(found);
          trainer.describe(found, String);
          for (const one of set.pages) {
            const relevance = tester.relevance(one);
            assert.ok(relevance >= 0 && relevance <= 1, `relevance ${relevance}`);
          }
        }),
        { numRuns: 300 },
      );
      assert.ok(refused.times > 100, 'most of them are refused');
    });
  }

  test('with other facts, more than a model has, or without end in depth is refused, too', () => {
    const [trainer] = trainers as [Trainer, ...Trainer[]];
    save(trainer, trainer.train(set, seededRandom(1)));
    const good = readFileSync(file, 'utf8');
    const fileWith = (change: Partial<Record<keyof ModelFile, unknown>>) =>
      JSON.stringify({ ...JSON.parse(good), ...change });
    const bad: [text: string, says: RegExp][] = [
      [fileWith({ stem: 1 }), /it\.stem is not true or false/],
      [fileWith({ kind: ['taxonomy'] }), /it\.kind is not a text/],
      [fileWith({ digest: 'x' }), /is damaged/],
      [fileWith({ model: { ...JSON.parse(good).model, more: 1 } }), /model has a field that no model has/],
      [good.replace(/"smoothing":[\d.]+/, '"smoothing":1e999'), /model\.pages\.smoothing is not a number above 0/],
      [
        good.replace('"classes":[', `"classes":[${'['.repeat(5_000)}${']'.repeat(5_000)},`),
        /model\.classes\[0\] is not a text/,
      ],
    ];
    for (const [text, says] of bad) {
      writeFileSync(file, text);
      assert.throws(() => read(trainer), { code: 'bad-model', message: says });
    }
  });
});
