import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { modelKinds } from '../../../src/lab/supervision/needs.js';
import { trainModels } from '../../../src/lab/supervision/topic-models.js';
import { trainingSetFor } from '../../../src/lab/supervision/training-set.js';
import { bareTopic } from '../../../src/lab/topics/bare-topic.js';
import { readModel } from '../../../src/learning/model-file.js';
import { trainerOf } from '../../../src/learning/trainers.js';
import { strategies } from '../../../src/strategy/strategies.js';
import { madeWeb } from '../made-web.js';

const folder = mkdtempSync(path.join(tmpdir(), 'osprey-models-'));
after(() => rmSync(folder, { recursive: true }));

/** Rocks and birds in a ring, each page with a link to the next one. */
const names = Array.from({ length: 6 }, (_, number) => [`rock${number}`, `bird${number}`]).flat();
const web = madeWeb(
  names.map((name, page) => ({
    url: `http://a.test/${name}`,
    text: name.startsWith('bird') ? `feathers wings nest ${name}` : `granite quartz stone ${name}`,
    links: [`/${names[(page + 1) % names.length]}`],
  })),
);
const labels = names.map((name) => [name.slice(0, 4)]);
const birds = { ...bareTopic('birds'), relevant: ['bird'] };
const all = { web, labels, split: new Uint8Array(names.length).fill(1), examples: [1], language: 'en', stem: true };
const set = trainingSetFor(birds, all);
const kinds = modelKinds(strategies);

describe('the models of a topic', () => {
  test('are of every kind that strategies need, in files that they accept', () => {
    const models = trainModels(kinds, birds, set, folder, 1);
    assert.deepEqual(Object.keys(models), kinds);
    assert.deepEqual(readdirSync(folder).sort(), kinds.map((kind) => `birds.${kind}.model.json`).sort());
    for (const kind of kinds) {
      const model = models[kind]!;
      assert.ok('file' in model, JSON.stringify(model));
      assert.ok(readModel({ model: model.file, language: 'en', stem: true }, trainerOf(kind), 'any'));
    }
  });

  test('are the same for the same random seed', () => {
    const digests = () =>
      Object.values(trainModels(kinds, birds, set, folder, 7)).map((model) => {
        assert.ok('file' in model);
        return JSON.parse(readFileSync(model.file, 'utf8')).digest;
      });
    assert.deepEqual(digests(), digests());
  });

  test('are replaced by a reason where there is too little to learn from', () => {
    const alone = trainingSetFor(birds, { ...all, split: new Uint8Array(names.length) });
    const models = trainModels(kinds, { id: 'alone' }, alone, folder, 1);
    for (const kind of kinds) assert.match((models[kind] as { reason: string }).reason, /\w+.*\.$/, kind);
    assert.deepEqual(
      readdirSync(folder).filter((file) => file.startsWith('alone')),
      [],
    );
  });

  test('are replaced by a reason where nobody can train them', () => {
    const { mine } = trainModels(['mine'], birds, set, folder, 1);
    assert.match((mine as { reason: string }).reason, /No trainer makes models of kind mine/);
  });
});
