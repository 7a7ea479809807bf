import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { agentLabels } from '../../src/cli/commands/crawl/agent-labels.js';
import { LineView, TerminalView } from '../../src/cli/commands/crawl/progress.js';
import { displayWidth, fit, flow } from '../../src/cli/terminal/terminal-text.js';
import type { CrawlProgress } from '../../src/crawl/progress/crawl-progress.js';
import { Tally } from '../../src/crawl/progress/tally.js';
import type { CrawlEvent } from '../../src/model/crawl-event.js';
import { forecastInWords, stopInWords } from '../../src/words/forecast-words.js';
import { judgedPage } from '../store/invented-crawl.js';

/** As much of a terminal as the view uses: lines that fold at the width, cursor up, clear to the end. */
class Screen {
  readonly lines: string[] = [''];
  row = 0;
  /** Rows that a write left taller than the terminal is wide. */
  overflows = 0;

  constructor(
    public columns: number,
    readonly rows = 30,
  ) {}

  write(text: string): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a terminal reads.
    const pieces = text.matchAll(/\u001b\[(\d*)([A-Za-z])|[\r\n]|[^\u001b\r\n]+/g);
    for (const [piece, number, letter] of pieces) {
      if (letter === 'A') this.row = Math.max(0, this.row - Number(number));
      else if (letter === 'J') this.lines.length = this.row + 1;
      else if (piece === '\n') this.lines[++this.row] ??= '';
      else if (letter === undefined && piece !== '\r') this.lines[this.row] = piece;
      if (displayWidth(this.lines[this.row] ?? '') > this.columns) this.overflows++;
    }
    this.lines[this.row] = '';
  }

  /** Terminals fold what no longer fits. */
  narrow(columns: number): void {
    this.columns = columns;
    const folded = this.lines.flatMap((line) => (line === '' ? [''] : flow([...segments(line)], columns, '')));
    this.lines.splice(0, this.lines.length, ...folded);
    this.row = this.lines.length - 1;
  }

  get text(): string[] {
    return this.lines.slice(0, this.row);
  }
}

function* segments(text: string): Generator<string> {
  for (const { segment } of new Intl.Segmenter('en').segment(text)) yield segment;
}

function progress(documents: number, relevant: number): CrawlProgress {
  const tally = new Tally();
  tally.documents = documents;
  tally.documentsThisRun = documents;
  tally.relevant = relevant;
  return {
    tally,
    frontier: {
      queued: 1234,
      claimed: 1,
      known: 5000,
      hosts: 9,
      hostsReady: 7,
      hostsWaiting: 2,
      hostsClosed: 0,
      queuedClosed: 0,
      queuedAgain: 0,
    },
    now: 61_000,
    elapsedMs: 61_000,
    pagesPerSecond: 12.34,
    msLeft: 30_000,
  };
}

function visitOf(title: string, relevance: number): CrawlEvent<'visit'> {
  const page = { seq: 1, agent: 0, url: 'http://a.test/', outcome: 'page', reason: '' } as const;
  return { type: 'visit', ...page, title, relevance, relevant: relevance >= 0.5 };
}

const budgets = { title: 'jaguar car', maxPages: 100, maxRelevant: Number.POSITIVE_INFINITY };

