import type { CrossValidation, NotValidated } from '../../../learning/cross-validation.js';
import { bestThreshold, type Confusion, type Quality, qualityAt, rocAuc } from '../../../learning/quality.js';
import type { ReadSet } from '../../../training/read-training-set.js';
import { columns, count, counted, percent, printable } from '../../terminal/format.js';

/** What a training came to. */
export interface TrainingReport {
  readonly read: ReadSet;
  readonly notes: readonly string[];
  readonly validation: CrossValidation | NotValidated;
  /** What the model found, in its own words. */
  readonly found: readonly string[];
}

const mostLabels = 8;
const mostNamed = 3;
/** A wider table does not fit a terminal; then the commonest mistakes say more. */
const widestTable = 10;
const mostMistakes = 10;
const longestLine = 1000;

/** The default threshold of a crawl. */
const usualThreshold = 0.5;

export function trainingLines({ read, notes, validation, found }: TrainingReport): string[] {
  return [
    ...headed('Read', readLines(read)),
    ...headed('Skipped', [...leftOutLines(read), ...notes]),
    ...headed('Quality', 'impossible' in validation ? [notValidated(validation)] : qualityLines(validation)),
    ...headed('Classes', 'classes' in validation ? confusionLines(validation.classes, labelCounts(read)) : []),
    ...headed(
      'Found',
      found.map((line) => printable(line, longestLine)),
    ),
  ];
}

/** The same for scripts. */
export function trainingRecord({ read, notes, validation, found }: TrainingReport): object {
  return {
    pages: read.set.pages.length,
    targets: [...read.set.targets],
    labels: Object.fromEntries(labelCounts(read)),
    linksBetween: read.linksBetween,
    missing: read.missing,
    repeated: read.repeated,
    notes,
    crossValidation: 'impossible' in validation ? validation : validationRecord(validation),
    found,
  };
}

/** Pages of each label, wanted ones first, then the largest. */
function labelCounts({ set }: ReadSet): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { label } of set.pages) counts.set(label, (counts.get(label) ?? 0) + 1);
  const isTarget = (label: string) => Number(set.targets.has(label));
  return new Map([...counts].sort(([a, m], [b, n]) => isTarget(b) - isTarget(a) || n - m));
}

function readLines(read: ReadSet): string[] {
  const counts = [...labelCounts(read)];
  const shown = counts.slice(0, mostLabels).map(([label, pages]) => {
    return `${printable(label, 60)} ${count(pages)}${read.set.targets.has(label) ? ' (target)' : ''}`;
  });
  if (counts.length > mostLabels) shown.push(`and ${count(counts.length - mostLabels)} more labels`);
  const alone = counts.filter(([, pages]) => pages === 1).map(([label]) => label);
  return [
    `${counted(read.set.pages.length, 'page')}: ${shown.join(', ')}`,
    `${counted(read.linksBetween, 'link')} between them`,
    ...(alone.length === 0 ? [] : [`labels with a single page: ${named(alone)}; they cannot be cross-validated`]),
  ];
}

function leftOutLines({ missing, repeated }: ReadSet): string[] {
  const lines: string[] = [];
  const reasons = new Set(missing.map(({ reason }) => reason));
  for (const reason of reasons) {
    const names = missing.filter((page) => page.reason === reason).map(({ name }) => name);
    lines.push(`${counted(names.length, 'page')}: ${printable(reason)} (${named(names)})`);
  }
  if (repeated.length > 0) lines.push(`${counted(repeated.length, 'page')}: in the set already (${named(repeated)})`);
  return lines;
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).map((name) => printable(name, 120));
  const more = names.length - mostNamed;
  return more > 0 ? `${shown.join(', ')} and ${count(more)} more` : shown.join(', ');
}

function notValidated({ impossible }: NotValidated): string {
  return `not measured: ${printable(impossible, 300)}`;
}

function qualityLines({ folds, scored }: CrossValidation): string[] {
  const wanted = scored.filter((page) => page.wanted).length;
  const best = bestThreshold(scored);
  const rows = [
    qualityRow(qualityAt(scored, usualThreshold), 'default of a crawl'),
    ...(best === undefined ? [] : [qualityRow(best, 'best F1 on these pages')]),
  ];
  return [
    `${folds}-fold cross-validation: each page is scored by a model that has not seen it`,
    `ROC AUC ${figure(rocAuc(scored)!)}; ${percent(wanted / scored.length)} of the pages are targets`,
    ...columns([['threshold', 'precision', 'recall', 'F1', 'accuracy'], ...rows], [0, 1, 2, 3, 4]),
  ];
}

function qualityRow({ threshold, precision, recall, f1, accuracy }: Quality, remark: string): string[] {
  return [...[threshold, precision, recall, f1, accuracy].map(figure), remark];
}

function confusionLines(confusion: Confusion | undefined, counts: ReadonlyMap<string, number>): string[] {
  if (confusion === undefined) return [];
  const total = [...counts.values()].reduce((sum, pages) => sum + pages, 0);
  const [largest = '', pages = 0] = [...counts].sort(([, m], [, n]) => n - m)[0] ?? [];
  const always = `always predicting ${printable(largest, 60)}: ${percent(pages / total)}`;
  return [
    `accuracy ${percent(confusion.accuracy)} (${always})`,
    ...(counts.size <= widestTable ? confusionTable(confusion, [...counts.keys()]) : mistakeLines(confusion)),
  ];
}

function confusionTable(confusion: Confusion, classes: readonly string[]): string[] {
  const names = classes.map((name) => printable(name, 20));
  const rows = classes.map((truth, row) => [
    names[row]!,
    ...classes.map((said) => count(confusion.count(truth, said))),
  ]);
  const right = classes.map((_, column) => column + 1);
  return ['rows: true class, columns: predicted class', ...columns([['', ...names], ...rows], right)];
}

function mistakeLines(confusion: Confusion): string[] {
  const mistakes = confusion.mistakes().slice(0, mostMistakes);
  return [
    'most frequent errors:',
    ...columns(
      mistakes.map(({ truth, said, count: pages }) => [
        count(pages),
        `${printable(truth, 60)} predicted as ${printable(said, 60)}`,
      ]),
      [0],
    ),
  ];
}

function validationRecord({ folds, scored, classes }: CrossValidation): object {
  return {
    folds,
    rocAuc: rocAuc(scored),
    atDefaultThreshold: qualityAt(scored, usualThreshold),
    atBestThreshold: bestThreshold(scored) ?? null,
    ...(classes && {
      classes: {
        accuracy: classes.accuracy,
        confusion: Object.fromEntries(
          classes.classes.map((truth) => [
            truth,
            Object.fromEntries(classes.classes.map((said) => [said, classes.count(truth, said)])),
          ]),
        ),
      },
    }),
  };
}

function figure(value: number): string {
  return value.toFixed(3);
}

/** A heading in the margin of its first line. */
export function headed(heading: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => `${(index === 0 ? heading : '').padEnd(11)}${line}`);
}
