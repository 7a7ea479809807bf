import { counted } from '../../../counted.js';
import { grouped } from '../../grouped.js';
import type { LabReport } from '../../results.js';
import { breadthFirst, type Competitor, mainView, type SeedView, tasksRun, topicScores } from '../report-view.js';
import { listed } from './number-words.js';

const mostNamed = 5;

/** Where each of these fails: the topics on which not looking at all would have been better, or else its worst one. */
export function failureSentences(report: LabReport, competitors: readonly Competitor[]): string[] {
  const scores = topicScores(report, mainView(report));
  const floor = scores.get(breadthFirst);
  return competitors.flatMap(({ name }) => {
    const own = [...(scores.get(name) ?? [])].sort(([, a], [, b]) => a - b);
    if (name === breadthFirst || own.length === 0) return [];
    const below = own.filter(([topic, auc]) => auc < (floor?.get(topic) ?? 0)).map(([topic]) => topic);
    if (below.length > 0)
      return [
        `${name} does worse than ${breadthFirst} on ${below.length} of ${counted(own.length, 'topic')}: ${named(below)}.`,
      ];
    const [topic, auc] = own[0]!;
    const never = floor === undefined ? '' : ` is below ${breadthFirst} on no topic; it`;
    return own.length < 2 ? [] : [`${name}${never} does worst on ${topic} (AUC ${auc.toFixed(3)}).`];
  });
}

export function skippedSentences({ skipped }: LabReport): string[] {
  const causes = grouped(skipped, ({ strategy, reason }) => JSON.stringify([strategy, reason]));
  return [...causes.values()].map((cause) => {
    const { strategy, reason } = cause[0]!;
    const topics = named(cause.map(({ topic }) => topic));
    const what = strategy === '' ? `On ${topics}` : `${strategy} was skipped on ${topics}`;
    return `${what}: ${reason.replace(/[.?]$/, '')}.`;
  });
}

/** Who is not called best, whatever its mean: it is one of other tasks. */
export function incompleteSentences(report: LabReport, order: readonly Competitor[], view: SeedView): string[] {
  const incomplete = order.map((one) => ({ one, ...tasksRun(report, one, view) })).filter(({ ran, all }) => ran < all);
  if (incomplete.length === 0) return [];
  const each = named(incomplete.map(({ one, ran }) => `${one.name} (${ran})`));
  return [`Not ranked with the others, as not all ${counted(incomplete[0]!.all, 'task')} were run: ${each}.`];
}

function named(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return more > 0 ? `${names.slice(0, mostNamed).join(', ')} and ${more} more` : listed(names);
}
