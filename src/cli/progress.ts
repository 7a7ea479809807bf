import type { Visited } from '../agent/agent.js';
import type { CrawlProgress } from '../agent/crawl.js';
import { count, counted, percent, printable, time } from './format.js';

/** Shows a crawl while it runs. */
export interface ProgressView {
  visit(visited: Visited): void;
  show(progress: CrawlProgress): void;
  /** Called once, when the crawl has ended. */
  end(progress: CrawlProgress): void;
}

export interface ProgressTarget {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface Budgets {
  readonly title: string;
  readonly maxPages: number;
  readonly maxRelevant: number;
}

/** The figures that every view shows, in words. */
export function progressFigures(
  { tally, frontier, elapsedMs, pagesPerSecond, msLeft }: CrawlProgress,
  { maxPages, maxRelevant }: Budgets,
): string[] {
  const of = (limit: number) => (Number.isFinite(limit) ? ` of ${count(limit)}` : '');
  return [
    `${counted(tally.documents, 'page')}${of(maxPages)}`,
    `${count(tally.relevant)} relevant${of(maxRelevant)}`,
    `harvest ${percent(tally.harvest)} (last 100: ${percent(tally.recentHarvest)})`,
    `${pagesPerSecond.toFixed(1)} pages/s`,
    `queue ${count(frontier.queued)}`,
    `hosts ${count(frontier.hostsReady)} ready, ${count(frontier.hostsWaiting)} waiting`,
    `${time(elapsedMs)} elapsed`,
    ...(msLeft === undefined ? [] : [`about ${time(msLeft)} left`]),
  ];
}

/** A few lines of the terminal, drawn over and over. */
export class TerminalView implements ProgressView {
  private lastVisit = '';
  private drawn = 0;

  constructor(
    private readonly out: ProgressTarget,
    private readonly budgets: Budgets,
  ) {}

  visit({ url, visit }: Visited): void {
    const score = visit.judgement === undefined ? visit.reason : visit.judgement.relevance.toFixed(2);
    this.lastVisit = `${score}  ${printable(visit.title || url)}`;
  }

  show(progress: CrawlProgress): void {
    const [pages, relevant, harvest, speed, queue, hosts, elapsed, left] = progressFigures(progress, this.budgets);
    const { maxPages } = this.budgets;
    const done = Number.isFinite(maxPages) ? `  ${bar(progress.tally.documents / maxPages)}` : '';
    this.draw([
      `osprey  ${printable(this.budgets.title, 60)}`,
      `${pages}${done}   ${relevant}   ${harvest}`,
      [speed, queue, hosts, elapsed, left].filter((part) => part !== undefined).join('   '),
      this.lastVisit,
    ]);
  }

  end(progress: CrawlProgress): void {
    this.lastVisit = '';
    this.show(progress);
  }

  private draw(lines: readonly string[]): void {
    const width = (this.out.columns ?? 80) - 1;
    const back = this.drawn > 0 ? `\u001b[${this.drawn}A\r\u001b[J` : '';
    const shown = lines.filter((line) => line !== '');
    this.out.write(`${back}${shown.map((line) => `${line.slice(0, width)}\n`).join('')}`);
    this.drawn = shown.length;
  }
}

function bar(share: number, width = 20): string {
  const full = Math.round(Math.min(1, share) * width);
  return `${'█'.repeat(full)}${'░'.repeat(width - full)}`;
}

/** Plain lines for logs: one now and then. */
export class LineView implements ProgressView {
  private shownAt = 0;

  constructor(
    private readonly out: ProgressTarget,
    private readonly budgets: Budgets,
    private readonly everyMs = 5_000,
  ) {}

  visit(): void {}

  show(progress: CrawlProgress): void {
    if (progress.elapsedMs - this.shownAt < this.everyMs) return;
    this.shownAt = progress.elapsedMs;
    this.line(progress);
  }

  end(progress: CrawlProgress): void {
    this.line(progress);
  }

  private line(progress: CrawlProgress): void {
    this.out.write(`${progressFigures(progress, this.budgets).join(', ')}\n`);
  }
}

/** Nothing at all. */
export const quietView: ProgressView = { visit() {}, show() {}, end() {} };
