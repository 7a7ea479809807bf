import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import vm from 'node:vm';
import { html } from '../../../src/html/html.js';
import { type LineChart, lineChart } from '../../../src/html/line-chart.js';
import { type CurveData, chosenChart } from '../../../src/lab/report/charts/curve-choice.js';
import { curveData } from '../../../src/lab/report/charts/curve-data.js';
import { pageScript } from '../../../src/lab/report/page-script.js';
import { reportHtml } from '../../../src/lab/report/report-html.js';
import type { LabReport } from '../../../src/lab/results.js';
import { madeReport } from './made-report.js';

const report = madeReport();
const page = reportHtml(report);

/** Every name and text that comes from outside, hostile. */
function hostileReport(evil: string): LabReport {
  const small = madeReport({ strategies: 3, topics: ['Birds', 'Music'], draws: 1, budget: 20 });
  const text = JSON.stringify(small, (key, value) => {
    const isText = ['id', 'query', 'summary', 'reason', 'command', 'commit', 'version', 'date'].includes(key);
    const isName = ['strategy', 'topic', 'a', 'b', 'baseline', 'name'].includes(key);
    return typeof value === 'string' && (isText || isName) ? `${value}${evil}` : value;
  });
  return JSON.parse(text);
}

describe('the report as a page', () => {
  test('shows every contender and topic, and what was skipped', () => {
    for (const { name, summary } of report.contenders) {
      assert.ok(page.includes(`data-value="${name}"`), name);
      assert.ok(page.includes(summary), summary);
    }
    for (const { id, query } of report.topics) assert.ok(page.includes(`${id}, near`) && page.includes(query), id);
    assert.ok(page.includes('fewer than 5 relevant pages can be reached'));
  });

  test('tells how it was made', () => {
    for (const fact of [
      '2026-01-02 03:04 UTC',
      'Osprey 0.1.0',
      '9479d99',
      'osprey lab --web web.warc.gz',
      '4,654 pages',
    ])
      assert.ok(page.includes(fact), fact);
  });

  test('says first in words what came out', () => {
    assert.ok(page.indexOf('finds most, soonest') < page.indexOf('<svg'));
  });

  test('has all its sections', () => {
    const titles = [...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title);
    assert.deepEqual(titles, [
      'Curves',
      'AUC with 95 % intervals',
      'Standings',
      'Against breadth-first',
      'Topic by topic',
      'AUC by topic',
      'Judging pages',
      'Calibration',
      'Ranking of results',
      'Overlap',
      'CPU a page',
      'Skipped',
      'How to read this',
      'What took part',
    ]);
  });

  test('asks for nothing from anywhere, and is forbidden to', () => {
    assert.match(page, /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; /);
    assert.ok(!/\b(?:src|href|srcset|action)=|@import|url\(|https?:\/\//i.test(page));
  });

  test('has its charts drawn without a script: the leaders, floors, oracles and the bound', () => {
    const [chart] = page.match(/<div id="curves">.*?<\/div>/s)!;
    // 6 of the 12 strategies, 2 floors, 3 oracles, 1 bound.
    assert.equal(chart.match(/<path class="line /g)!.length, 12);
    assert.equal(page.match(/<button type="button" aria-pressed="true"/g)!.length, 12);
    assert.equal(page.match(/<button type="button" aria-pressed="false"/g)!.length, 6);
    // Beside it, 4 topics with 2 kinds of seeds, thresholds of 6 strategies, and their calibration.
    assert.equal(page.match(/<svg viewBox="0 0 270 170"/g)!.length, 4 * 2 + 6 + 6);
  });

  test('marks the best of a topic, and what is below breadth-first, by more than colour', () => {
    assert.ok(page.includes('★ 0.'));
    assert.ok(page.includes('▼ 0.'));
  });

  test('shows p over tasks and over topics, and marks what is significant once adjusted', () => {
    const comparisons = report.comparisons.map((one) => ({
      ...one,
      ...{ p: 0.004, adjusted: 0.048, pOverTopics: 0.016, adjustedOverTopics: 0.19 },
    }));
    const [table] = reportHtml({ ...report, comparisons }).match(/aria-label="Comparison with .*?<\/table>/s)!;
    assert.match(table, /p over tasks.*p over topics/s);
    assert.ok(table.includes('<td data-value="0.048">✓ 0.048<small>0.004</small></td>'));
    assert.ok(table.includes('<td data-value="0.19">0.190<small>0.016</small></td>'));
  });

  test('puts what did not run all tasks below the rest, says so, and shows it first only for want of others', () => {
    const standings = report.standings.map((one) =>
      one.strategy === 'best-first' ? { ...one, runs: one.runs - 1 } : one,
    );
    const partial = reportHtml({ ...report, standings });
    const [table] = partial.match(/aria-label="Standings, all seeds.*?<\/table>/s)!;
    assert.ok(table.indexOf('data-value="best-first"') > table.indexOf('data-value="random"'));
    assert.ok(table.includes('best-first <span class="tag">15 of 16 tasks</span>'));
    assert.match(partial, /aria-pressed="false"[^>]*How best-first goes/);
    assert.doesNotMatch(page, /of \d+ tasks<\/span>/);
  });

  test('gives neither hosts of a bound nor an interval of a single crawl', () => {
    const single = reportHtml(madeReport({ strategies: 1, topics: ['Birds'], draws: 1, seeds: ['near'] }));
    assert.ok(!single.includes('<line class="whisker"'));
    const [, bound] = single.match(/aria-label="Standings.*?<tbody>\s*<tr>(.*?)<\/tr>/s)!;
    // Name, then the measures in their order, hosts the ninth.
    assert.equal(bound!.match(/<td.*?<\/td>/gs)![8], '<td data-value="">–</td>');
    assert.ok(!bound!.includes(' to '));
  });

  test('shows how judgements compare with the truth, tenth by tenth, at the visits and at the end', () => {
    const [table] = page.match(/aria-label="Calibration, all seeds.*?<\/table>/s)!;
    // 12 strategies and 2 floors, twice each; neither oracles nor bounds judge.
    assert.equal(table.match(/<th scope="row"/g)!.length, 28);
    assert.equal(table.match(/>at the end</g)!.length, 14);
    const { calibration } = report.judgements.find(({ strategy, seeds }) => strategy === 'svm' && seeds === 'all')!;
    const { pages, judged, relevant } = calibration.bins[7]!;
    const [row] = table.match(/data-value="svm".*?<\/tr>/s)!;
    assert.ok(
      row.includes(
        `${relevant!.mean.toFixed(2)}<small>${relevant!.low.toFixed(2)} to ${relevant!.high.toFixed(2)}</small><small>judged ${judged!.toFixed(2)}</small><small>${pages} pages</small>`,
      ),
    );
  });

  test('marks which order of the same pages is best: the strategy’s own, by cosine or by BM25', () => {
    const [table] = page.match(/aria-label="Ranking of results, near seeds.*?<\/table>/s)!;
    const [row] = table.match(/data-value="svm, at the end".*?<\/tr>/s)!;
    const { ranking, bm25 } = report.judgements.find(
      ({ strategy, seeds, when }) => strategy === 'svm' && seeds === 'near' && when === 'end',
    )!;
    assert.ok(row.includes(`<span class="best">★ ${ranking!.ndcg.mean.toFixed(3)}</span>`));
    assert.ok(row.includes(`>${bm25!.ndcg.mean.toFixed(3)}<small>`));
    assert.equal(row.match(/<td/g)!.length, 12);
  });

  test('is the same for the same report', () => {
    assert.equal(reportHtml(madeReport()), page);
  });

  test('shows no figure that is none', () => {
    assert.ok(!/NaN|undefined|Infinity|\bnull\b/.test(page.replace(/<script.*?<\/script>/gs, '')));
  });

  test('stays small with many contenders and runs', () => {
    const topics = Array.from({ length: 10 }, (_, index) => `Topic ${index}`);
    const large = reportHtml(madeReport({ strategies: 24, topics, draws: 5, budget: 300 }));
    assert.ok(large.length < 1_500_000, `${large.length}`);
  });

  test('of one kind of seeds has nothing to choose', () => {
    const near = reportHtml(madeReport({ seeds: ['near'], strategies: 2 }));
    assert.equal(near.match(/name="seeds"/g)!.length, 1);
    assert.ok(!near.includes('All seeds'));
  });

  test('of nothing is still a page', () => {
    const nothing = {
      contenders: [],
      runs: [],
      standings: [],
      judgements: [],
      comparisons: [],
      overlaps: [],
      skipped: [],
      topics: [],
    };
    const empty = reportHtml({ ...report, ...nothing });
    assert.ok(empty.includes('No crawl was run.'));
    assert.ok(!empty.includes('<script'));
  });
});

describe('names from outside', () => {
  for (const evil of [
    '</script><img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "' onclick='alert(1)",
    '<!--<script>',
  ])
    test(`do no harm: ${evil}`, () => {
      const safe = reportHtml(hostileReport(evil));
      // Two script elements, of the page's own: data and code.
      assert.equal(safe.match(/<script/g)!.length, 2);
      assert.equal(safe.match(/<\/script>/g)!.length, 2);
      const markup = safe.replace(/<script.*?<\/script>/gs, '');
      assert.ok(!/<img|<svg onload|<!--|['"] onclick=/.test(markup));
    });

  test('reach the script unharmed', () => {
    const evil = '</script><b>';
    const [, json] = reportHtml(hostileReport(evil)).match(/id="curve-data">(.*?)<\/script>/s)!;
    assert.ok((JSON.parse(json!) as CurveData).series.every(({ name }) => name.endsWith(evil)));
  });

  test('are escaped by every template, in lists too', () => {
    assert.equal(
      html`<p title="${'"'}">${['<', html`<b>${'&'}</b>`, false, null, 1]}</p>`.source,
      '<p title="&#34;">&#60;<b>&#38;</b>1</p>',
    );
  });
});

describe('the script of the page', () => {
  test('ends no script element by itself', () => {
    assert.doesNotMatch(pageScript(), /<\/script|<!--/i);
  });

  test('draws, with nothing else around it, what is drawn without it', () => {
    const document = {
      documentElement: { classList: { add() {} } },
      querySelectorAll: () => [],
      getElementById: () => null,
    };
    const context = vm.createContext({ window: { document } }) as {
      lineChart: typeof lineChart;
      chosenChart: typeof chosenChart;
    };
    vm.runInContext(pageScript(), context);
    const data = curveData(report);
    for (const view of ['all', 'near', 'far'])
      for (const measure of ['recall', 'harvest', 'visited']) {
        const shown = data.series.map((_, index) => index % 2 === 0);
        const choice = { view, measure, shown, cursor: 3, lit: 'best-first', width: 700 };
        const chart: LineChart = chosenChart(data, choice);
        assert.equal(context.lineChart(context.chosenChart(data, choice)), lineChart(chart));
      }
  });
});
