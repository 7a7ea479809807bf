import { counted } from '../../../counted.js';
import type { Interval } from '../../results.js';
import { type CheckedClaim, fewestTasks, fewestTopics, type Outcome, type Verdict } from '../check.js';
import type { TestedReason } from './papers-report.js';

/** A mean with the ends of its interval, such as `0.412 (0.380 to 0.447)`. */
export function intervalWords(interval: Interval | null, digits: number): string {
  if (interval === null) return '–';
  const { mean, low, high } = interval;
  return `${number(mean, digits)} (${number(low, digits)} to ${number(high, digits)})`;
}

/** What was found for a part of a claim, and how sure it is. */
export function claimWords({ words, outcome, found, pairs, topics }: CheckedClaim): string {
  if (found === undefined) return `${words}: ${outcomeWords[outcome]}.`;
  return `${words}: ${outcomeWords[outcome]} – ${intervalWords(found, 3)} on ${counted(pairs, 'task')} of ${counted(topics, 'topic')}.`;
}

const outcomeWords: Readonly<Record<Outcome, string>> = {
  holds: 'holds',
  'in the mean': 'holds in the mean only',
  fails: 'does not hold',
  unknown: 'could not be checked',
};

/** A reason that was supposed, and what its test says. */
export function reasonWords({ words, tested }: TestedReason): string {
  return `${words} ${reasonOutcomes[tested.outcome]} (${claimWords(tested).replace(/\.$/, '')}).`;
}

const reasonOutcomes: Readonly<Record<Outcome, string>> = {
  holds: 'Tested, and so',
  'in the mean': 'Tested, and so in the mean only',
  fails: 'Tested, and not so',
  unknown: 'Could not be tested on this web',
};

/** Where an experiment names no reason. */
export const noReasonTested = 'No reason was tested.';

/** So that a verdict is not shown by colour alone. */
export const verdictMarks: Readonly<Record<Verdict, string>> = {
  reproduced: '✓',
  partly: '≈',
  'not reproduced': '✗',
  'not run': '–',
};

/** How verdicts come about, for readers of a report. */
export const verdictGuide = [
  'Crawlers are compared on the same tasks (topic, kind of seeds, set of seeds). Behind a mean stand the ends of its 95 % confidence interval, by a bootstrap over topics and, within them, over tasks.',
  `A part of a claim holds when the interval of the difference lies on the right side of 0 and there are at least ${fewestTasks} tasks of at least ${fewestTopics} topics, and in the mean only when that is not so but the difference is more than 5 % of their mean. Tasks of one topic are not independent of each other: on fewer topics nothing is sure, however many the tasks and whatever the interval. Where the paper itself calls an effect marginal, a mean difference above 0 of at most 10 % of their mean is enough on as many topics, and a greater one is not what was claimed. Two crawlers are the same when the interval of their difference lies within 5 % of their mean, and one is no less than the other when it is not below by more than that; where neither has found anything, that cannot be checked.`,
  'Reproduced: every part of the claim holds. Partly: at least half of the parts hold, be it in the mean only. Not reproduced: fewer do.',
  'Where a claim does not wholly hold, reasons that we supposed are tested by crawls of the same experiment, with a part changed: the figure in brackets is of that test. A reason that is so may not be the only one.',
  'The papers crawled the Web of their day; a crawl here has the paper’s number of pages, but at most a tenth of the recorded web, except where an experiment says otherwise. Figures can therefore not be the same; what can be compared are orders and effects.',
  'How claims are read, what stands for what is missing, and these rules were revised after first runs on two webs, schools-wikipedia and webkb-dev: on those the verdicts are not blind.',
];

/** A true minus sign, and no minus before zero. */
function number(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−');
}
