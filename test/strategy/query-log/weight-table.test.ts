import assert from 'node:assert/strict';
import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { firstState, LogTable } from '../../../src/strategy/query-log/log-table.js';
import { queryLog } from '../../../src/strategy/query-log/query-log.js';
import { queryTerms, rebuiltWeights } from '../../../src/strategy/query-log/query-weights.js';
import { TextPipeline } from '../../../src/text/text-pipeline.js';
import { asSeed, made } from '../made.js';
import { logOf, paperRules } from './written-log.js';

describe('the weight table of Meenu et al. 2014', () => {
  const phrases = ['lok sabha'];
  const pipeline = new TextPipeline({ phrases });

  // The paper's example: query frequencies bjp 1, date 1, kejriwal 1, lok sabha 3, manifesto 2, new 1, poll 3, 2014 3; W(old) = 0,
  // so W = 0.5·qf, and what reaches 1.0 is Table I.
  const [q1, q2, q3] = [
    'Kejriwal new manifesto for lok sabha polls 2014.',
    'Manifesto of BJP for lok sabha polls 2014.',
    'lok sabha polls 2014 dates',
  ];
  const tableOne = { '2014': 1.5, 'lok sabha': 1.5, manifesto: 1, poll: 1.5 };

  test('gives Table I for the example of the paper', () => {
    const source = { file: logOf(q1, q2, q3), ownTerms: new Set<string>(), pipeline };
    const { weights } = firstState(source, { ...paperRules, interval: 500, keepQuery: true });
    assert.deepEqual(Object.fromEntries(weights), tableOne);
  });

  test("counts the topic's own query as the first of the log", () => {
    const source = { file: logOf(q2, q3), ownTerms: queryTerms(q1, pipeline), pipeline };
    const once = firstState(source, { ...paperRules, interval: 500, keepQuery: false });
    assert.deepEqual(Object.fromEntries(once.weights), tableOne);
    const kept = firstState(source, { ...paperRules, interval: 500, keepQuery: true });
    assert.deepEqual(Object.fromEntries(kept.weights), { ...tableOne, kejriw: 0.5, new: 0.5 });
  });

  test('takes phrases from the parameter or from quotes, and knows their pages', () => {
    for (const [query, set] of [
      ['lok sabha polls', { 'query-log.phrases': 'lok sabha, supreme court' }],
      ['"lok sabha" polls', {}],
    ] as const) {
      const { strategy, page } = made(queryLog, { query, set });
      const judgement = strategy.judge(page('<p>The Lok Sabha votes.</p>'), asSeed);
      assert.deepEqual(Object.keys((judgement as { parts: object }).parts), ['lok sabha']);
    }
    const file = logOf('"lok sabha" polls', 'lok sabha 2014');
    const { strategy, page } = made(queryLog, { query: 'polls', queryLog: file });
    const { parts } = strategy.judge(page('<p>Polls for the Lok Sabha</p>'), asSeed) as { parts: object };
    assert.deepEqual(Object.keys(parts).sort(), ['lok sabha', 'poll']);
  });

  test('a phrase stands for its words, the longest where several begin', () => {
    const known = new TextPipeline({ phrases: ['new york', 'new york city', 'york city hall'], stem: false });
    assert.deepEqual([...queryTerms('new york city hall new york hall', known)], ['new york city', 'hall', 'new york']);
  });

  // α = 0.5: 4 queries give 2.0; none 1.0, which still reaches the threshold; none again 0.5, which does not. Two queries then give
  // 0.5·2 + 0.5·0 = 1.0: the 0.5 is forgotten, else it would be 1.25.
  test('terms decay, fall out below the threshold, and start anew at 0', () => {
    let table = rebuiltWeights(new Map(), new Map([['tulip', 4]]), paperRules);
    assert.equal(table.get('tulip'), 2);
    table = rebuiltWeights(table, new Map([['rose', 2]]), paperRules);
    assert.deepEqual(Object.fromEntries(table), { rose: 1, tulip: 1 });
    table = rebuiltWeights(table, new Map([['rose', 2]]), paperRules);
    assert.deepEqual(Object.fromEntries(table), { rose: 1.5 });
    table = rebuiltWeights(table, new Map([['tulip', 2]]), paperRules);
    assert.deepEqual(Object.fromEntries(table), { tulip: 1 }); // rose 0.75
  });

  test('α is the share of the past: 0.75·4 = 3, then 0.75·1 + 0.25·3 = 1.5', () => {
    const rules = { alpha: 0.25, threshold: 1 };
    const first = rebuiltWeights(new Map(), new Map([['tulip', 4]]), rules);
    assert.equal(first.get('tulip'), 3);
    assert.equal(rebuiltWeights(first, new Map([['tulip', 1]]), rules).get('tulip'), 1.5);
  });

  test('no weight is above the greatest query frequency so far, none in the table below the threshold', () => {
    const frequencies = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 50 }));
    const alpha = fc.double({ min: 0.001, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(fc.array(frequencies, { maxLength: 12 }), alpha, fc.integer({ min: 0, max: 5 }), (builds, a, t) => {
        const rules = { alpha: a, threshold: t };
        let table: ReadonlyMap<string, number> = new Map();
        const highest = new Map<string, number>();
        for (const build of builds) {
          const counts = new Map(Object.entries(build));
          for (const [term, n] of counts) highest.set(term, Math.max(highest.get(term) ?? 0, n));
          table = rebuiltWeights(table, counts, rules);
          for (const [term, weight] of table) {
            assert.ok(weight >= t && weight <= highest.get(term)! + 1e-9, `${term} ${weight}`);
          }
        }
      }),
    );
  });
});

