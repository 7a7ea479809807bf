import type { JudgeStanding, JudgesReport, TopicHalf } from './judges-report.js';

/** The cells of a table of judges, one row a judge, best first; intervals are said where `withIntervals`. */
export function judgesTable(
  { judges, standings, first }: JudgesReport,
  half: TopicHalf | 'all',
  withIntervals: boolean,
): { readonly headings: readonly string[]; readonly rows: readonly (readonly string[])[] } {
  const rows = judges.flatMap(({ name }) => {
    const standing = standings.find((one) => one.judge === name && one.half === half);
    return standing === undefined ? [] : [[name, ...cellsOf(standing, withIntervals)]];
  });
  const headings = ['Judge', 'MAP', 'ratio', 'nDCG@10', 'nDCG@50', 'AUC', 'ECE', `ECE first ${first}`, 'Brier'];
  return { headings, rows };
}

function cellsOf({ measures, ratio, calibration, calibrationOfFirst }: JudgeStanding, withIntervals: boolean) {
  const { averagePrecision, ndcg10, ndcg50, auc } = measures;
  const words = ({ mean, low, high }: typeof auc) =>
    withIntervals ? `${mean.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})` : mean.toFixed(3);
  return [
    words(averagePrecision),
    ratio === null ? '–' : ratio.toFixed(2),
    words(ndcg10),
    words(ndcg50),
    words(auc),
    calibration?.error.toFixed(3) ?? '–',
    calibrationOfFirst?.error.toFixed(3) ?? '–',
    calibration?.brier.toFixed(4) ?? '–',
  ];
}
