import { otherLabel, relevantLabel } from '../../training/targets.js';
import { lastJudgements } from '../audit/last-judgements.js';
import type { RecordedAnswer } from './recorded-answers.js';
import type { WebTopic } from './web-topics.js';

/** Labels of the recorded documents that people judged; those nobody was sure of have none. */
export function webLabels(
  topics: readonly WebTopic[],
  answers: ReadonlyMap<string, RecordedAnswer>,
): Map<string, string[]> {
  const labels = new Map<string, string[]>();
  for (const { crawls, relevant } of topics) {
    for (const [url, { label }] of lastJudgements(crawls)) {
      const answer = answers.get(url);
      if (label === 'unsure' || answer === undefined || answer.target !== undefined) continue;
      const wanted = labels.get(url) ?? [];
      if (label === relevantLabel) wanted.push(...relevant);
      labels.set(url, wanted);
    }
  }
  for (const [url, wanted] of labels) if (wanted.length === 0) labels.set(url, [otherLabel]);
  return labels;
}
