import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { boundNames } from '../../../src/lab/bound-names.js';
import { ratioWords } from '../../../src/lab/report/words/number-words.js';
import { plainWords } from '../../../src/lab/report/words/plain-words.js';
import type { LabReport, Standing } from '../../../src/lab/results.js';
import { madeReport } from './made-report.js';

const report = madeReport();

/** The same report with other mean AUCs over all tasks. */
function withAuc(aucs: Readonly<Record<string, number>>, seeds: Standing['seeds'] = 'all'): LabReport {
  const standings = report.standings.map((standing) => {
    const mean = standing.seeds === seeds ? aucs[standing.strategy] : undefined;
    if (mean === undefined) return standing;
    return { ...standing, measures: { ...standing.measures, auc: { mean, low: mean - 0.01, high: mean + 0.01 } } };
  });
  return { ...report, standings };
}

/** The same report without these contenders' crawls on Chess, where all had done poorly: 4 of 16 tasks. */
function withoutChess(...names: readonly string[]): LabReport {
  const standings = report.standings.map((standing) => {
    if (!names.includes(standing.strategy)) return standing;
    const mean = 0.95;
    const runs = (standing.runs * 3) / 4;
    return { ...standing, runs, measures: { ...standing.measures, auc: { mean, low: 0.9, high: 1 } } };
  });
  const runs = report.runs.filter(({ strategy, topic }) => topic !== 'Chess' || !names.includes(strategy));
  return { ...report, standings, runs };
}

function withComparison(strategy: string, parts: Partial<LabReport['comparisons'][number]>): LabReport {
  const comparisons = report.comparisons.map((one) => (one.strategy === strategy ? { ...one, ...parts } : one));
  return { ...report, comparisons };
}

