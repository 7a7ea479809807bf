import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, type TestContext, test } from 'node:test';
import { readParameters } from '../../../src/config/parameters.js';
import { settingsFrom } from '../../../src/config/settings.js';
import { parametersOf } from '../../../src/config/strategy-parameters.js';
import type { Contender } from '../../../src/lab/contender.js';
import { learners } from '../../../src/lab/papers/agents.js';
import type { Experiment, SetUp } from '../../../src/lab/papers/experiment.js';
import { experiments, paperTitles } from '../../../src/lab/papers/papers.js';
import { chosenExperiments } from '../../../src/lab/papers/run-papers.js';
import { type PapersBench, Scene } from '../../../src/lab/papers/scene.js';
import { bareTopic } from '../../../src/lab/topics/bare-topic.js';
import { exampleTruth } from '../../../src/lab/truth/example-truth.js';
import { labelTruth } from '../../../src/lab/truth/label-truth.js';
import { queryTruth } from '../../../src/lab/truth/query-truth.js';
import { PageSimilarities } from '../../../src/lab/truth/similarities.js';
import { findStrategy } from '../../../src/strategy/strategies.js';
import { checkInputs } from '../../../src/strategy/strategy-inputs.js';
import { temporaryFolder } from '../../archive/warc-fixture.js';
import { madeReading, madeWeb } from '../made-web.js';

/** A web with all that any experiment needs: hosts, labels of genres and of subjects, ambiguous words. */
const labels = [
  'course',
  'faculty',
  'project',
  'Music',
  'Geography.Geology_and_geophysics',
  'Geography.Mineralogy',
  'Science.Physics.Space_Astronomy',
  'Science.Physics.The_Planets',
];
const web = madeWeb(
  Array.from({ length: 24 }, (_, index) => ({
    url: `http://h${index}.test/`,
    text: `rock star course lecture number ${index}`,
    links: [`http://h${(index + 1) % 24}.test/`],
  })),
);
const topics = ['course', 'faculty'].map((label, index) => ({
  ...bareTopic(label),
  query: `${label} lecture`,
  relevant: [label],
  examples: [web.urls[index]!, web.urls[index + 8]!],
}));

/** Enough for forty terms of either kind. */
const manyWords = Array.from({ length: 100 }, (_, index) => `word${index}x.`).join(' ');

function bench(t: TestContext): PapersBench {
  const similarities = new PageSimilarities(web);
  const list = web.urls.map((url, page) => ({ url, labels: [labels[page % labels.length]!] }));
  return {
    web,
    topics,
    similarities,
    truths: {
      labels: labelTruth(web, list, similarities),
      examples: exampleTruth(web, similarities),
      query: queryTruth(web, similarities, madeReading),
    },
    textsOf: async (urls) => urls.map(() => ({ title: 'Lecture', text: manyWords })),
    folder: temporaryFolder(t),
  };
}

const options = { mostTopics: 10, draws: undefined, budget: undefined };

async function setUps(scene: Scene): Promise<{ experiment: Experiment; setUp: SetUp | string }[]> {
  return Promise.all(experiments.map(async (experiment) => ({ experiment, setUp: await experiment.setUp(scene) })));
}

function contendersOf({ contenders, topics: own }: SetUp): readonly Contender[] {
  return typeof contenders === 'function' ? own.flatMap(contenders) : contenders;
}

