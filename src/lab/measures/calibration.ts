import type { Scored } from '../../learning/quality.js';
import { type Calibration, type CalibrationBin, type CalibrationSums, calibrationBins } from '../results.js';
import { wilson } from './share-interval.js';

/** Judgements beside the truth. What a strategy says above 1 or below 0 is in the bin at that end. */
export function calibrationSums(scored: readonly Scored[]): CalibrationSums {
  const [pages, relevant, judged] = [emptyBins(), emptyBins(), emptyBins()];
  let squaredErrors = 0;
  for (const { score, wanted } of scored) {
    const bin = Math.max(0, Math.min(calibrationBins - 1, Math.floor(score * calibrationBins)));
    pages[bin]!++;
    relevant[bin]! += Number(wanted);
    judged[bin]! += score;
    squaredErrors += (score - Number(wanted)) ** 2;
  }
  return { pages, relevant, judged, squaredErrors };
}

/** As if all pages had been judged by one crawl. */
export function pooledSums(all: readonly CalibrationSums[]): CalibrationSums {
  const [pages, relevant, judged] = [emptyBins(), emptyBins(), emptyBins()];
  let squaredErrors = 0;
  for (const sums of all) {
    for (let bin = 0; bin < calibrationBins; bin++) {
      pages[bin]! += sums.pages[bin]!;
      relevant[bin]! += sums.relevant[bin]!;
      judged[bin]! += sums.judged[bin]!;
    }
    squaredErrors += sums.squaredErrors;
  }
  return { pages, relevant, judged, squaredErrors };
}

/** Whether a relevance of .7 means that about 70 % of such pages are relevant. Null without pages. */
export function calibrationOf({ pages, relevant, judged, squaredErrors }: CalibrationSums): Calibration | null {
  const total = sumOf(pages);
  if (total === 0) return null;
  const bins = pages.map(
    (count, bin): CalibrationBin => ({
      from: bin / calibrationBins,
      to: (bin + 1) / calibrationBins,
      pages: count,
      judged: count === 0 ? null : judged[bin]! / count,
      relevant: count === 0 ? null : wilson(relevant[bin]!, count),
    }),
  );
  return {
    pages: total,
    judged: sumOf(judged) / total,
    relevant: sumOf(relevant) / total,
    bins,
    error: sumOf(judged.map((sum, bin) => Math.abs(sum - relevant[bin]!))) / total,
    brier: squaredErrors / total,
  };
}

function emptyBins(): number[] {
  return Array.from({ length: calibrationBins }, () => 0);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
