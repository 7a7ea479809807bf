import { nearest } from '../../config/nearest.js';
import { UsageError } from '../../failure.js';
import type { LabelledUrl } from '../../training/label-list.js';
import type { LabTopic } from '../topics/lab-topic.js';
import { carriesOneOf, labelAndAbove } from '../topics/label-hierarchy.js';
import type { RecordedWeb } from '../web/recorded-web.js';
import { exemplarsOf } from './exemplars.js';
import type { PageSimilarities } from './similarities.js';
import type { Truth } from './truth.js';

/**
 * People said what the pages are: one is relevant to a topic if it carries one of the topic's labels or one below it. Labels of
 * URLs that lead to one page are all its own; URLs that the web does not have are passed over.
 */
export function labelTruth(web: RecordedWeb, list: readonly LabelledUrl[], similarities: PageSimilarities): Truth {
  const labels = labelsByPage(web, list);
  const known = new Set(list.flatMap((entry) => entry.labels.flatMap(labelAndAbove)));
  return {
    kind: 'labels',
    labels,
    of(topic) {
      assertKnown(topic, known);
      const relevant = Uint8Array.from(labels, (own) => Number(carriesOneOf(own, topic.relevant)));
      if (!relevant.includes(1)) throw noPage(topic, web);
      let similarity: Float64Array | undefined;
      return {
        relevance: Float64Array.from(relevant),
        relevant,
        // Worked out for those who ask: it takes longer than all the rest.
        get similarity() {
          similarity ??= similarities.highest(exemplarsOf(web, topic, relevant));
          return similarity;
        },
      };
    },
  };
}

function labelsByPage(web: RecordedWeb, list: readonly LabelledUrl[]): readonly (readonly string[])[] {
  const labels = web.urls.map(() => new Set<string>());
  let inside = 0;
  for (const { url, labels: own } of list) {
    const page = web.pageOf(url);
    if (page === undefined) continue;
    inside++;
    for (const label of own) labels[page]!.add(label);
  }
  if (inside === 0) {
    const message = `None of the labelled URLs is in the web ${web.name}; give the labels that were made for it.`;
    throw new UsageError('strange-labels', message, { first: list[0]?.url });
  }
  return labels.map((own) => [...own]);
}

/** A label that nobody used is a slip of the pen: left out, it would make the truth smaller than was meant. */
function assertKnown({ id, relevant }: LabTopic, known: ReadonlySet<string>): void {
  if (relevant.length === 0) {
    const message = `The topic ${id} names no labels; say with "relevant" which labels count as found.`;
    throw new UsageError('topic-without-labels', message, { topic: id });
  }
  const unknown = relevant.find((label) => !known.has(label));
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  const fix = near === undefined ? 'choose one from the list' : `did you mean ${near}?`;
  const message = `No page has the label ${JSON.stringify(unknown)} of the topic ${id}; ${fix}`;
  throw new UsageError('unknown-label', near === undefined ? `${message}.` : message, { topic: id, label: unknown });
}

function noPage({ id, relevant }: LabTopic, web: RecordedWeb): UsageError {
  const message = `No page of the web ${web.name} has a label of the topic ${id}; leave the topic out.`;
  return new UsageError('topic-without-pages', message, { topic: id, labels: relevant });
}
