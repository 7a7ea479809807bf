import type { Interval } from '../results.js';

export const verdicts = ['reproduced', 'partly', 'not reproduced', 'not run'] as const;
export type Verdict = (typeof verdicts)[number];

/** A part of a claim, about one measure (by name). Contenders are compared on the same tasks. */
export type Check =
  | {
      readonly kind: 'above';
      readonly measure: string;
      readonly more: string;
      readonly less: string;
      /** What the paper itself calls marginal need not be significant, but must not be more than that. */
      readonly marginal?: boolean;
      /** What it means, where that is another effect than the same by another measure. */
      readonly as?: string;
    }
  | { readonly kind: 'same' | 'no-less'; readonly measure: string; readonly one: string; readonly other: string }
  | {
      readonly kind: 'times';
      readonly measure: string;
      readonly more: string;
      readonly less: string;
      /** `more` is at least this many times `less`. */
      readonly least: number;
    }
  | { readonly kind: 'at-least' | 'at-most'; readonly measure: string; readonly of: string; readonly value: number }
  | {
      readonly kind: 'between';
      readonly measure: string;
      readonly of: string;
      readonly least: number;
      readonly most: number;
    };

/**
 * Two contenders are the same when their difference is surely less than this share of their mean, and one is no less than
 * the other when it is surely not below by more. A smaller difference that may be chance does not count as one.
 */
export const sameWithin = 0.05;

/** A mean that is above another by at most this share of the mean of both is marginally so. */
export const marginalWithin = 0.1;

/** Nothing is sure on fewer tasks: even if all of them agree, that is chance once in 32 times with six, and more often with fewer. */
export const fewestTasks = 6;

/** Nor on fewer topics, however many tasks they have: tasks of one topic are not independent of each other. */
export const fewestTopics = 5;

export type Outcome = 'holds' | 'in the mean' | 'fails' | 'unknown';

export interface CheckedClaim {
  readonly words: string;
  /** What is said of which contenders, whatever it is measured by: several measures of it are one effect. */
  readonly effect: string;
  readonly outcome: Outcome;
  /** Of the difference, the ratio or the value that was checked; absent when it is unknown. */
  readonly found?: Interval;
  /** Tasks that it rests on. */
  readonly pairs: number;
  /** Topics of these tasks. */
  readonly topics: number;
  /** It would hold, were it not for the number of topics. */
  readonly tooFewTopics: boolean;
  /** The whole interval says the opposite. */
  readonly refuted: boolean;
}

/** What a contender's crawl on a task is worth. */
export interface TaskValue {
  readonly task: string;
  /** Values of one topic are not independent of each other. */
  readonly topic: string;
  readonly value: number;
}

/** The values of a contender by a measure; tasks where there is none are left out. */
export type ValuesOf = (contender: string, measure: string) => readonly TaskValue[];

export type IntervalOf = (values: readonly TaskValue[]) => Interval;

export function checked(check: Check, valuesOf: ValuesOf, intervalOf: IntervalOf): CheckedClaim {
  const values = checkedValues(check, valuesOf);
  const topics = new Set(values.map(({ topic }) => topic)).size;
  const basis = { words: wordsOf(check), effect: effectOf(check), pairs: values.length, topics };
  if (values.length === 0 || isIdle(check, valuesOf))
    return { ...basis, outcome: 'unknown', tooFewTopics: false, refuted: false };
  const found = intervalOf(values);
  const { inMean, surely, surelyNot } = grades(check, found, valuesOf);
  const [enoughTopics, enoughTasks] = [topics >= fewestTopics, values.length >= fewestTasks];
  const isSure = surely && enoughTasks;
  const outcome = isSure && enoughTopics ? 'holds' : inMean ? 'in the mean' : 'fails';
  return {
    ...basis,
    outcome,
    found,
    tooFewTopics: isSure && !enoughTopics,
    refuted: surelyNot && enoughTasks && enoughTopics,
  };
}

/** Two that have found nothing are not shown to be equal. */
function isIdle(check: Check, valuesOf: ValuesOf): boolean {
  if (check.kind !== 'same' && check.kind !== 'no-less') return false;
  return [check.one, check.other].every((name) => meanOf(valuesOf(name, check.measure)) === 0);
}

