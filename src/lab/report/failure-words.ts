import type { LabReport } from '../results.js';
import { counted, listed } from './number-words.js';
import { breadthFirst, type Competitor, seedViews, topicScores } from './report-view.js';

const mostNamed = 5;

/** Where each of these fails: the topics on which not looking at all would have been better, or else its worst one. */
export function failureSentences(report: LabReport, competitors: readonly Competitor[]): string[] {
  const scores = topicScores(report, seedViews(report)[0] ?? 'all');
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
  const causes = new Map<string, { strategy: string; reason: string; topics: string[] }>();
  for (const { strategy, topic, reason } of skipped) {
    const key = JSON.stringify([strategy, reason]);
    const cause = causes.get(key) ?? { strategy, reason, topics: [] };
    cause.topics.push(topic);
    causes.set(key, cause);
  }
  return [...causes.values()].map(({ strategy, reason, topics }) => {
    const what = strategy === '' ? `On ${named(topics)}` : `${strategy} was skipped on ${named(topics)}`;
    return `${what}: ${reason.replace(/[.?]$/, '')}.`;
  });
}

function named(topics: readonly string[]): string {
  const more = topics.length - mostNamed;
  return more > 0 ? `${topics.slice(0, mostNamed).join(', ')} and ${more} more` : listed(topics);
}
