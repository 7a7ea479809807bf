import type { CrawlProgress } from '../../../crawl/progress/crawl-progress.js';
import type { CrawlEvent } from '../../../model/crawl-event.js';
import { forecastInShort } from '../../../words/forecast-words.js';
import { count, counted, moment, percent, printable, time, twoDigits } from '../../terminal/format.js';
import { displayWidth, fit, flow, usualWidth } from '../../terminal/terminal-text.js';
import { pauseInWords } from '../control/control-lines.js';
import { waitingInShort } from './spending-words.js';

/** Shows a crawl while it runs. */
export interface ProgressView {
  visit(visit: CrawlEvent<'visit'>): void;
  show(progress: CrawlProgress): void;
  /** Something the user should know now. */
  note(text: string): void;
  /** Called once, when the crawl has ended. */
  end(progress: CrawlProgress): void;
}

export interface ProgressTarget {
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

export interface Budgets {
  readonly title: string;
  readonly maxPages: number;
  readonly maxRelevant: number;
  /** What tells the agents' pages apart, by agent. */
  readonly agents?: ReadonlyMap<number, string>;
}

/** The figures that every view shows, in words. */
function progressFigures(
  { tally, frontier, elapsedMs, pagesPerSecond, msLeft, forecast, waitsUntil, paused, now }: CrawlProgress,
  { maxPages, maxRelevant }: Budgets,
): string[] {
  return [
    Number.isFinite(maxPages)
      ? `${count(tally.documents)} of ${counted(maxPages, 'page')}`
      : counted(tally.documents, 'page'),
    ...(paused === undefined ? [] : [pauseInWords(paused)]),
    ...(tally.revisits + frontier.queuedAgain > 0
      ? [`${count(tally.revisits)} revisited, ${count(frontier.queuedAgain)} to go`]
      : tally.isResumed
        ? [`${count(tally.documentsThisRun)} in this run`]
        : []),
    `${count(tally.relevant)}${Number.isFinite(maxRelevant) ? ` of ${count(maxRelevant)}` : ''} relevant`,
    `harvest ${percent(tally.harvest)}${tally.documents > 100 ? ` (last 100: ${percent(tally.recentHarvest)})` : ''}`,
    `${pagesPerSecond.toFixed(1)} pages/s`,
    `queue ${count(frontier.queued)}`,
    `hosts ${count(frontier.hostsReady)} ready, ${count(frontier.hostsWaiting)} waiting${waitsUntil === undefined ? '' : ` until ${moment(waitsUntil)}`}`,
    ...(frontier.spending === undefined ? [] : waitingInShort(frontier.spending, now)),
    ...(forecast === undefined ? [] : [forecastInShort(forecast)]),
    `${time(elapsedMs)} elapsed`,
    ...(msLeft === undefined ? [] : [`about ${time(msLeft)} left`]),
  ];
}

const visitsShown = 5;
const bold = '1';
const green = '32';
const dim = '2';

interface VisitLine {
  readonly text: string;
  readonly relevant: boolean;
}

/** A block at the bottom of the terminal, drawn over and over: the figures and the last few visits. */
export class TerminalView implements ProgressView {
  private readonly visits: VisitLine[] = [];
  private message: string | undefined;
  /** Widths of the lines that are on the screen. */
  private drawn: readonly number[] = [];
  private last: CrawlProgress | undefined;

  constructor(
    private readonly out: ProgressTarget,
    private readonly budgets: Budgets,
    private readonly coloured: boolean,
  ) {}

  visit({ agent, url, outcome, reason, title, relevance, relevant }: CrawlEvent<'visit'>): void {
    const judged = relevance !== null && outcome !== 'example' && outcome !== 'sitemap';
    const label = this.budgets.agents?.get(agent);
    const of = label === undefined ? '' : `${label}  `;
    const text = judged
      ? `${twoDigits(relevance)}  ${printable(title || url)}`
      : ` ·    ${printable(url)}  ${reason || outcome}`;
    this.visits.push({ text: of + text, relevant });
    if (this.visits.length > visitsShown) this.visits.shift();
  }

