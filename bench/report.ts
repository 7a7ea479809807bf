import type { BenchResult } from './meter.js';

/** All runs of one program, in order; run `i` of every program belongs to the same round. */
export interface ProgramRuns {
  readonly name: string;
  readonly runs: readonly BenchResult[];
  /** The program that its ratios are taken to, where it is not that of all. */
  readonly baseline?: string;
}

export interface ProgramSummary {
  readonly name: string;
  readonly cpuSecondsPer1000: number;
  /** Median over the rounds of the ratio to the baseline's run in the same round; absent without a baseline. */
  readonly cpuRatio?: number;
  readonly startCpuSeconds: number;
  readonly pagesPerSecond: number;
  readonly peakRssMB: number;
  readonly linksPerPage: number;
  /** CPU milliseconds a page by stage, where the program keeps account of them. */
  readonly stages?: Readonly<Record<string, number>>;
}

/** Medians over the rounds, in the order of the programs. */
export function summarize(programs: readonly ProgramRuns[], baseline: string): ProgramSummary[] {
  return programs.map(({ name, runs, baseline: own = baseline }) => {
    const base = programs.find((program) => program.name === own)?.runs;
    const ratios = runs.flatMap((run, round) => (base?.[round] ? [cpuPerPage(run) / cpuPerPage(base[round])] : []));
    const stages = stageMedians(runs);
    return {
      name,
      cpuSecondsPer1000: median(runs.map((run) => cpuPerPage(run) * 1000)),
      ...(ratios.length > 0 && { cpuRatio: median(ratios) }),
      startCpuSeconds: median(runs.map((run) => run.totalCpuSeconds - run.cpuSeconds)),
      pagesPerSecond: median(runs.map((run) => run.pages / run.wallSeconds)),
      peakRssMB: median(runs.map((run) => run.peakRssMB)),
      linksPerPage: median(runs.map((run) => run.totals.links / run.pages)),
      ...(stages !== undefined && { stages }),
    };
  });
}

/** The summaries as a Markdown table, with a line of stages for each program that reports them. */
export function table(summaries: readonly ProgramSummary[], baseline: string): string {
  const header = ['program', 'CPU-s / 1,000 pages', `× ${baseline}`, 'start CPU-s', 'pages/s', 'peak MB', 'links/page'];
  const rows = summaries.map((summary) => [
    summary.name,
    summary.cpuSecondsPer1000.toFixed(2),
    summary.cpuRatio?.toFixed(2) ?? '–',
    summary.startCpuSeconds.toFixed(2),
    summary.pagesPerSecond.toFixed(0),
    summary.peakRssMB.toFixed(0),
    summary.linksPerPage.toFixed(1),
  ]);
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]!.length)));
  const line = ([name = '', ...figures]: readonly string[]) =>
    `| ${[name.padEnd(widths[0]!), ...figures.map((figure, i) => figure.padStart(widths[i + 1]!))].join(' | ')} |`;
  const rule = line(widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)));
  const stages = summaries.flatMap(({ name, stages }) => (stages === undefined ? [] : [stageLine(name, stages)]));
  return [line(header), rule, ...rows.map(line), ...(stages.length > 0 ? ['', ...stages] : [])].join('\n');
}

function stageLine(name: string, stages: Readonly<Record<string, number>>): string {
  const parts = Object.entries(stages).map(([stage, milliseconds]) => `${stage} ${milliseconds.toFixed(2)}`);
  return `${name}, CPU-ms a page: ${parts.join(' · ')}`;
}

function stageMedians(runs: readonly BenchResult[]): Record<string, number> | undefined {
  const names = Object.keys(runs[0]?.stages ?? {});
  if (names.length === 0) return undefined;
  const perPage = (name: string) => median(runs.map((run) => ((run.stages?.[name] ?? 0) / run.pages) * 1000));
  return Object.fromEntries(names.map((name) => [name, perPage(name)]));
}

function cpuPerPage(run: BenchResult): number {
  return run.cpuSeconds / run.pages;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
