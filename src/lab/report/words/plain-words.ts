import { counted } from '../../../counted.js';
import type { Comparison, LabReport } from '../../results.js';
import {
  aucOf,
  type Competitor,
  comparisonOf,
  hasSpread,
  isComplete,
  isTrained,
  ranked,
  type SeedView,
  seedViews,
  standingOf,
  topicScores,
} from '../report-view.js';
import { failureSentences, incompleteSentences, skippedSentences } from './failure-words.js';
import { judgementSentence } from './judgement-words.js';
import { isSignificant, listed, percentage, pWords, ratioWords } from './number-words.js';

/** Even if they all point the same way, fewer topics could be chance. */
const fewestTopics = 6;

/** What a comparison comes to, in sentences: who wins, by how much, how sure that is, and where each fails. */
export function plainWords(report: LabReport): string[] {
  const view = seedViews(report)[0];
  const order = view === undefined ? [] : ranked(report, view);
  if (view === undefined || order.length === 0) return ['No crawl was run.', ...skippedSentences(report)];
  const contest = order.filter((one) => isComplete(report, one, view));
  const winner = contest.find((one) => !isTrained(one));
  const trained = contest.find(isTrained);
  return [
    ...(contest.length === 0 ? [`On ${report.web.name}, no strategy ran all tasks: none can be called the best.`] : []),
    ...(winner === undefined ? [] : winnerSentences(report, winner, contest, view)),
    ...(trained === undefined ? [] : trainedSentences(report, trained, winner, order, view)),
    ...incompleteSentences(report, order, view),
    ...failureSentences(report, [...order.filter((one) => !isTrained(one)).slice(0, 3), ...(trained ? [trained] : [])]),
    ...skippedSentences(report),
  ];
}

function winnerSentences(
  report: LabReport,
  winner: Competitor,
  contest: readonly Competitor[],
  view: SeedView,
): string[] {
  const runnerUp = contest.filter((one) => !isTrained(one))[1];
  const among = contest.some(isTrained) ? ' among the strategies that need no training' : '';
  return [
    `On ${report.web.name}, ${winner.name} finds most, soonest${among}: ${standingWords(report, winner, view)}.`,
    ...marginSentence(report, winner, runnerUp, view),
    ...certaintySentences(report, winner, runnerUp, view),
    ...oracleSentence(report, winner, view),
    ...seedSentences(report, winner),
    ...politenessSentence(report, winner),
    ...forecastSentence(report, winner),
    ...judgementSentence(report, winner, view),
  ];
}

/** The best of the trained ones, separately: an ordinary crawl has no such training. */
function trainedSentences(
  report: LabReport,
  trained: Competitor,
  winner: Competitor | undefined,
  order: readonly Competitor[],
  view: SeedView,
): string[] {
  const all = order.filter(isTrained);
  const rivals = all.filter((one) => one !== trained && isComplete(report, one, view));
  const best =
    all.length === 1
      ? `The only strategy trained on labelled pages is ${trained.name}`
      : `Of the ${all.length} strategies trained on labelled pages, ${trained.name} ${rivals.length === 0 ? 'alone ran all tasks' : 'is best'}`;
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
  const auc = measures.auc!;
  if (runs === 1) return `its AUC is ${auc.mean.toFixed(3)} (one crawl: no interval)`;
  const interval = hasSpread(auc) ? `95 % interval ${auc.low.toFixed(3)} to ${auc.high.toFixed(3)}, ` : '';
  return `its mean AUC is ${auc.mean.toFixed(3)} (${interval}${counted(runs, 'crawl')})`;
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
    baseline === winner
      ? ['It is the baseline itself: no strategy that needs no training does better on all tasks.']
      : [];
  return margins.length === 0 ? roles : [...roles, `That is ${margins.join(' and ')}.`];
}

function againstWords(report: LabReport, one: Competitor, other: Competitor, view: SeedView): string[] {
  const ratio = ratioOf(report, one, other, view);
  if (ratio === null) return [];
  const what =
    other.name === report.baseline
      ? 'the baseline'
      : isTrained(one) !== isTrained(other)
        ? 'the best without training'
        : 'the runner-up';
  return [`${ratioWords(ratio)} that of ${other.name} (${what})`];
}

/** On the tasks that both ran: the baseline may lack some, all others spoken of have run the same. */
function ratioOf(report: LabReport, one: Competitor, other: Competitor, view: SeedView): number | null {
  if (other.name === report.baseline) return comparisonOf(report, one.name, view)?.ratio ?? null;
  const [auc, reference] = [aucOf(report, one.name, view)!, aucOf(report, other.name, view)!];
  return reference === 0 ? null : auc / reference;
}