  show(progress: CrawlProgress): void {
    this.last = progress;
    this.draw(progress, this.visits);
  }

  note(text: string): void {
    this.message = text;
    if (this.last !== undefined) this.show(this.last);
  }

  end(progress: CrawlProgress): void {
    this.message = undefined;
    this.draw(progress, []);
  }

  /** One write, line over line: what stays the same does not flicker. */
  private draw(progress: CrawlProgress, visits: readonly VisitLine[]): void {
    // A terminal that does not know its size says 0.
    const [columns, rows] = [this.out.columns || usualWidth, this.out.rows || 24];
    const width = Math.max(20, columns - 1);
    const styled: [text: string, style?: string][] = [
      [`osprey  ${printable(this.budgets.title)}`, bold],
      ...this.figures(progress, width).map((line): [string] => [line]),
      ...visits.map(({ text, relevant }): [string, string] => [`  ${text}`, relevant ? green : dim]),
      ...(this.message === undefined ? [] : [[this.message, bold] as [string, string]]),
    ];
    const lines = styled.slice(0, Math.max(1, rows - 1)).map(([text, style]) => [fit(text, width), style] as const);
    // A terminal that was made narrower has folded the old lines.
    const up = this.drawn.reduce((sum, cells) => sum + Math.max(1, Math.ceil(cells / columns)), 0);
    const back = up > 0 ? `\u001b[${up}A\r` : '';
    const text = lines.map(([line, style]) => `${this.styled(line, style)}\u001b[K\n`).join('');
    this.out.write(`${back}${text}\u001b[J`);
    this.drawn = lines.map(([line]) => displayWidth(line));
  }

  private figures(progress: CrawlProgress, width: number): string[] {
    const [pages, ...others] = progressFigures(progress, this.budgets);
    const { maxPages } = this.budgets;
    const done = Number.isFinite(maxPages) ? `${bar(progress.tally.documents / maxPages)}  ` : '';
    return flow([`${done}${pages}`, ...others], width, '   ');
  }

  private styled(text: string, style: string | undefined): string {
    return style === undefined || !this.coloured ? text : `\u001b[${style}m${text}\u001b[0m`;
  }
}

function bar(share: number, width = 20): string {
  const full = Math.floor(Math.min(1, share) * width);
  return `${'█'.repeat(full)}${'░'.repeat(width - full)}`;
}

/** Plain lines for logs: one now and then, one for a long wait, and one when the crawl is paused or resumed. */
export class LineView implements ProgressView {
  private shownAt = 0;
  private waitsUntil: number | undefined;
  private pausedAt: number | undefined;

  constructor(
    private readonly out: ProgressTarget,
    private readonly budgets: Budgets,
    private readonly everyMs = 5_000,
  ) {}

  visit(): void {}

  show(progress: CrawlProgress): void {
    const { waitsUntil, paused } = progress;
    const isNews = paused?.at !== this.pausedAt;
    this.pausedAt = paused?.at;
    if (isNews) this.line(progress);
    if (isNews || progress.elapsedMs - this.shownAt < this.everyMs) return;
    if (waitsUntil !== undefined && waitsUntil === this.waitsUntil) return;
    this.waitsUntil = waitsUntil;
    this.shownAt = progress.elapsedMs;
    this.line(progress);
  }

  note(text: string): void {
    this.out.write(`${text}\n`);
  }

  end(progress: CrawlProgress): void {
    this.line(progress);
  }

  private line(progress: CrawlProgress): void {
    this.out.write(`${progressFigures(progress, this.budgets).join(', ')}\n`);
  }
}

/** Nothing at all. */
export const quietView: ProgressView = { visit() {}, show() {}, note() {}, end() {} };
