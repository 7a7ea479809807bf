import { readFileSync } from 'node:fs';

/** What a program found, so that two programs are only compared when they did the same work. */
export interface BenchTotals {
  titleChars: number;
  textChars: number;
  links: number;
}

/** The line of JSON that a program prints last. */
export interface BenchResult {
  readonly pages: number;
  /** User and system time of all threads of the process, from the first request on. */
  readonly cpuSeconds: number;
  /** The same from the start of the process. */
  readonly totalCpuSeconds: number;
  readonly wallSeconds: number;
  readonly peakRssMB: number;
  readonly totals: BenchTotals;
  /** CPU seconds by stage, where a program keeps account of them. */
  readonly stages?: Readonly<Record<string, number>>;
}

/** Starts the account of a program; call it before the first request, and `report` after the last page. */
export class Meter {
  readonly #cpu = process.cpuUsage();
  readonly #wall = performance.now();

  report(pages: number, totals: BenchTotals, stages?: Readonly<Record<string, number>>): void {
    const result: BenchResult = {
      pages,
      cpuSeconds: seconds(process.cpuUsage(this.#cpu)),
      totalCpuSeconds: seconds(process.cpuUsage()),
      wallSeconds: (performance.now() - this.#wall) / 1000,
      peakRssMB: peakRssMB(),
      totals,
      ...(stages !== undefined && { stages }),
    };
    process.stdout.write(`${JSON.stringify(result)}\n`);
  }
}

function seconds(usage: NodeJS.CpuUsage): number {
  return (usage.user + usage.system) / 1e6;
}

/**
 * Largest resident set of this process. Linux counts the memory of the parent at the time of fork into `maxRSS` of the
 * child, but not into VmHWM; elsewhere `maxRSS` has to do.
 */
export function peakRssMB(): number {
  try {
    const kilobytes = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    if (kilobytes !== undefined) return Number(kilobytes) / 1024;
  } catch {
    // not Linux
  }
  return process.resourceUsage().maxRSS / 1024;
}