function certaintySentences(
  report: LabReport,
  one: Competitor,
  runnerUp: Competitor | undefined,
  view: SeedView,
): string[] {
  const comparison = comparisonOf(report, one.name, view);
  if (comparison === undefined || one.name === report.baseline) return [];
  const { wins, losses, pairs } = comparison;
  const tally = `Against ${report.baseline} it wins ${wins} of ${counted(pairs, 'pair')} and loses ${losses}`;
  const untested =
    runnerUp === undefined || runnerUp.name === report.baseline
      ? ''
      : ` Its lead on ${runnerUp.name} was not tested; that takes ${runnerUp.name} as the baseline.`;
  return [`${tally}${verdictWords(report, comparison, view)}.${untested}`];
}

/** "Significant" is said of other topics alone: tasks of the same topics are not independent of each other. */
function verdictWords(report: LabReport, comparison: Comparison, view: SeedView): string {
  const { adjusted, adjustedOverTopics } = comparison;
  if (adjustedOverTopics !== null && isSignificant(adjustedOverTopics))
    return `, a difference significant over topics (${adjustedWords(adjustedOverTopics)})`;
  if (adjusted === null) return '; too few pairs to test that';
  if (!isSignificant(adjusted)) return `, which may well be chance (${adjustedWords(adjusted)} over tasks)`;
  const topics = commonTopics(report, comparison, view);
  const others =
    adjustedOverTopics !== null
      ? `may be chance (${adjustedWords(adjustedOverTopics)} over topics)`
      : topics < fewestTopics
        ? `is unknown: ${counted(topics, 'topic is', 'topics are')} too few`
        : 'is unknown: too few topics differ';
  return `; it holds for other seeds of these topics (${adjustedWords(adjusted)}), but for other topics it ${others}`;
}

function commonTopics(report: LabReport, { strategy, baseline }: Comparison, view: SeedView): number {
  const scores = topicScores(report, view);
  const theirs = scores.get(baseline);
  return [...(scores.get(strategy)?.keys() ?? [])].filter((topic) => theirs?.has(topic)).length;
}

function adjustedWords(adjusted: number): string {
  return `adjusted p ${adjusted < 0.001 ? '' : '= '}${pWords(adjusted)}`;
}

function oracleSentence(report: LabReport, { name }: Competitor, view: SeedView): string[] {
  const share = standingOf(report, name, view)?.shareOfOracle ?? null;
  if (share === null) return [];
  const reached = `It reaches ${percentage(share)} of the AUC of the label oracle, which knows the label of the page behind every link`;
  return [
    share > 1.005
      ? `${reached}: on this web, following the most relevant page first is not the best one can do.`
      : `${reached}.`,
  ];
}

/** Whether its forecasts can be believed: their intervals should hold in four of five cases. */
function forecastSentence({ runs }: LabReport, { name }: Competitor): string[] {
  const all = runs.flatMap(({ strategy, forecasts }) => (strategy === name && forecasts ? [forecasts] : []));
  const [cases, held] = [sumOf(all.map((one) => one.cases)), sumOf(all.map((one) => one.held))];
  if (cases === 0) return [];
  return [`Its forecasts of the next 100 pages held in ${percentage(held / cases)} of ${counted(cases, 'case')}.`];
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** What it keeps of its AUC when hosts have to be waited for. */
function politenessSentence({ politeness }: LabReport, { name }: Competitor): string[] {
  const cost = politeness.find(({ strategy }) => strategy === name);
  if (cost === undefined || cost.freeAuc === 0) return [];
  const { freeAuc, politeAuc, seconds } = cost;
  const lost = 1 - politeAuc / freeAuc;
  const change = lost < 0 ? `brings it ${percentage(-lost)} more` : `costs it ${percentage(lost)} of its`;
  return [
    `Politeness ${change} AUC (${politeAuc.toFixed(3)} instead of ${freeAuc.toFixed(3)}); a polite crawl takes ${counted(Math.round(seconds), 'second')}.`,
  ];
}

function seedSentences(report: LabReport, winner: Competitor): string[] {
  const [near, far] = [aucOf(report, winner.name, 'near'), aucOf(report, winner.name, 'far')];
  if (near === undefined || far === undefined) return [];
  const change = near === 0 ? '' : `, ${ratioWords(far / near)} that with near ones`;
  const difference = `From far seeds its AUC is ${far.toFixed(3)}${change} (${near.toFixed(3)})`;
  const best = (['near', 'far'] as const)
    .map((seeds) => ({ seeds, first: ranked(report, seeds).find((one) => !isTrained(one))! }))
    .filter(({ seeds, first }) => first !== winner && isComplete(report, first, seeds))
    .map(
      ({ seeds, first: { name } }) =>
        `from ${seeds} seeds ${name} is ahead (${aucOf(report, name, seeds)!.toFixed(3)})`,
    );
  return [best.length === 0 ? `${difference}; it leads with both.` : `${difference}; ${listed(best)}.`];
}