describe('the experiments of the papers', () => {
  test('have names of their own, papers with titles, and can be chosen by either', () => {
    assert.equal(new Set(experiments.map(({ id }) => id)).size, experiments.length);
    for (const { paper, id } of experiments) {
      assert.ok(paperTitles[paper], paper);
      const slug = paper
        .toLowerCase()
        .replace(/ et al\.| &/, '')
        .replaceAll(' ', '-');
      assert.ok(id.startsWith(`${slug}-`), id);
    }
    assert.equal(chosenExperiments([]).length, experiments.length);
    assert.ok(chosenExperiments(['de-assis-2009']).length > 1);
    assert.ok(chosenExperiments(['agents']).every(({ paper }) => paper === 'Agents'));
    assert.deepEqual(
      chosenExperiments(['meenu-2014-table-2-harvest']).map(({ id }) => id),
      ['meenu-2014-table-2-harvest'],
    );
    assert.throws(() => chosenExperiments(['007']), { code: 'unknown-experiment' });
  });

  test('are all set up on a web that has what they need', async (t) => {
    const refused = (await setUps(new Scene(bench(t), options))).filter(({ setUp }) => typeof setUp === 'string');
    assert.deepEqual(refused, []);
  });

  test('suppose reasons without a word on a particular web or its figures', () => {
    for (const { id, reasons = [] } of experiments)
      for (const { words } of reasons) assert.doesNotMatch(words, /\b(?:here|this web|rows?|see|music)\b|\.\d/i, id);
  });

  test('claim something, and test reasons, of contenders and measures that they have', async (t) => {
    for (const { experiment, setUp } of await setUps(new Scene(bench(t), options))) {
      if (typeof setUp === 'string') continue;
      const names = new Set(contendersOf(setUp).map(({ name }) => name));
      const measures = new Set(experiment.measures.map(({ name }) => name));
      assert.ok(experiment.checks.length > 0, experiment.id);
      const tests = (experiment.reasons ?? []).map(({ check }) => check);
      for (const { kind, measure, ...about } of [...experiment.checks, ...tests]) {
        assert.ok(measures.has(measure), `${experiment.id}: ${measure}`);
        const { more, less, one, other, of } = about as Record<string, string>;
        for (const name of [more, less, one, other, of])
          assert.ok(name === undefined || names.has(name), `${experiment.id}: ${kind} of ${name}`);
      }
    }
  });

  test('give strategies only what they take, with parameters that they have', async (t) => {
    for (const { experiment, setUp } of await setUps(new Scene(bench(t), options))) {
      if (typeof setUp === 'string') continue;
      for (const { strategy, options: own, name, model } of contendersOf(setUp)) {
        const about = `${experiment.id}: ${name}`;
        const given = {
          query: 'lecture',
          seed: 'http://h1.test/',
          strategy,
          ...own,
          ...(model && { model: 'm.json' }),
        };
        const settings = settingsFrom({ options: given as Parameters<typeof settingsFrom>[0]['options'] & object });
        const entry = findStrategy(strategy);
        await assert.doesNotReject(checkInputs(settings, entry), about);
        assert.doesNotThrow(
          () => readParameters(strategy, entry.parameters, parametersOf(settings.set, strategy)),
          about,
        );
        for (const key of settings.set.keys()) assert.ok(key.startsWith(`${strategy}.`), about);
      }
    }
  });

  test('that need labels, genres or hosts say so on a web without', async () => {
    const plain = madeWeb([{ url: 'http://a.test/', text: 'birds' }]);
    const similarities = new PageSimilarities(plain);
    const bare = { ...bareTopic('birds'), query: 'birds' };
    const scene = new Scene(
      {
        web: plain,
        topics: [bare],
        similarities,
        truths: { query: queryTruth(plain, similarities, madeReading), examples: exampleTruth(plain, similarities) },
        textsOf: async () => [],
        folder: '',
      },
      options,
    );
    const ready = (await setUps(scene)).filter(({ setUp }) => typeof setUp !== 'string');
    assert.deepEqual(
      ready.map(({ experiment }) => experiment.id),
      [
        'pappas-2012-fig-3-concurrency',
        'pappas-2012-fig-6-static',
        'pappas-2012-fig-6-dynamic',
        'pappas-2012-fig-7-agents',
        'pappas-2012-priority-forgetting',
        ...learners.map((strategy) => `agents-share-${strategy}`),
        'agents-levels',
      ],
    );
  });

  test('crawl as many pages as the paper, but at most a tenth of the web, unless told', (t) => {
    assert.equal(new Scene(bench(t), options).budgetFor(150), 2);
    assert.equal(new Scene(bench(t), { ...options, budget: 100 }).budgetFor(150), 100);
    assert.equal(new Scene(bench(t), { ...options, budget: 500 }).budgetFor(150), 150);
  });

  test('rest on about nine tasks of a kind, unless told', (t) => {
    // Two topics: five sets of seeds each.
    assert.equal(new Scene(bench(t), options).draws, 5);
    assert.equal(new Scene(bench(t), { ...options, draws: 1 }).draws, 1);
  });

  test('write a log of queries whose words are asked often enough to count', async (t) => {
    const scene = new Scene(bench(t), options);
    const [experiment] = chosenExperiments(['meenu-2014']);
    const setUp = (await experiment!.setUp(scene)) as SetUp;
    const file = contendersOf(setUp).find(({ name }) => name === 'dynamic table')!.options.queryLog as string;
    assert.ok(existsSync(file));
    assert.equal(readFileSync(file, 'utf8').split('\n')[0], JSON.stringify({ query: 'course lecture' }));
  });
});