describe('the plain words', () => {
  test('tell how far the winner’s own judgement can be trusted, as it stands at the end', () => {
    const judgements = report.judgements.map((one) => {
      if (one.strategy !== 'best-first' || one.when !== 'end') return one;
      const mean = (ndcg: number) => ({ ...one.ranking!, ndcg: { mean: ndcg, low: ndcg, high: ndcg } });
      const calibration = { ...one.calibration, error: 0.123 };
      return { ...one, calibration, ranking: mean(0.91), cosine: mean(0.82), bm25: mean(0.85) };
    });
    const sentence = (given: LabReport['judgements']) =>
      plainWords({ ...report, judgements: given }).find((words) => words.startsWith('The relevance'));
    assert.equal(
      sentence(judgements),
      'The relevance that it gives pages is 0.12 off the share of them that is relevant, and puts relevant ones first with an nDCG of 0.91 (plain cosine 0.82, BM25 0.85).',
    );
    const bare = judgements.map((one) => ({ ...one, cosine: null, bm25: null }));
    assert.match(sentence(bare)!, /with an nDCG of 0\.91\.$/);
    assert.match(sentence(bare.map((one) => ({ ...one, ranking: null })))!, /that is relevant\.$/);
    assert.equal(sentence([]), undefined);
  });

  test('name the winner among the untrained, and the best trained apart', () => {
    const { standings } = withAuc({ svm: 0.9, 'best-first': 0.6, 'breadth-first': 0.2, 'tswt+parents=max': 0.5 });
    const words = plainWords({ ...withComparison('best-first', { ratio: 3 }), standings });
    assert.match(
      words[0]!,
      /best-first finds most, soonest among the strategies that need no training: its mean AUC is 0\.600/,
    );
    // That of the pairs, and 0.6 / 0.5
    assert.equal(
      words[1],
      'That is 3 times that of breadth-first (the baseline) and 20 % above that of tswt+parents=max (the runner-up).',
    );
    // 0.9 / 0.6
    assert.ok(words.some((line) => line.includes('svm is best') && line.includes('1.5 times that of best-first')));
  });

  test('never let an oracle or a bound win', () => {
    assert.match(
      plainWords(withAuc({ [boundNames.content]: 1, [boundNames.admissible]: 1 }))[0]!,
      /best-first finds most/,
    );
  });

  test('say significant only with an adjusted p over topics below 0.05', () => {
    const sure = plainWords(withComparison('best-first', { adjusted: 0.2, adjustedOverTopics: 0.049 }))[2]!;
    assert.match(sure, /, a difference significant over topics \(adjusted p = 0\.049\)\./);
    const unsure = plainWords(withComparison('best-first', { adjusted: 0.01, adjustedOverTopics: 0.05 }))[2]!;
    assert.match(
      unsure,
      /; it holds for other seeds of these topics \(adjusted p = 0\.010\), but for other topics it may be chance \(adjusted p = 0\.050 over topics\)\./,
    );
    assert.doesNotMatch(unsure, /significant/);
    const chance = plainWords(withComparison('best-first', { adjusted: 0.05, p: 0.01 }))[2]!;
    assert.match(chance, /may well be chance \(adjusted p = 0\.050 over tasks\)/);
    assert.doesNotMatch(chance, /significant|holds/);
  });

  test('say when there are too few topics to tell of others', () => {
    const few = plainWords(withComparison('best-first', { adjusted: 0.01, adjustedOverTopics: null }))[2]!;
    assert.match(few, /\(adjusted p = 0\.010\), but for other topics it is unknown: 4 topics are too few\./);
  });

  test('say when there are too few pairs to tell', () => {
    const words = plainWords(withComparison('best-first', { adjusted: null, p: null, pairs: 4, wins: 4, losses: 0 }));
    assert.match(words[2]!, /wins 4 of 4 pairs and loses 0; too few pairs to test that/);
  });

  test('call nobody best who did not run all tasks, whatever its mean', () => {
    const words = plainWords(withoutChess('shark-search', 'svm'));
    assert.match(words[0]!, /best-first finds most, soonest/);
    assert.doesNotMatch(words[1]!, /shark-search/);
    assert.ok(
      words.some((line) => line.startsWith('Of the 3 strategies trained on labelled pages, naive-bayes is best')),
    );
    assert.ok(
      words.includes('Not ranked with the others, as not all 16 tasks were run: svm (12) and shark-search (12).'),
    );
    assert.doesNotMatch(words.join('\n'), /shark-search is ahead/);
  });

  test('tell who alone of the trained ran all tasks', () => {
    const words = plainWords(withoutChess('naive-bayes', 'svm')).join('\n');
    assert.match(words, /Of the 3 strategies trained on labelled pages, hmm alone ran all tasks: its mean AUC/);
  });

  test('name no winner where nobody ran all tasks', () => {
    const crawls = report.contenders.filter(({ role }) => role === 'strategy' || role === 'floor');
    const words = plainWords(withoutChess(...crawls.map(({ name }) => name)));
    assert.equal(words[0], 'On small-wikipedia, no strategy ran all tasks: none can be called the best.');
    assert.match(words[1]!, /as not all 16 tasks were run: .* and 9 more\./);
  });

  test('give no interval of a single crawl', () => {
    const single = madeReport({ topics: ['Birds'], draws: 1, seeds: ['near'] });
    assert.match(plainWords(single)[0]!, /its AUC is 0\.\d{3} \(one crawl: no interval\)\.$/);
  });

  test('tell near from far seeds, and who leads with each', () => {
    const words = plainWords(withAuc({ 'best-first': 0.1, 'shark-search': 0.5 }, 'far')).join('\n');
    assert.match(words, /From far seeds its AUC is 0\.100, .* below that with near ones/);
    assert.match(words, /from far seeds shark-search is ahead \(0\.500\)/);
  });

  test('tell where the leaders fall below breadth-first, or else their worst topic', () => {
    const runs = report.runs.map((run) =>
      run.strategy === 'best-first' && run.topic === 'Music' ? { ...run, auc: 0 } : run,
    );
    const words = plainWords({ ...report, runs });
    assert.ok(words.includes('best-first does worse than breadth-first on 1 of 4 topics: Music.'));
    assert.ok(words.some((line) => /^shark-search is below breadth-first on no topic; it does worst on /.test(line)));
  });

  test('tell the share of the label oracle, and what it means to pass it', () => {
    const shared = (share: number) =>
      plainWords({ ...report, standings: report.standings.map((one) => ({ ...one, shareOfOracle: share })) }).join(
        '\n',
      );
    assert.match(
      shared(0.78),
      /It reaches 78 % of the AUC of the label oracle, which knows the label of the page behind every link\./,
    );
    assert.match(shared(1.45), /It reaches 145 % .* is not the best one can do/);
  });

  test('tell what was skipped', () => {
    assert.equal(plainWords(report).at(-1), 'hmm was skipped on Chess: fewer than 5 relevant pages can be reached.');
  });

  test('tell when the baseline is not beaten', () => {
    const words = plainWords(withAuc({ 'breadth-first': 0.99 }));
    assert.match(words[0]!, /breadth-first finds most/);
    assert.match(words[1]!, /It is the baseline itself/);
  });

  test('of nothing say so', () => {
    const empty = { ...report, contenders: [], runs: [], standings: [], comparisons: [], overlaps: [], skipped: [] };
    assert.deepEqual(plainWords(empty), ['No crawl was run.']);
  });

  test('put ratios as people do', () => {
    assert.equal(ratioWords(2.31), '2.3 times');
    assert.equal(ratioWords(1.06), '6 % above');
    assert.equal(ratioWords(0.9), '10 % below');
    assert.equal(ratioWords(1.001), 'level with');
  });
});
