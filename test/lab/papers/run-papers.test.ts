import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { UsageError } from '../../../src/failure.js';
import { type ComparisonPlan, compare } from '../../../src/lab/compare.js';
import { Laboratory } from '../../../src/lab/laboratory.js';
import type { Experiment, SetUp } from '../../../src/lab/papers/experiment.js';
import { type Compare, chosenExperiments, type PapersOptions, runPapers } from '../../../src/lab/papers/run-papers.js';
import type { PapersBench } from '../../../src/lab/papers/scene.js';
import { bareTopic } from '../../../src/lab/topics/bare-topic.js';
import { exampleTruth } from '../../../src/lab/truth/example-truth.js';
import { labelTruth } from '../../../src/lab/truth/label-truth.js';
import { queryTruth } from '../../../src/lab/truth/query-truth.js';
import { PageSimilarities } from '../../../src/lab/truth/similarities.js';
import { inventedWeb } from '../../strategy/invented-web.js';
import { archiveOf, labSettings } from '../archived.js';

const invented = inventedWeb(30);
const options: PapersOptions = { mostTopics: 10, draws: 2, budget: 20, randomSeed: 1, split: 0.3 };

describe('the papers’ experiments on a small web', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-papers-test-'));
  let lab: Laboratory;
  let bench: PapersBench;
  before(async () => {
    lab = await Laboratory.open(labSettings(archiveOf(folder, invented.pages)), { workers: 2 });
    const { web } = lab;
    const similarities = new PageSimilarities(web);
    const list = Object.keys(invented.pages).map((place) => ({
      url: `http://${place}`,
      labels: [invented.kindOf(place) as string],
    }));
    const topics = (['law', 'cooking'] as const).map((kind) => ({
      ...bareTopic(kind),
      query: kind === 'law' ? 'court law' : 'recipe oven',
      relevant: [kind],
      examples: web.urls.filter((url) => url.includes(`/${kind}/`)).slice(0, 2),
    }));
    bench = {
      web,
      topics,
      similarities,
      truths: {
        labels: labelTruth(web, list, similarities),
        examples: exampleTruth(web, similarities),
        query: queryTruth(web, similarities, web.readOptions),
      },
      textsOf: async () => [],
      folder: lab.folder,
    };
  });
  after(async () => {
    await lab.close();
    rmSync(folder, { recursive: true });
  });

  const run = async (experiments: readonly Experiment[], crawl: Compare = (plan) => compare(lab, plan)) =>
    (await runPapers(crawl, bench, { ...options, experiments })).experiments;

  test('are measured and judged, each contender beside the paper’s figures', async () => {
    const [report] = await run(chosenExperiments(['batsakis-2007-fig-12-classic']));
    assert.deepEqual(
      report!.rows.map(({ name, published }) => [name, published]),
      [
        ['breadth-first', 'poor'],
        ['page', 'third'],
        ['anchor', 'second'],
        ['page and anchor', 'best'],
        ['page, longer query', ''],
        ['anchor, longer query', ''],
      ],
    );
    for (const { figures, curve } of report!.rows) {
      assert.equal(figures.length, report!.measures.length);
      for (const figure of figures)
        assert.ok(figure !== null && figure.low <= figure.mean && figure.mean <= figure.high);
      assert.equal(curve.length, 8);
    }
    assert.equal(report!.claims.length, 9);
    // 2 topics × near and far seeds × 2 sets, less kinds of seeds that a web of this size has none of.
    assert.ok(report!.claims.every(({ pairs }) => pairs >= 4 && pairs <= 8));
    assert.notEqual(report!.verdict, 'not run');
    assert.match(report!.setting, /^2 topics, near and far seeds, 2 sets of each, at most 20 pages a crawl$/);
  });

  test('give the same figures again', async () => {
    const chosen = chosenExperiments(['pappas-2012-fig-6-static']);
    assert.deepEqual(await run(chosen), await run(chosen));
  });

  test('share their crawls: none is done twice', async () => {
    const plans: ComparisonPlan[] = [];
    const reports = await run(chosenExperiments(['jeyapal-palanisamy']), (plan) => {
      plans.push(plan);
      return compare(lab, plan);
    });
    // Those of the time on a virtual clock are another matter, and not for a web of two hosts.
    assert.equal(plans.length, 1);
    // No rules, probabilities on 4 levels and on 1, and 1, 2, 3, 4, 5 levels, though three experiments have 1 and three have 4.
    assert.equal(plans[0]!.contenders.length, 8);
    const [baselines, time, levels, counts] = reports;
    assert.equal(time!.verdict, 'not run');
    const figures = (report: typeof levels, of: string) => report!.rows.find(({ name }) => name === of)!.figures[0];
    assert.deepEqual(figures(baselines, '4 levels'), figures(levels, '4 levels'));
    assert.deepEqual(figures(counts, 'counts'), figures(levels, '4 levels'));
  });

  test('do not share crawls from other seeds', async () => {
    const plans: ComparisonPlan[] = [];
    await run(chosenExperiments(['pappas-2012-fig-6-dynamic', 'meenu-2014']), (plan) => {
      plans.push(plan);
      return Promise.resolve({ runs: [], skipped: [] });
    });
    // The two topics together from a third of the budget in seeds; each by itself, with its own log, from ten.
    assert.deepEqual(
      plans.map(({ topics }) => topics.map(({ near }) => near.length)),
      [[7, 7], [10], [10]],
    );
  });

  test('tell why contenders are missing, and go on without them', async () => {
    const [report] = await run(chosenExperiments(['batsakis-2007-k-means-x-means']), async (plan) => {
      const compared = await compare(lab, { ...plan, contenders: plan.contenders.slice(0, 1) });
      const { name } = plan.contenders[1]!;
      return { ...compared, skipped: [{ strategy: name, topic: 'law', reason: 'Too few pages to learn from.' }] };
    });
    assert.equal(report!.verdict, 'not run');
    assert.match(report!.why, /X-Means on law: Too few pages to learn from\./);
    assert.ok(report!.rows.find(({ name }) => name === 'K-Means')!.figures[0] !== null);
  });

  test('never name the address of a page, whoever fails on it', async () => {
    const secret = `http://law.test/it's/a-page?of=(our)s`;
    const [failed, refused] = await run(
      [
        ...chosenExperiments(['batsakis-2007-k-means-x-means']),
        {
          ...chosenExperiments(['pappas-2012-fig-7-agents'])[0]!,
          setUp: () => {
            throw new UsageError('unread', `Cannot read "${secret}".`);
          },
        },
      ],
      async (plan) => {
        const { name } = plan.contenders[1]!;
        const reason = `The page at ${secret}, and HTTPS://law.test/2, cannot be read.`;
        return { runs: [], skipped: [{ strategy: name, topic: 'law', reason }] };
      },
    );
    assert.match(failed!.why, /X-Means on law: The page at \(a URL\), and \(a URL\), cannot be read\./);
    assert.equal(refused!.why, 'Cannot read "(a URL)".');
    assert.doesNotMatch(JSON.stringify([failed, refused]), /law\.test/);
  });

  test('say where there are too few topics to be sure, and test the reasons that are supposed', async () => {
    const [experiment] = chosenExperiments(['batsakis-2007-fig-12-classic']);
    const [report] = await run([
      {
        ...experiment!,
        // No similarity is below 0: with two topics, not even that is sure, on however many tasks.
        setUp: async (scene) => ({ ...((await experiment!.setUp(scene)) as SetUp), seeds: ['near'], draws: 4 }),
        checks: [{ kind: 'at-least', measure: 'average similarity', of: 'breadth-first', value: 0 }],
      },
    ]);
    assert.equal(report!.verdict, 'partly');
    assert.match(report!.why, /There are too few topics to be sure of 1 part\./);
    const [reason] = report!.reasons;
    assert.match(reason!.words, /^Anchor texts/);
    assert.ok(reason!.tested.pairs >= 4 && reason!.tested.found !== undefined);
  });

  test('that a web cannot do are told with the reason, in their place', async () => {
    const reports = await run(
      chosenExperiments(['pappas-2012-fig-4-beyond-search', 'de-assis-2009-fig-10-policies']),
      () => {
        throw new Error('There is nothing to crawl.');
      },
    );
    assert.deepEqual(
      reports.map(({ verdict }) => verdict),
      ['not run', 'not run'],
    );
    assert.match(reports[0]!.why, /one or a few hosts/);
    assert.match(reports[1]!.why, /genre/);
    // What the paper says is shown all the same.
    assert.ok(reports[1]!.rows.length > 0);
  });
});
