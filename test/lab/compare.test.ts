import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { boundNames } from '../../src/lab/bound-names.js';
import { type Compared, type ComparisonPlan, compare } from '../../src/lab/compare.js';
import { contendersOf } from '../../src/lab/contenders.js';
import { labReport } from '../../src/lab/lab-report.js';
import { type Bench, openBench, truthOf } from '../../src/lab/open-bench.js';
import type { RunResult } from '../../src/lab/results.js';
import { html } from '../site.js';
import { inventedWeb } from '../strategy/invented-web.js';
import { type ArchivedPages, archiveOf, labSettings } from './archived.js';

const folder = mkdtempSync(path.join(tmpdir(), 'osprey-compare-'));
after(() => rmSync(folder, { recursive: true }));

function written(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

async function benchOf(
  name: string,
  pages: ArchivedPages,
  labels: string,
  topics: object[],
  workers = 1,
  strategies: string[] = [],
): Promise<Bench> {
  return openBench(
    labSettings(archiveOf(folder, pages, `${name}.warc.gz`)),
    {
      labels: written(`${name}.tsv`, labels),
      topics: written(`${name}.yaml`, JSON.stringify(topics)),
      similarity: 0.75,
    },
    { workers, strategies },
  );
}

async function planFor(bench: Bench, strategies: string, own: Partial<ComparisonPlan> = {}): Promise<ComparisonPlan> {
  return {
    contenders: await contendersOf(strategies, bench.topics),
    topics: bench.topics,
    truth: truthOf(bench),
    budget: 6,
    seeds: ['near', 'far'],
    draws: 1,
    randomSeed: 1,
    split: 0.3,
    giveExamples: false,
    ...own,
  };
}

function resultsOf({ runs, bounds }: Compared): RunResult[] {
  return [...bounds, ...runs.map(({ result }) => result)];
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

/** Timings aside. */
function withoutTimes(results: readonly RunResult[]): object[] {
  return results.map(({ cpuMsPerPage: _, ...rest }) => rest);
}

describe('a comparison, worked out by hand', () => {
  // start → tea, law/1, old (leads to law/2); law/1 → law/3; law/2 is an example; island is law too, but nothing leads there.
  const pages = {
    'a.test/': html('Start', 'all kinds', [
      ['/tea', 'tea'],
      ['/law/1', 'court of law'],
      ['/old', 'more'],
    ]),
    'a.test/tea': html('Tea', 'green'),
    'a.test/law/1': html('Law', 'court law', [['/law/3', 'court law']]),
    'a.test/old': { to: '/law/2' },
    'a.test/law/2': html('Court', 'law law', [['/tea', 'tea']]),
    'a.test/law/3': html('Law', 'of the court'),
    'a.test/island': html('Law', 'court'),
  };
  const labels = ['1', '2', '3'].map((name) => `http://a.test/law/${name}\tLaw.Courts\n`).join('');
  const topic = {
    id: 'law',
    query: 'court law',
    relevant: 'Law',
    near: ['http://a.test/'],
    examples: ['http://a.test/law/2'],
  };
  let bench: Bench;
  let compared: Compared;
  before(async () => {
    bench = await benchOf('small', pages, `${labels}http://a.test/island\tLaw\nhttp://a.test/tea\tFood\n`, [topic]);
    compared = await compare(bench.lab, await planFor(bench, 'best-first', { seeds: ['near'] }));
  });
  after(() => bench.lab.close());

  const resultOf = (name: string) => resultsOf(compared).find(({ strategy }) => strategy === name)!;

  test('recall is a share of what can be reached, without the examples', () => {
    // Reachable are start, tea, law/1, law/2, law/3; law/1 and law/3 of them are finds.
    const { reachable, relevantReachable, relevantFound, recall, fetched, harvest } = resultOf('best-first');
    assert.deepEqual(
      { reachable, relevantReachable, relevantFound, recall },
      { reachable: 5, relevantReachable: 2, relevantFound: 2, recall: 1 },
    );
    assert.equal(fetched, 5);
    assert.equal(harvest, 2 / 5);
  });

  test('curves and their means are those of the order of visits', () => {
    // best-first: start, law/1, law/3, then what is left: after six pages ½ from the second on, 1 from the third.
    assert.deepEqual(resultOf('best-first').curve, [0, 0.5, 1, 1, 1, 1]);
    assert.equal(resultOf('best-first').auc, 4.5 / 6);
    // breadth-first: start, tea, law/1, law/3, and law/2, which old leads to when its turn comes; the redirect is no page.
    assert.deepEqual(resultOf('breadth-first').curve, [0, 0, 0.5, 1, 1, 1]);
    assert.equal(resultOf('breadth-first').auc, 3.5 / 6);
    assert.equal(resultOf('breadth-first').pagesTo50, 3);
    assert.equal(resultOf('breadth-first').pagesTo90, 4);
  });

  test('the oracles and the bound are worked out on the same task', () => {
    assert.deepEqual(resultOf(boundNames.label).curve, [0, 0.5, 1, 1, 1, 1]);
    assert.deepEqual(resultOf(boundNames.content).curve, [0, 0.5, 1, 1, 1, 1]);
    assert.deepEqual(resultOf(boundNames.lookAhead).curve, [0, 0.5, 1, 1, 1, 1]);
    assert.deepEqual(resultOf(boundNames.admissible).curve, [0, 0.5, 1, 1, 1, 1]);
  });

  test('its judgement is measured on the pages it visited, beside what the query alone says of them', () => {
    // Start, law/1, law/3 and tea count; law/2 is an example. Both finds have all words of the query, the others none.
    const { judgement, finalJudgement, cosineRanking, bm25Ranking } = resultOf('best-first');
    assert.deepEqual([sum(judgement!.calibration.pages), sum(judgement!.calibration.relevant)], [4, 2]);
    const perfect = { ndcg10: 1, ndcg50: 1, ndcg: 1, averagePrecision: 1 };
    assert.deepEqual([judgement!.ranking, cosineRanking, bm25Ranking], [perfect, perfect, perfect]);
    assert.equal(finalJudgement, null, 'it learns nothing');
    assert.equal(resultOf(boundNames.content).judgement, null);
  });

  test('what learns is asked again at the end, and its crawl is the same', async () => {
    const file = written(
      'growing.ts',
      `export const strategy = {
         name: 'growing', summary: 'Thinks more of every page, the more it has seen.', source: 'test', needs: ['query'],
         parameters: {}, parts: {},
         prepare: () => ({
           make: () => {
             let seen = 0;
             return {
               name: 'growing',
               judge: () => ({ relevance: seen / 10, raw: seen, parts: {} }),
               rank: (page, judgement, links) => links.map(() => ({ value: 0, parts: {} })),
               learn: () => void seen++,
             };
           },
         }),
       };`,
    );
    const growing = await benchOf('growing', pages, labels, [topic], 1, [file]);
    try {
      const { runs } = await compare(growing.lab, await planFor(growing, file, { seeds: ['near'] }));
      const traces = new Map(runs.map(({ contender, trace }) => [contender.name, trace]));
      const { judged, final, pages: visited } = traces.get('growing')!;
      assert.deepEqual([...judged], [0, 0.1, 0.2, 0.3, 0.4]);
      assert.deepEqual([...final!], [0.5, 0.5, 0.5, 0.5, 0.5]);
      assert.deepEqual(visited, traces.get('breadth-first')!.pages);
      assert.equal(traces.get('breadth-first')!.final, undefined);
    } finally {
      await growing.lab.close();
    }
  });

  test('what there is no page for is told', async () => {
    const { skipped } = await compare(bench.lab, await planFor(bench, 'best-first', { seeds: ['far'] }));
    assert.deepEqual(
      skipped.map(({ topic: id, reason }) => [id, /no far seeds/.test(reason)]),
      [['law', true]],
    );
  });
});

describe('a comparison of all strategies', () => {
  const invented = inventedWeb(25);
  const labels = Object.keys(invented.pages)
    .map((place) => `http://${place}\t${invented.kindOf(place)}\n`)
    .join('');
  const law = Object.keys(invented.pages).filter((place) => invented.kindOf(place) === 'law');
  const topic = {
    id: 'law',
    query: 'court law',
    relevant: 'law',
    near: [`http://${law[3]}`],
    examples: law.slice(0, 3).map((place) => `http://${place}`),
  };
  const settings = { budget: 25, draws: 2, seeds: ['near'] } as const;
  let bench: Bench;
  let compared: Compared;
  before(async () => {
    bench = await benchOf('invented', invented.pages, labels, [topic], 2);
    compared = await compare(bench.lab, await planFor(bench, 'all', settings));
  });
  after(() => bench.lab.close());

  test('every strategy takes part, trained ones with a model of the split and the examples', async () => {
    assert.deepEqual(compared.skipped, []);
    const names = new Set(compared.runs.map(({ contender }) => contender.name));
    assert.deepEqual(
      [...names],
      (await contendersOf('all', bench.topics)).map(({ name }) => name),
    );
    for (const { task, goal, trace } of compared.runs) {
      assert.equal(trace.pages.length, 25);
      assert.deepEqual([...trace.pages.slice(0, task.start.length)].sort(), [...task.start].sort(), 'seeds first');
      for (const url of topic.examples) assert.equal(goal.wanted[bench.lab.web.pageOf(url)!], 0);
      compared.split!.forEach((given, page) => {
        if (given === 1) assert.equal(goal.wanted[page], 0, 'pages given for training are nobody’s finds');
      });
    }
  });

  test('nobody exceeds the admissible bound, at any page', () => {
    const results = resultsOf(compared);
    for (const { strategy, draw, curve } of results) {
      const bound = results.find((other) => other.strategy === boundNames.admissible && other.draw === draw)!;
      curve.forEach((recall, page) => {
        assert.ok(recall <= bound.curve[page]!, `${strategy} after ${page + 1} pages`);
      });
    }
  });

  test('draws beyond the given seeds are others', () => {
    const starts = new Map(compared.runs.map(({ task }) => [task.draw, task.start]));
    assert.deepEqual([...starts.keys()], [0, 1]);
    assert.notDeepEqual(starts.get(0), starts.get(1));
  });

  test('the same random seed gives the same results, whatever the number of processes', async () => {
    const other = await benchOf('again', invented.pages, labels, [topic], 1);
    try {
      const again = resultsOf(
        await compare(other.lab, await planFor(other, 'n-best-first,tswt,svm,hybrid-anchor', settings)),
      );
      const names = new Set(again.map(({ strategy }) => strategy));
      assert.equal(names.size, 10, 'with the floors and the bounds');
      const before = resultsOf(compared).filter(({ strategy }) => names.has(strategy));
      assert.deepEqual(withoutTimes(again), withoutTimes(before));
    } finally {
      await other.lab.close();
    }
  });

  test('the report tells of all of them, the best first', async () => {
    const plan = { ...(await planFor(bench, 'all', settings)), baseline: 'best-first' };
    const made = { date: '2026-01-01T00:00:00.000Z', version: '0', command: 'osprey lab', seconds: 1, workers: 2 };
    const report = labReport(bench.lab.web, plan, compared, made);
    assert.equal(report.contenders.length, plan.contenders.length + 4);
    const aucs = report.contenders
      .slice(4)
      .map(
        ({ name }) =>
          report.standings.find(({ strategy, seeds }) => strategy === name && seeds === 'all')!.measures.auc!.mean,
      );
    assert.deepEqual(
      aucs,
      [...aucs].sort((a, b) => b - a),
    );
    assert.equal(
      report.split!.pages,
      compared.split!.reduce((sum, one) => sum + one, 0),
    );
    assert.deepEqual(report.topics, [{ id: 'law', query: 'court law', relevant: 25, examples: 3 }]);
  });

  test('a strategy sees no labels: it is told nothing of them, and cannot read where they are', async () => {
    const labelFile = path.join(folder, 'nosy.tsv');
    const file = written(
      'nosy.ts',
      `import { readFileSync } from 'node:fs';
       import { sep } from './separator.ts';
       const attempt = (look) => { try { return look(); } catch (error) { return error.code; } };
       export const strategy = {
         name: 'nosy', summary: 'Looks around.', source: 'test', needs: ['query'], parameters: {}, parts: {},
         prepare: ({ settings }) => ({
           make: (topic) => {
             const { argv, env, execArgv } = process;
             const shown = (_, value) => value instanceof Map ? [...value] : value;
             const seen = JSON.stringify({ settings, topic, argv, env, execArgv }, shown);
             const labels = attempt(() => readFileSync(${JSON.stringify(labelFile)}, 'utf8'));
             const parent = attempt(() => readFileSync('/proc/' + process.ppid + '/cmdline', 'utf8'));
             throw new Error([seen, labels, parent].join(sep));
           },
         }),
       };`,
    );
    written('separator.ts', "export const sep = '<<>>';");
    const secret = { ...topic, id: 'secret-id', relevant: 'secret-label' };
    const marked = labels.replaceAll('\tlaw\n', '\tsecret-label\n');
    const nosy = await benchOf('nosy', invented.pages, marked, [secret], 1, [file]);
    try {
      const { skipped } = await compare(nosy.lab, await planFor(nosy, file, { seeds: ['near'] }));
      const [seen, labelsRead, parentRead] = skipped.find(({ strategy }) => strategy === 'nosy')!.reason.split('<<>>');
      assert.ok(seen!.includes('court law'));
      for (const word of ['secret-label', 'secret-id', 'nosy.tsv', 'nosy.yaml']) assert.ok(!seen!.includes(word), word);
      assert.equal(labelsRead, 'ERR_ACCESS_DENIED');
      assert.match(parentRead!, /^ERR_ACCESS_DENIED|^ENOENT/);
    } finally {
      await nosy.lab.close();
    }
  });
});