describe('progress on a terminal', () => {
  test('shows the figures and the last visits in place, and leaves only the figures', () => {
    const screen = new Screen(100);
    const view = new TerminalView(screen, budgets, true);
    for (let page = 1; page <= 8; page++) {
      // Rounded, as everywhere: 0.5969 is 0.60.
      view.visit(visitOf(`Page ${page}`, page / 10 - (page === 6 ? 0.0031 : 0)));
      view.show(progress(page, 3));
    }
    assert.deepEqual(screen.text, [
      'osprey  jaguar car',
      '█░░░░░░░░░░░░░░░░░░░  8 of 100 pages   3 relevant   harvest 37.5 %   12.3 pages/s   queue 1,234',
      'hosts 7 ready, 2 waiting   1:01 elapsed   about 0:30 left',
      '  0.40  Page 4',
      '  0.50  Page 5',
      '  0.60  Page 6',
      '  0.70  Page 7',
      '  0.80  Page 8',
    ]);
    view.note('Finishing');
    assert.equal(screen.text.at(-1), 'Finishing');
    view.end(progress(9, 4));
    assert.equal(screen.text.length, 3);
    assert.match(screen.text[1]!, /9 of 100 pages {3}4 relevant/);
  });

  test('tells whose a page is where agents have segments of their own', () => {
    const screen = new Screen(100);
    const [web, news] = [
      { id: 0, segment: 'web', queue: 0, seeds: 2 },
      { id: 1, segment: 'news', queue: 1, seeds: 1 },
    ];
    const view = new TerminalView(screen, { ...budgets, agents: agentLabels([web!, news!]) }, false);
    view.visit(visitOf('Page', 0.9));
    view.visit({ ...visitOf('Report', 0.4), agent: 1 });
    view.show(progress(2, 1));
    assert.deepEqual(screen.text.slice(-2), ['  web   0.90  Page', '  news  0.40  Report']);
    assert.equal(agentLabels([web!]).size, 0, 'one agent');
    assert.equal(agentLabels([web!, { ...news!, queue: 0 }]).size, 0, 'a queue for all');
    const long = agentLabels([web!, { ...news!, segment: 'every second seed from 2' }]);
    assert.deepEqual([...long.values()], ['agent 0', 'agent 1']);
  });

  test('fits 60 columns, wide characters included, and a terminal made narrower', () => {
    const screen = new Screen(100);
    const view = new TerminalView(screen, budgets, false);
    const draw = () => {
      view.visit(visitOf('漢字'.repeat(60), 0.9));
      view.visit(visitOf(`👩‍👩‍👧‍👦 ${'e\u0301'.repeat(200)}`, 0.1));
      view.show(progress(50, 25));
    };
    draw();
    screen.narrow(60);
    for (let times = 0; times < 5; times++) draw();
    assert.equal(screen.overflows, 0);
    assert.equal(screen.text.filter((line) => line.startsWith('osprey')).length, 1, 'nothing is left behind');
    view.end(progress(50, 25));
    assert.deepEqual(screen.text, [
      'osprey  jaguar car',
      '██████████░░░░░░░░░░  50 of 100 pages   25 relevant',
      'harvest 50.0 %   12.3 pages/s   queue 1,234',
      'hosts 7 ready, 2 waiting   1:01 elapsed   about 0:30 left',
    ]);
  });

  test('takes a terminal that does not know its size for one of 80 columns', () => {
    const screen = new Screen(80);
    const view = new TerminalView({ columns: 0, rows: 0, write: (text) => screen.write(text) }, budgets, false);
    for (const page of [1, 2]) view.show(progress(page, 1));
    assert.equal(screen.text.length, 4, 'the first drawing was drawn over');
    assert.equal(screen.overflows, 0);
  });

  test('tells how many pages are of this run where the others are not, and how many are visited again', () => {
    const lines: string[] = [];
    const view = new LineView({ write: (text) => lines.push(text) }, budgets);
    const resumed = progress(50, 25);
    view.end(resumed);
    resumed.tally.documentsThisRun = 20;
    view.end(resumed);
    assert.match(lines[0]!, /^50 of 100 pages, 25 relevant/);
    assert.match(lines[1]!, /^50 of 100 pages, 20 in this run, 25 relevant/);
    const { frontier } = resumed;
    view.end({ ...resumed, frontier: { ...frontier, queuedAgain: 43 } });
    resumed.tally.revisits = 18;
    view.end(resumed);
    assert.match(lines[2]!, /^50 of 100 pages, 0 revisited, 43 to go, 25 relevant/);
    assert.match(lines[3]!, /^50 of 100 pages, 18 revisited, 0 to go, 25 relevant/);
  });

  test('never draws more lines than the terminal has', () => {
    const screen = new Screen(80, 5);
    const view = new TerminalView(screen, budgets, false);
    for (let page = 1; page <= 8; page++) view.visit(visitOf(`Page ${page}`, 0.9));
    view.show(progress(8, 8));
    assert.equal(screen.text.length, 4);
  });
});

test('progress in a log: a line now and then, and one at the end', () => {
  const lines: string[] = [];
  const view = new LineView({ write: (text) => lines.push(text) }, budgets, 5_000);
  for (const elapsedMs of [1_000, 5_000, 6_000, 10_001]) view.show({ ...progress(5, 2), elapsedMs });
  view.end(progress(9, 4));
  assert.equal(lines.length, 3);
  assert.match(lines[2]!, /^9 of 100 pages, 4 relevant, harvest 44\.4 %, 12\.3 pages\/s, queue 1,234, /);
});