describe('the log while the crawl goes on', () => {
  const pipeline = new TextPipeline();
  const tableOf = (file: string, query = '', more: object = {}) => {
    const source = { file, ownTerms: queryTerms(query, pipeline), pipeline };
    const rules = { ...paperRules, interval: 10, keepQuery: true, ...more };
    return new LogTable(source, rules, firstState(source, rules));
  };
  const weightsOf = (table: LogTable) => Object.fromEntries(table.weights);

  test('is read at every interval, and only what is new in it', () => {
    const file = logOf('tulip', 'tulip', 'tulip', 'tulip');
    const table = tableOf(file, 'court');
    // court 0.5·1 stays below the threshold; tulip 0.5·4.
    assert.deepEqual(weightsOf(table), { court: 0.5, tulip: 2 });
    appendFileSync(file, 'rose -thorn\n{"q": "rose"}\n');
    assert.equal(table.poll(9), false);
    assert.deepEqual(weightsOf(table), { court: 0.5, tulip: 2 });
    assert.equal(table.poll(10), true);
    // court 0.5·1 + 0.5·0.5; rose 0.5·2; tulip 0.5·2; thorn was not wanted.
    assert.deepEqual(weightsOf(table), { court: 0.75, rose: 1, tulip: 1 });
    assert.equal(table.poll(19), false);
    assert.equal(table.poll(23), true);
    // No new query: court 0.5·1 + 0.5·0.75; rose and tulip 0.5·0 + 0.5·1, below the threshold.
    assert.deepEqual(weightsOf(table), { court: 0.875 });
    assert.equal(table.poll(29), false);
  });

  test('what nobody asks for any more decays in every build, until nothing else would be left', () => {
    const table = tableOf(logOf(...Array(8).fill('tulip'), 'rose', 'rose'));
    assert.deepEqual(weightsOf(table), { rose: 1, tulip: 4 }); // 0.5·2 and 0.5·8
    // 0.5·4 = 2 (rose 0.5 falls out), 0.5·2 = 1; then 0.5 would leave no term.
    const builds = [10, 20, 30, 40].map((pages) => table.poll(pages) && weightsOf(table));
    assert.deepEqual(builds, [{ tulip: 2 }, { tulip: 1 }, { tulip: 1 }, { tulip: 1 }]);
  });

  test('a table that would be empty leaves the old one in place', () => {
    const file = logOf('tulip', 'tulip');
    const table = tableOf(file);
    appendFileSync(file, 'rose\n');
    table.poll(10);
    assert.deepEqual(weightsOf(table), { tulip: 1 });
    appendFileSync(file, 'rose\nrose\n');
    table.poll(20);
    assert.deepEqual(weightsOf(table), { rose: 1 }, 'and the query that changed nothing is not counted again');
  });

  test('a log that was replaced is read from its start; one that is gone is no failure', () => {
    const file = logOf('tulip', 'tulip');
    const table = tableOf(file);
    writeFileSync(file, 'rose\nrose\nrose\n');
    table.poll(10);
    assert.deepEqual(weightsOf(table), { rose: 1.5 }); // tulip 0.5
    rmSync(file);
    table.poll(20);
    assert.deepEqual(weightsOf(table), { rose: 1.5 });
    writeFileSync(file, 'orchid\norchid\n');
    table.poll(30);
    assert.deepEqual(weightsOf(table), { orchid: 1 }); // rose 0.75
  });

  test('a log that is away for one build and back unchanged is not counted again', () => {
    const file = logOf(...Array(8).fill('tulip'));
    const table = tableOf(file);
    renameSync(file, `${file}.away`);
    table.poll(10);
    assert.deepEqual(weightsOf(table), { tulip: 2 }); // 0.5·4
    renameSync(`${file}.away`, file);
    appendFileSync(file, 'rose\nrose\n');
    table.poll(20);
    assert.deepEqual(weightsOf(table), { rose: 1, tulip: 1 }); // 0.5·2 each; counted again, tulip were 0.5·8 + 0.5·2
  });

  test('a restored table goes on from its place in the log', () => {
    const file = logOf('tulip', 'tulip');
    const [whole, before] = [tableOf(file), tableOf(file)];
    appendFileSync(file, 'tulip\ntulip\n');
    for (const table of [whole, before]) table.poll(10);
    const after = tableOf(logOf('other', 'other'));
    after.restore(before.snapshot());
    assert.deepEqual(weightsOf(after), { tulip: 1.5 });
    const late = tableOf(file);
    late.restore(before.snapshot());
    appendFileSync(file, 'rose\nrose\n');
    for (const table of [whole, late]) table.poll(20);
    assert.deepEqual(weightsOf(late), weightsOf(whole));
    assert.deepEqual(late.snapshot(), whole.snapshot());
    for (const bad of ['', '{}', '{"weights":[["a","b"]],"place":{"offset":0,"before":""},"pages":0}'])
      assert.throws(() => before.restore(Buffer.from(bad)), { code: 'knowledge-damaged', policy: 'fatal' });
  });
});