/** One value a task: a difference, a ratio, or the measure itself. */
function checkedValues(check: Check, valuesOf: ValuesOf): TaskValue[] {
  const of = (contender: string) => valuesOf(contender, check.measure);
  switch (check.kind) {
    case 'above':
      return paired(of(check.more), of(check.less), (more, less) => more - less);
    case 'same':
    case 'no-less':
      return paired(of(check.one), of(check.other), (one, other) => one - other);
    case 'times':
      return paired(of(check.more), of(check.less), (more, less) => more / less).filter(({ value }) =>
        Number.isFinite(value),
      );
    default:
      return [...of(check.of)];
  }
}

function paired(
  some: readonly TaskValue[],
  others: readonly TaskValue[],
  combined: (one: number, other: number) => number,
): TaskValue[] {
  const counterparts = new Map(others.map(({ task, value }) => [task, value]));
  return some.flatMap(({ task, topic, value }) => {
    const other = counterparts.get(task);
    return other === undefined ? [] : [{ task, topic, value: combined(value, other) }];
  });
}

/** Whether a part of a claim is so by the mean, whether by the whole interval, and whether by none of it. */
interface Grades {
  readonly inMean: boolean;
  readonly surely: boolean;
  readonly surelyNot: boolean;
}

function grades(check: Check, { mean, low, high }: Interval, valuesOf: ValuesOf): Grades {
  const graded = (inMean: boolean, surely: boolean, surelyNot: boolean): Grades => ({ inMean, surely, surelyNot });
  const marginOf = (one: string, other: string, share = sameWithin) =>
    share * Math.abs(meanOf([...valuesOf(one, check.measure), ...valuesOf(other, check.measure)]));
  switch (check.kind) {
    case 'above':
      if (check.marginal) {
        const isMarginal = mean > 0 && mean <= marginOf(check.more, check.less, marginalWithin);
        return graded(isMarginal, isMarginal, high < 0 || low > marginOf(check.more, check.less, marginalWithin));
      }
      return graded(mean > marginOf(check.more, check.less), low > 0, high < 0);
    case 'same': {
      const margin = marginOf(check.one, check.other);
      return graded(Math.abs(mean) <= margin, low >= -margin && high <= margin, high < -margin || low > margin);
    }
    case 'no-less': {
      const margin = marginOf(check.one, check.other);
      return graded(mean >= -margin, low >= -margin, high < -margin);
    }
    case 'times':
      return graded(mean >= check.least, low >= check.least, high < check.least);
    case 'at-least':
      return graded(mean >= check.value, low >= check.value, high < check.value);
    case 'at-most':
      return graded(mean <= check.value, high <= check.value, low > check.value);
    case 'between':
      return graded(
        mean >= check.least && mean <= check.most,
        low >= check.least && high <= check.most,
        high < check.least || low > check.most,
      );
  }
}

function meanOf(values: readonly TaskValue[]): number {
  return values.reduce((sum, { value }) => sum + value, 0) / Math.max(1, values.length);
}

function wordsOf(check: Check): string {
  const said = comparisonOf(check);
  return check.kind === 'above' || check.kind === 'same' || check.kind === 'no-less'
    ? `${said} by ${check.measure}`
    : said;
}

function effectOf(check: Check): string {
  return (check.kind === 'above' ? check.as : undefined) ?? comparisonOf(check);
}

function comparisonOf(check: Check): string {
  const { measure } = check;
  switch (check.kind) {
    case 'above':
      return `${check.more} ${check.marginal ? 'marginally ' : ''}above ${check.less}`;
    case 'same':
      return `${check.one} and ${check.other} the same`;
    case 'no-less':
      return `${check.one} no less than ${check.other}`;
    case 'times':
      return `${measure} of ${check.more} at least ${check.least} times that of ${check.less}`;
    case 'at-least':
      return `${measure} of ${check.of} at least ${check.value}`;
    case 'at-most':
      return `${measure} of ${check.of} at most ${check.value}`;
    case 'between':
      return `${measure} of ${check.of} from ${check.least} to ${check.most}`;
  }
}

/**
 * Reproduced: every part of the claim holds, surely where the paper claims a clear effect. Not reproduced: fewer than half
 * of them hold even in the mean. Partly: all that lies between, such as an order that is right in the mean only.
 */
export function verdictOf(claims: readonly CheckedClaim[]): Verdict {
  const known = claims.filter(({ outcome }) => outcome !== 'unknown');
  if (known.length === 0) return 'not run';
  if (claims.every(({ outcome }) => outcome === 'holds')) return 'reproduced';
  const held = known.filter(({ outcome }) => outcome !== 'fails').length;
  return held * 2 < known.length ? 'not reproduced' : 'partly';
}
