import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { plotFile } from '../../../src/lab/papers/report/experiment-plot.js';
import { claimWords, intervalWords } from '../../../src/lab/papers/report/figure-words.js';
import { papersHtml } from '../../../src/lab/papers/report/papers-html.js';
import { papersMarkdown } from '../../../src/lab/papers/report/papers-markdown.js';
import type { ExperimentReport, PapersReport } from '../../../src/lab/papers/report/papers-report.js';

function experiment(given: Partial<ExperimentReport>): ExperimentReport {
  return {
    id: 'pappas-2012-fig-6-static',
    paper: 'Pappas et al. 2012',
    place: 'Fig 6',
    claim: 'A table of 50 terms beats none.',
    setting: '2 topics, near seeds, at most 400 pages a crawl',
    standIn: 'None is the query alone.',
    measures: [{ name: 'precision', digits: 3 }],
    rows: [
      { name: 'none', published: 'lower', figures: [{ mean: 0.25, low: 0.2, high: 0.3 }], curve: [] },
      { name: '50 terms', published: 'clear | improvement', figures: [{ mean: 0.5, low: 0.4, high: 0.6 }], curve: [] },
    ],
    claims: [
      {
        words: '50 terms above none by precision',
        effect: '50 terms above none',
        refuted: false,
        outcome: 'holds',
        found: { mean: 0.25, low: 0.1, high: 0.4 },
        pairs: 4,
        topics: 2,
        tooFewTopics: false,
      },
    ],
    verdict: 'reproduced',
    why: 'Of 1 part of the claim, 1 holds, as claimed.',
    reasons: [],
    ...given,
  };
}

const curved = experiment({
  id: 'meenu-2014-table-2-harvest',
  paper: 'Meenu et al. 2014',
  curve: { x: 'pages', y: 'harvest' },
  verdict: 'partly',
  rows: [
    {
      name: 'basic',
      published: '0.30',
      figures: [null],
      curve: [
        { x: 50, y: 0.2 },
        { x: 100, y: 0.1 },
      ],
    },
    {
      name: '<dynamic>',
      published: '1.00',
      figures: [null],
      curve: [
        { x: 50, y: 0.9 },
        { x: 100, y: 0.8 },
      ],
    },
  ],
});
const notRun = experiment({
  id: 'pappas-2012-fig-7-agents',
  rows: [],
  claims: [],
  setting: '',
  verdict: 'not run',
  why: 'This web has no labels.',
});

const report: PapersReport = {
  made: {
    date: '2026-01-02 03:04 UTC',
    version: '0.1.0',
    commit: '9479d99',
    command: 'osprey lab papers --web web.warc.gz',
    seconds: 61,
    workers: 2,
  },
  web: { name: 'made <web>', pages: 4654, links: 126_000, hosts: 1 },
  randomSeed: 1,
  experiments: [experiment({}), notRun, curved],
};

describe('the papers’ report', () => {
  test('as a page needs no script and no other file, and escapes what it shows', () => {
    const page = papersHtml(report);
    assert.ok(!page.includes('<script') && !/(?:src|href)="(?!#)/.test(page));
    assert.ok(page.includes('made &#60;web&#62;') && !page.includes('made <web>'));
    assert.ok(page.includes('&#60;dynamic&#62;') && !page.includes('<dynamic>'));
    assert.match(page, /<meta http-equiv="Content-Security-Policy" content="default-src 'none'/);
  });

  test('leads from its summary to every experiment, with verdict, reason and both figures', () => {
    const page = papersHtml(report);
    for (const { id, verdict, why } of report.experiments) {
      assert.ok(page.includes(`href="#${id}"`) && page.includes(`id="${id}"`), id);
      assert.ok(page.includes(why));
      assert.ok(page.includes(`${verdict}</span>`));
    }
    assert.match(page, /1 reproduced, 1 partly, 0 not reproduced, 1 not run/);
    assert.match(page, /0\.250 \(0\.200 to 0\.300\)/);
    assert.ok(page.includes('9479d99') && page.includes('osprey lab papers --web web.warc.gz'));
  });

  test('as text comes with every plot that it shows, each a file that stands alone', () => {
    const files = papersMarkdown(report);
    const text = files.get('README.md')!;
    const shown = [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map((match) => match[1]!);
    assert.deepEqual(shown, ['pappas-2012-fig-6-static.svg', 'meenu-2014-table-2-harvest.svg']);
    assert.deepEqual([...files.keys()], ['README.md', ...shown]);
    for (const file of shown)
      assert.match(files.get(file)!, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*><style>/);
  });

  test('as text keeps its tables whole: a bar in a cell is escaped, every row has as many cells', () => {
    const text = papersMarkdown(report).get('README.md')!;
    assert.ok(text.includes('clear \\| improvement'));
    const table = text.split('\n\n').find((block) => block.startsWith('| | The paper'))!;
    const cells = table.split('\n').map((line) => line.replaceAll('\\|', '').split('|').length);
    assert.deepEqual(new Set(cells), new Set([5]));
  });

  test('draws intervals to scale', () => {
    const svg = papersMarkdown(report).get('pappas-2012-fig-6-static.svg')!;
    // From 0 at 170 to 0.6 at 624: .25 lies at 170 + 454 · .25 / .6.
    assert.match(svg, /cx="359\.2"/);
    assert.match(svg, /d="M321\.3 17H397"/);
  });

  test('says numbers as people write them', () => {
    assert.equal(intervalWords({ mean: -0.0001, low: -0.5, high: 0.25 }, 2), '0.00 (−0.50 to 0.25)');
    assert.equal(intervalWords(null, 2), '–');
    assert.equal(
      claimWords({
        words: 'a above b by F1',
        effect: 'a above b',
        refuted: false,
        outcome: 'in the mean',
        found: { mean: 0.1, low: -0.1, high: 0.3 },
        pairs: 9,
        topics: 3,
        tooFewTopics: true,
      }),
      'a above b by F1: holds in the mean only – 0.100 (−0.100 to 0.300) on 9 tasks of 3 topics.',
    );
    assert.equal(
      claimWords({
        words: 'a above b',
        effect: 'a above b',
        refuted: false,
        outcome: 'unknown',
        pairs: 0,
        topics: 0,
        tooFewTopics: false,
      }),
      'a above b: could not be checked.',
    );
  });

  test('puts the style of a plot inside its first element', () => {
    assert.ok(
      plotFile('<svg viewBox="0 0 1 1"><g/></svg>').startsWith(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><style>',
      ),
    );
  });
});
