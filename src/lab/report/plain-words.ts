import type { LabReport } from '../results.js';
import { failureSentences, skippedSentences } from './failure-words.js';
import { counted, isSignificant, listed, percentage, pWords, ratioWords } from './number-words.js';
import {
  aucOf,
  type Competitor,
  comparisonOf,
  isTrained,
  ranked,
  type SeedView,
  seedViews,
  standingOf,
} from './report-view.js';

/** What a comparison comes to, in sentences: who wins, by how much, how sure that is, and where each fails. */
export function plainWords(report: LabReport): string[] {
  const view = seedViews(report)[0];
  const order = view === undefined ? [] : ranked(report, view);
  const winner = order.find((one) => !isTrained(one));
  const trained = order.find(isTrained);
  if (view === undefined || order.length === 0) return ['No crawl was run.', ...skippedSentences(report)];
  return [
    ...(winner === undefined ? [] : winnerSentences(report, winner, order, view)),
    ...(trained === undefined ? [] : trainedSentences(report, trained, winner, order, view)),
    ...failureSentences(report, [...order.filter((one) => !isTrained(one)).slice(0, 3), ...(trained ? [trained] : [])]),
    ...skippedSentences(report),
  ];
}

function winnerSentences(
  report: LabReport,
  winner: Competitor,
  order: readonly Competitor[],
  view: SeedView,
): string[] {
  const runnerUp = order.filter((one) => !isTrained(one))[1];
  const among = order.some(isTrained) ? ' among the strategies that need no training' : '';
  return [
    `On ${report.web.name}, ${winner.name} finds most, soonest${among}: ${standingWords(report, winner, view)}.`,
    ...marginSentence(report, winner, runnerUp, view),
    ...certaintySentences(report, winner, runnerUp, view),
    ...oracleSentence(report, winner, view),
    ...seedSentences(report, winner),
  ];
}

/** The best of those that were trained, apart: what they were told is no part of an ordinary crawl. */
function trainedSentences(
  report: LabReport,
  trained: Competitor,
  winner: Competitor | undefined,
  order: readonly Competitor[],
  view: SeedView,
): string[] {
  const others = order.filter(isTrained).length - 1;
  const best =
    others === 0
      ? `The only strategy trained on labelled pages is ${trained.name}`
      : `Of the ${others + 1} strategies trained on labelled pages, ${trained.name} is best`;
  const against = winner === undefined ? [] : againstWords(report, trained, winner, view);
  return [
    [
      `${best}: ${[standingWords(report, trained, view), ...against].join(', ')}.`,
      ...certaintySentences(report, trained, undefined, view),
      ...oracleSentence(report, trained, view),
    ].join(' '),
  ];
}

function standingWords(report: LabReport, { name }: Competitor, view: SeedView): string {
  const { runs, measures } = standingOf(report, name, view)!;
  const { mean, low, high } = measures.auc!;
  const interval = `95 % interval ${low.toFixed(3)} to ${high.toFixed(3)}`;
  return `its mean AUC is ${mean.toFixed(3)} (${interval}, ${counted(runs, 'crawl')})`;
}

function marginSentence(
  report: LabReport,
  winner: Competitor,
  runnerUp: Competitor | undefined,
  view: SeedView,
): string[] {
  const baseline = report.contenders.find(({ name }) => name === report.baseline);
  const margins = [
    ...(baseline === undefined || baseline === winner ? [] : againstWords(report, winner, baseline, view)),
    ...(runnerUp === undefined || runnerUp === baseline ? [] : againstWords(report, winner, runnerUp, view)),
  ];
  const roles =
    baseline === winner ? ['It is the baseline itself: no strategy that needs no training does better.'] : [];
  return margins.length === 0 ? roles : [...roles, `That is ${margins.join(' and ')}.`];
}

function againstWords(report: LabReport, one: Competitor, other: Competitor, view: SeedView): string[] {
  const [auc, reference] = [aucOf(report, one.name, view), aucOf(report, other.name, view)];
  if (auc === undefined || reference === undefined || reference === 0) return [];
  const what =
    other.name === report.baseline
      ? 'the baseline'
      : isTrained(one) !== isTrained(other)
        ? 'the best without training'
        : 'the runner-up';
  return [`${ratioWords(auc / reference)} that of ${other.name} (${what})`];
}

function certaintySentences(
  report: LabReport,
  one: Competitor,
  runnerUp: Competitor | undefined,
  view: SeedView,
): string[] {
  const comparison = comparisonOf(report, one.name, view);
  if (comparison === undefined || one.name === report.baseline) return [];
  const { wins, losses, pairs, adjusted } = comparison;
  const tally = `Against ${report.baseline} it wins ${wins} of ${counted(pairs, 'pair')} and loses ${losses}`;
  const untested =
    runnerUp === undefined || runnerUp.name === report.baseline
      ? ''
      : ` Its lead on ${runnerUp.name} was not tested; that takes ${runnerUp.name} as the baseline.`;
  if (adjusted === null) return [`${tally}; whether that is chance cannot be told with so few pairs.${untested}`];
  const verdict = isSignificant(adjusted) ? 'a significant difference' : 'which may well be chance';
  return [`${tally}, ${verdict} (adjusted p ${adjusted < 0.001 ? '' : '= '}${pWords(adjusted)}).${untested}`];
}

function oracleSentence(report: LabReport, { name }: Competitor, view: SeedView): string[] {
  const share = standingOf(report, name, view)?.shareOfOracle ?? null;
  if (share === null) return [];
  const reached = `It reaches ${percentage(share)} of the AUC of the content oracle, which knows the page behind every link`;
  return [
    share > 1.005
      ? `${reached}: on this web, following the most relevant page first is not the best one can do.`
      : `${reached}.`,
  ];
}

function seedSentences(report: LabReport, winner: Competitor): string[] {
  const [near, far] = [aucOf(report, winner.name, 'near'), aucOf(report, winner.name, 'far')];
  if (near === undefined || far === undefined) return [];
  const change = near === 0 ? '' : `, ${ratioWords(far / near)} that with near ones`;
  const difference = `From far seeds its AUC is ${far.toFixed(3)}${change} (${near.toFixed(3)})`;
  const best = (['near', 'far'] as const)
    .map((seeds) => [seeds, ranked(report, seeds).find((one) => !isTrained(one))!] as const)
    .filter(([, one]) => one !== winner)
    .map(([seeds, one]) => `from ${seeds} seeds ${one.name} is ahead (${aucOf(report, one.name, seeds)!.toFixed(3)})`);
  return [best.length === 0 ? `${difference}; it leads with both.` : `${difference}; ${listed(best)}.`];
}