test('the harvest of the last 100 pages is told once there are more', () => {
  const lines: string[] = [];
  new LineView({ write: (text) => lines.push(text) }, budgets).end(progress(101, 0));
  assert.match(lines[0]!, /, harvest 0\.0 % \(last 100: 0\.0 %\), /);
});

test('a long wait is told in one line of a log, with its end', () => {
  const lines: string[] = [];
  const view = new LineView({ write: (text) => lines.push(text) }, budgets, 5_000);
  const waiting = { ...progress(5, 2), waitsUntil: Date.UTC(2026, 10, 16, 18) };
  for (const elapsedMs of [5_000, 10_000, 15_000]) view.show({ ...waiting, elapsedMs });
  view.show({ ...progress(5, 2), elapsedMs: 20_000 });
  assert.equal(lines.length, 2);
  assert.match(lines[0]!, /, hosts 7 ready, 2 waiting until 2026-11-16 18:00 UTC, /);
});

describe('a forecast in words', () => {
  const forecast = { pages: 1_000, expected: 40.4, low: 25.1, high: 55.7 };

  test('says how much is expected, and how sure that is', () => {
    assert.equal(forecastInWords(forecast), 'about 40 ± 15 more relevant pages in the next 1,000');
  });

  test('says how much it is at most where it may be nothing', () => {
    const few = { pages: 1_000, expected: 3, low: 0, high: 11.2 };
    assert.equal(forecastInWords(few), 'up to 11 more relevant pages in the next 1,000');
  });

  test('says so where nothing is to be expected', () => {
    const none = forecastInWords({ pages: 2, expected: 0.1, low: 0, high: 0.3 });
    assert.equal(none, 'hardly any more relevant pages in the 2 pages left in the queue');
  });

  test('says so where the queue is shorter', () => {
    const words = forecastInWords({ pages: 74, expected: 20, low: 12, high: 28 });
    assert.equal(words, 'about 20 ± 8 more relevant pages in the 74 pages left in the queue');
  });

  test('stands among the figures of a crawl', () => {
    const lines: string[] = [];
    new LineView({ write: (text) => lines.push(text) }, budgets).end({ ...progress(500, 40), forecast });
    assert.match(lines[0]!, /, next 1,000: about 40 ± 15 relevant, 1:01 elapsed/);
  });

  test('is the reason of a crawl that stopped for it', () => {
    const tally = new Tally();
    for (let page = 0; page < 1_000; page++) tally.add(judgedPage(page === 700 ? 1 : 0));
    const words = stopInWords('low-yield', tally, { stopWhenYieldBelow: 0.02 });
    assert.match(words, /^yield below --stop-when-yield-below 0\.02: up to \d\d more relevant pages in the next 500$/);
    assert.equal(stopInWords('interrupted', tally, { stopWhenYieldBelow: 0.02 }), 'Ctrl-C or a signal');
  });
});

describe('text in a terminal', () => {
  test('has the width of its cells', () => {
    const widths: [text: string, cells: number][] = [
      ['plain', 5],
      ['漢字かな', 8],
      ['한국어', 6],
      ['e\u0301', 1],
      ['👩‍👩‍👧‍👦', 2],
      ['ｗｉｄｅ', 8],
      ['', 0],
    ];
    for (const [text, cells] of widths) assert.equal(displayWidth(text), cells, text);
  });

  test('is cut between characters, never inside one', () => {
    assert.equal(fit('plain text', 10), 'plain text');
    assert.equal(fit('plain text', 9), 'plain te…');
    assert.equal(fit('漢字かな', 6), '漢字…');
    assert.equal(fit('漢字かな', 5), '漢字…');
    assert.equal(fit('a👩‍👩‍👧‍👦b', 3), 'a…');
  });

  test('flows into as few lines as there is room for', () => {
    assert.deepEqual(flow(['one', 'two', 'three'], 9, '  '), ['one  two', 'three']);
    assert.deepEqual(flow(['longer than the line', 'a'], 5, ' '), ['longer than the line', 'a']);
    assert.deepEqual(flow([], 5, ' '), []);
  });
});
